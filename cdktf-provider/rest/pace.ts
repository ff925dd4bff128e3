/**
 * Keeps the provider under the request limits of the Public API, so that a large plan is slow and
 * not refused. Turns are given in order of asking. Without limits a pacer only keeps pauses.
 */

export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** Limits of one key, public-api.md section 0 rule 15 and the `RateLimit-Policy` header. */
export const publicApiLimits: readonly Limit[] = [
  { requests: 300, seconds: 20 },
  { requests: 2700, seconds: 300 },
];

/** A server counts when a request arrives, which is later than when it was sent, by more or less. */
const marginMilliseconds = 250;

export interface PaceClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface Pacer {
  /** Resolves when the next request may go out. Rejects when the signal aborts. */
  turn(signal: AbortSignal): Promise<void>;
  /** No request starts before this moment, as the server demanded. */
  pauseUntil(at: number): void;
}

export function createPacer(limits: readonly Limit[], clock: PaceClock): Pacer {
  const sent: number[] = [];
  const horizon = Math.max(0, ...limits.map(({ seconds }) => seconds * 1000 + marginMilliseconds));
  let pausedUntil = 0;
  let queue = Promise.resolve();

  const nextFree = (now: number): number =>
    Math.max(
      pausedUntil,
      ...limits.map(({ requests, seconds }) => {
        const oldest = sent[sent.length - requests];
        return oldest === undefined ? now : oldest + seconds * 1000 + marginMilliseconds;
      }),
    );

  const wait = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const now = clock.now();
      const free = nextFree(now);
      if (free <= now) {
        while ((sent[0] ?? Number.POSITIVE_INFINITY) <= now - horizon) sent.shift();
        sent.push(now);
        return;
      }
      await clock.sleep(free - now, signal);
    }
  };

  return {
    turn: (signal) => {
      const mine = queue.then(() => wait(signal));
      queue = mine.catch(() => {});
      return mine;
    },
    pauseUntil: (at) => {
      pausedUntil = Math.max(pausedUntil, at);
    },
  };
}
