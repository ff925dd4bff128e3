import { type Actor, AppError, systemContext, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { ApiKey } from './api-keys.ts';
import { personName, personWhoActs } from './users.ts';

/**
 * The actor of a key: the key itself, or the person it belongs to. Throws 401 when that person, or who answers for
 * an agent, was removed or is suspended.
 */
export async function actorOf(world: World, key: ApiKey): Promise<Actor> {
  const userId = key.userId ?? key.agent?.ownerId ?? null;
  const user =
    userId === null ? null : await personWhoActs(systemContext(world, key.organizationId), userId);
  if (userId !== null && !user) throw new AppError('unauthenticated', say('keyUserGone'));
  if (user?.isSuspended) throw new AppError('unauthenticated', say('keyUserSuspended'));
  // An agent acts in its own name; somebody answers for it.
  if (!user || key.kind === 'agent')
    return {
      kind: 'key',
      id: key.id,
      displayName: key.displayName,
      keyCreatedBy: key.createdBy,
    };
  const { id, email } = user;
  return {
    kind: 'user',
    id,
    displayName: personName(user),
    email,
    keyId: key.id,
    keyCreatedBy: key.createdBy,
  };
}
