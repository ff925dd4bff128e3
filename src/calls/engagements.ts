import type { World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { engagementsOf } from './model.ts';

/** A call lasts four hours at most; what still holds a member after this was left behind by a crash. */
const leaseMilliseconds = 4 * 3_600_000 + 5 * 60_000;

export interface Reservation {
  organizationId: string;
  teamId: string;
  userId: string;
  sessionId: string;
}

/**
 * Reserves a member for one call of the team; false while another call has them. Asking again for the same call answers
 * the same.
 */
export async function reserveMember(
  world: World,
  { organizationId, teamId, userId, sessionId }: Reservation,
): Promise<boolean> {
  const now = world.clock.now();
  try {
    const { matchedCount, upsertedCount } = await engagementsOf(world).updateOne(
      {
        _id: `${teamId}:${userId}`,
        $or: [{ sessionId }, { leaseUntil: { $lte: now } }],
      },
      {
        $set: {
          organizationId,
          teamId,
          userId,
          sessionId,
          since: now,
          leaseUntil: new Date(now.getTime() + leaseMilliseconds),
        },
      },
      { upsert: true },
    );
    return matchedCount + upsertedCount > 0;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Who of the team is connected to another call. */
export async function busyMembers(
  world: World,
  teamId: string,
  exceptSessionId: string,
): Promise<ReadonlySet<string>> {
  const now = world.clock.now();
  const engagements = await engagementsOf(world).find({ teamId }).toArray();
  return new Set(
    engagements.flatMap(({ userId, sessionId, leaseUntil }) =>
      sessionId !== exceptSessionId && leaseUntil > now ? [userId] : [],
    ),
  );
}

/** Harmless when the call holds nobody. */
export async function releaseMembers(world: World, sessionId: string): Promise<void> {
  await engagementsOf(world).deleteMany({ sessionId });
}

/** Removes what no call will release any more. */
export async function removeEndedLeases(world: World): Promise<void> {
  await engagementsOf(world).deleteMany({ leaseUntil: { $lte: world.clock.now() } });
}
