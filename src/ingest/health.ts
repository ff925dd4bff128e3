import type { World } from '../kernel/index.ts';
import { type PayloadDocument, payloadModel } from './model.ts';

/** How the recent payloads of an integration did. */
export interface PayloadHealth {
  last: RecentPayload | null;
  count: number;
  failed: number;
  lastFailed: RecentPayload | null;
  /** Between two of them; null when there are too few to say what is usual. */
  longestPauseSeconds: number | null;
  isSilentLongerThanUsual: boolean;
  /** The payloads that are stored and not applied yet; null when there are none. */
  waiting: { count: number; oldestAt: Date } | null;
}

type RecentPayload = Pick<PayloadDocument, '_id' | 'createdAt' | 'outcome' | 'reason'>;

const recentMax = 30;
/** Fewer say nothing of what is usual. */
const usualFrom = 10;
const silenceSecondsMin = 3600;
/** The limit for all integrations together; usually no payload waits. */
const waitingMax = 10_000;

/** By integration, in the order of the ids. */
export async function findPayloadHealth(
  world: Pick<World, 'store' | 'clock'>,
  integrationIds: readonly string[],
): Promise<PayloadHealth[]> {
  const now = world.clock.now();
  const waiting = await payloadModel(world.store)
    .find({ pending: true }, { integrationId: 1, createdAt: 1 })
    .sort({ _id: 1 })
    .limit(waitingMax)
    .lean<Pick<PayloadDocument, 'integrationId' | 'createdAt'>[]>();
  return Promise.all(
    integrationIds.map(async (integrationId) => {
      const recent = await payloadModel(world.store)
        .find({ integrationId }, { createdAt: 1, outcome: 1, reason: 1 })
        .sort({ _id: -1 })
        .limit(recentMax)
        .lean<RecentPayload[]>();
      const own = waiting.filter((payload) => payload.integrationId === integrationId);
      return { ...healthOf(recent, now), waiting: waitingOf(own) };
    }),
  );
}

/** The oldest comes first. */
function waitingOf(payloads: readonly Pick<PayloadDocument, 'createdAt'>[]) {
  const [oldest] = payloads;
  return oldest === undefined ? null : { count: payloads.length, oldestAt: oldest.createdAt };
}

/** Health by these payloads, the newest first. */
function healthOf(recent: readonly RecentPayload[], now: Date): Omit<PayloadHealth, 'waiting'> {
  const [last = null] = recent;
  const failed = recent.filter(({ outcome }) => outcome === 'Failed');
  const longestPauseSeconds = recent.length < usualFrom ? null : longestPause(recent);
  const silence = last ? (now.getTime() - last.createdAt.getTime()) / 1000 : 0;
  return {
    last,
    count: recent.length,
    failed: failed.length,
    lastFailed: failed[0] ?? null,
    longestPauseSeconds,
    isSilentLongerThanUsual:
      longestPauseSeconds !== null &&
      silence > Math.max(2 * longestPauseSeconds, silenceSecondsMin),
  };
}

function longestPause(recent: readonly RecentPayload[]): number {
  let longest = 0;
  for (const [at, { createdAt }] of recent.entries()) {
    const older = recent[at + 1];
    if (older) longest = Math.max(longest, createdAt.getTime() - older.createdAt.getTime());
  }
  return Math.round(longest / 1000);
}
