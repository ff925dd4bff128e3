import type { Ctx } from './context.ts';

/** The person who acts; null where a key of nobody, another program or the product itself does. */
export function actingPersonId({ actor }: Pick<Ctx, 'actor'>): string | null {
  return actor.kind === 'user' ? actor.id : null;
}
