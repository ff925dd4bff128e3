import type { World } from '../kernel/index.ts';
import { livePeople } from './account.ts';
import { linksOf } from './model.ts';
import { isWithinRank } from './open-link.ts';

/**
 * Uses up the invitation of a person who signs in by their identity provider instead of following it: whoever may give
 * their role has asked exactly this person, at this address, to sign in. False when there is none that is valid.
 */
export async function takeInvitation(
  world: World,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const [person] = await livePeople(world, [{ organizationId, userId }]);
  if (!person) return false;
  const now = world.clock.now();
  const open = { userId, organizationId, usedAt: null, expiresAt: { $gt: now } };
  const link = await linksOf(world).findOne({ ...open, email: person.email.toLowerCase() });
  if (!link || !(await isWithinRank(world, link, person))) return false;
  const { matchedCount } = await linksOf(world).updateOne(
    { _id: link._id, ...open },
    { $set: { usedAt: now } },
  );
  return matchedCount > 0;
}
