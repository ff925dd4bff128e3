import type { Ctx } from '../kernel/index.ts';
import type { NamedPerson } from '../sentences/index.ts';

/** Who asked for a message, as its record says it. */
export function actorNamed({ actor }: Pick<Ctx, 'actor'>): NamedPerson {
  if (actor.kind === 'system') return { userId: null, displayName: 'Tocsin' };
  return { userId: actor.kind === 'user' ? actor.id : null, displayName: actor.displayName };
}
