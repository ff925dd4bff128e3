import type { Ledger } from '../../model/ledger.ts';

export function sayMaintenance(ledger: Ledger): void {
  for (const source of ledger.all('maintenance'))
    for (const active of source.list('activeInstances'))
      active.say('behaviour', 'In maintenance there, where nobody is told; here people are.');
}
