import { Schema } from 'mongoose';
import type { Store } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { defineModel, driverCollection } from '../store/index.ts';
import {
  createMemoryRateLimiter,
  type RateLimiter,
  type RateVerdict,
  unlimited,
} from './rate-limiter.ts';
import { type RateLimitTable, type RateWindow, windowsOf } from './rate-limits.ts';

/** Requests of one key in one scope, counted by second: `s1772445600` is how many there were in it. */
interface RateCounter {
  _id: string;
  counts: Record<string, number>;
  expiresAt: Date;
}

const schema = new Schema<RateCounter>({
  _id: String,
  counts: Schema.Types.Mixed,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const counterModel = defineModel<RateCounter>('rate_counters', schema);

/**
 * Counts in memory while this process has the store to itself, and in the store while several processes
 * share it, so that a limit holds for all of them together.
 */
export function createRateLimiter(
  store: Store,
  processes: Processes,
  limits: RateLimitTable | 'off',
): RateLimiter {
  const memory = createMemoryRateLimiter(limits);
  const shared = createSharedRateLimiter(store, limits);
  const chosen = () => (processes.exclusive() ? memory : shared);
  return {
    limits,
    peek: (scope, key, now) => chosen().peek(scope, key, now),
    consume: (scope, key, now, own) => chosen().consume(scope, key, now, own),
  };
}

/**
 * Sliding windows with a step of one second, in the store. A request counts before it is judged, and is
 * taken back when it is refused: two at once may both be refused at the edge, never both be allowed.
 */
function createSharedRateLimiter(store: Store, limits: RateLimitTable | 'off'): RateLimiter {
  return {
    limits,
    async peek(scope, key, now) {
      const windows = windowsOf(limits, scope);
      if (windows.length === 0) return unlimited;
      const counter = await counterModel(store).findById(idOf(scope, key)).lean();
      return judge(windows, counter?.counts ?? {}, now, 1);
    },
    async consume(scope, key, now, own) {
      const windows = windowsOf(limits, scope, own);
      if (windows.length === 0) return unlimited;
      const collection = driverCollection(counterModel(store));
      const id = idOf(scope, key);
      const second = secondOf(now);
      const longest = Math.max(...windows.map(({ seconds }) => seconds));
      const counted = await collection.findOneAndUpdate(
        { _id: id },
        {
          $inc: { [`counts.s${second}`]: 1 },
          $set: { expiresAt: new Date(now.getTime() + 2 * longest * 1000) },
        },
        { upsert: true, returnDocument: 'after' },
      );
      const counts = (counted?.counts ?? {}) as Record<string, number>;
      const verdict = judge(windows, counts, now, 0);
      const outdated = Object.keys(counts).filter(
        (name) => Number(name.slice(1)) < second - longest,
      );
      const cleanUp = Object.fromEntries(outdated.map((name) => [`counts.${name}`, '' as const]));
      if (!verdict.allowed || outdated.length > cleanUpFrom)
        await collection.updateOne(
          { _id: id },
          {
            ...(verdict.allowed ? {} : { $inc: { [`counts.s${second}`]: -1 } }),
            ...(outdated.length > cleanUpFrom ? { $unset: cleanUp } : {}),
          },
        );
      return verdict;
    },
  };
}

/** Outdated seconds are removed some at a time: each removal is a write of its own. */
const cleanUpFrom = 60;

function idOf(scope: string, key: string): string {
  return `${scope} ${key}`;
}

function secondOf(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}

/** The verdict on `more` further requests, given the counts; the tightest window decides. */
function judge(
  windows: readonly RateWindow[],
  counts: Readonly<Record<string, number>>,
  now: Date,
  more: number,
): RateVerdict {
  const second = secondOf(now);
  const seconds = Object.entries(counts)
    .map(([name, count]) => ({ at: Number(name.slice(1)), count }))
    .filter(({ at, count }) => at <= second && count > 0)
    .sort((a, b) => b.at - a.at);
  let tightest: RateVerdict | undefined;
  for (const window of windows) {
    // The second at the far edge counts whole: rather too strict than too lax.
    const inside = seconds.filter(({ at }) => at >= second - window.seconds);
    const used = inside.reduce((sum, { count }) => sum + count, 0) + more;
    const verdict: RateVerdict =
      used > window.requests
        ? {
            allowed: false,
            limit: window.requests,
            remaining: 0,
            resetSeconds: resetOf(inside, window, second, used),
          }
        : {
            allowed: true,
            limit: window.requests,
            remaining: window.requests - used,
            resetSeconds: window.seconds,
          };
    if (!tightest || isTighter(verdict, tightest)) tightest = verdict;
  }
  return tightest ?? unlimited;
}

function isTighter(one: RateVerdict, other: RateVerdict): boolean {
  if (one.allowed !== other.allowed) return !one.allowed;
  return one.allowed ? one.remaining < other.remaining : one.resetSeconds > other.resetSeconds;
}

/** Seconds until enough old requests have left the window to admit one more. */
function resetOf(
  inside: readonly { at: number; count: number }[],
  window: RateWindow,
  second: number,
  used: number,
): number {
  let left = used;
  for (const { at, count } of [...inside].reverse()) {
    left -= count;
    if (left < window.requests) return Math.max(1, at + window.seconds + 1 - second);
  }
  return window.seconds;
}
