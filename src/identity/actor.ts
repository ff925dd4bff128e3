import { type Actor, AppError, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { ApiKey } from './api-keys.ts';
import { systemContext } from './system-context.ts';
import { personWhoActs } from './users.ts';

/**
 * The actor of a key: the key itself, or the person it belongs to. Throws 401 when that person was removed or is
 * suspended.
 */
export async function actorOf(world: World, key: ApiKey): Promise<Actor> {
  if (key.kind === 'organization' || key.userId === null)
    return {
      kind: 'key',
      id: key.id,
      displayName: key.displayName,
      keyCreatedBy: key.createdBy,
    };
  const user = await personWhoActs(systemContext(world, key.organizationId), key.userId);
  if (!user) throw new AppError('unauthenticated', say('keyUserGone'));
  if (user.isSuspended) throw new AppError('unauthenticated', say('keyUserSuspended'));
  const { id, displayName, email } = user;
  return {
    kind: 'user',
    id,
    displayName: displayName ?? email,
    email,
    keyId: key.id,
    keyCreatedBy: key.createdBy,
  };
}
