import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';

export function bringServices({ work }: Account): void {
  for (const source of work.ledger.all('services')) {
    const name = textUpTo(500, source, 'name') ?? source.name;
    work.add('tocsin_service', source.key, {
      displayName: name,
      publicTitle: name,
      publicDescription: textUpTo(10_000, source, 'description'),
    });
  }
}
