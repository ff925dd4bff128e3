import { namedUser } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { teamMembershipKind } from './memberships.ts';

/** Ids of the people whom the actor sees: who sees only some teams sees the people in them, and themselves. */
export async function peopleInSight(ctx: Ctx): Promise<'all' | readonly string[]> {
  if (ctx.teams.see === 'all') return 'all';
  const { items } = await listResources(ctx, teamMembershipKind);
  const ids = items.map(({ wire }) => namedUser(wire).toLowerCase());
  return ctx.actor.kind === 'user' ? [...ids, ctx.actor.id] : ids;
}
