import { personName, personWhoActs } from '../identity/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { standingOf } from './memberships.ts';

/**
 * The context of a person who answers without signing in: by a link, a text or a call. `via` becomes part of the name
 * that the history and the audit log show. Null once the person was removed, and while they are suspended.
 */
export async function actingAs(
  world: World,
  { organizationId, userId }: { organizationId: string; userId: string },
  { via, requestId }: { via: string; requestId: string },
): Promise<Ctx | null> {
  const system = systemContext(world, organizationId, requestId);
  const [user, standing] = await Promise.all([
    personWhoActs(system, userId),
    standingOf(world, organizationId, userId),
  ]);
  if (!user || user.isSuspended) return null;
  const { id, email } = user;
  const displayName = `${personName(user)} (via ${via})`;
  const actor = { kind: 'user' as const, id, displayName, email };
  return { ...system, actor, source: 'User', teams: standing.teams };
}
