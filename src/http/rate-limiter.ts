import { type RateLimitTable, type RateWindow, windowsOf } from './rate-limits.ts';

/** The verdict of the tightest window of a scope on one request. */
export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds, at least 1, until a request is allowed (refused) or the window is fresh (allowed). */
  resetSeconds: number;
}

/** Counts requests per scope and key; `consume` counts the request only when it is allowed, `peek` never. */
export interface RateLimiter {
  readonly limits: RateLimitTable | 'off';
  peek(scope: string, key: string, now: Date): RateVerdict | Promise<RateVerdict>;
  /** With `own`, by these windows instead of those of the scope. */
  consume(
    scope: string,
    key: string,
    now: Date,
    own?: readonly RateWindow[],
  ): RateVerdict | Promise<RateVerdict>;
}

/** One that answers at once. */
export interface MemoryRateLimiter extends RateLimiter {
  peek(scope: string, key: string, now: Date): RateVerdict;
  /** `count` of them at once are allowed where one is, and count all. */
  consume(
    scope: string,
    key: string,
    now: Date,
    own?: readonly RateWindow[],
    count?: number,
  ): RateVerdict;
}

/** How often it is looked for callers who have not come for longer than their windows. */
const sweepMilliseconds = 60_000;

/** The verdict where nothing is limited. */
export const unlimited: RateVerdict = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };

/** The verdict without any limit; `limit` 0 means that no header is sent. */
function isUnlimited(verdict: RateVerdict): boolean {
  return verdict.limit === 0;
}

/**
 * Exact sliding windows in memory, for a process that has the store to itself: per key a ring of the
 * times of the latest requests, so a check costs one look per window whatever the limit.
 */
export function createMemoryRateLimiter(limits: RateLimitTable | 'off'): MemoryRateLimiter {
  const rings = new Map<string, Ring>();
  let sweptAt = 0;
  return {
    limits,
    peek: (scope, key, now) => rings.get(`${scope}\u0000${key}`)?.judge(now.getTime()) ?? unlimited,
    consume(scope, key, now, own, count = 1) {
      const windows = windowsOf(limits, scope, own);
      if (windows.length === 0) return unlimited;
      const at = now.getTime();
      if (Math.abs(at - sweptAt) >= sweepMilliseconds) {
        forgetIdle(rings, at);
        sweptAt = at;
      }
      // Other windows count anew: a ring is as long as they say.
      const id = `${scope}\u0000${key}${own ? JSON.stringify(own) : ''}`;
      let ring = rings.get(id);
      if (!ring) {
        ring = new Ring(windows);
        rings.set(id, ring);
      }
      return ring.consume(at, count);
    },
  };
}

function forgetIdle(rings: Map<string, Ring>, at: number): void {
  for (const [id, ring] of rings) if (ring.isIdle(at)) rings.delete(id);
}

class Ring {
  readonly #windows: readonly RateWindow[];
  #times: number[] = [];
  readonly #capacity: number;
  #next = 0;

  constructor(windows: readonly RateWindow[]) {
    this.#windows = windows;
    this.#capacity = Math.max(...windows.map((window) => window.requests));
  }

  consume(at: number, count: number): RateVerdict {
    // A clock that was set back would refuse everybody until it caught up again.
    if (at < (this.#nth(1) ?? at)) this.#forget();
    const verdict = this.judge(at);
    if (verdict.allowed)
      for (let one = 0; one < Math.min(count, this.#capacity); one += 1) this.#push(at);
    return verdict;
  }

  /** The verdict on a request at `at`, without counting it. */
  judge(at: number): RateVerdict {
    let tightest: RateVerdict | undefined;
    for (const { requests, seconds } of this.#windows) {
      const start = at - seconds * 1000;
      const blocker = this.#nth(requests);
      if (blocker !== undefined && blocker > start) {
        const resetSeconds = Math.max(1, Math.ceil((blocker - start) / 1000));
        if (!tightest || tightest.allowed || resetSeconds > tightest.resetSeconds)
          tightest = { allowed: false, limit: requests, remaining: 0, resetSeconds };
      } else if (!tightest || tightest.allowed) {
        const remaining = requests - this.#countSince(start, requests) - 1;
        if (!tightest || remaining < tightest.remaining)
          tightest = { allowed: true, limit: requests, remaining, resetSeconds: seconds };
      }
    }
    return tightest ?? unlimited;
  }

  isIdle(at: number): boolean {
    const last = this.#nth(1);
    return last === undefined || this.#windows.every(({ seconds }) => last <= at - seconds * 1000);
  }

  #forget(): void {
    this.#times = [];
    this.#next = 0;
  }

  #push(at: number): void {
    this.#times[this.#next] = at;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  /** Time of the `n`th latest request, or undefined when there were fewer. */
  #nth(n: number): number | undefined {
    if (n > this.#times.length) return undefined;
    return this.#times[(this.#next - n + this.#capacity * 2) % this.#capacity];
  }

  /** How many of the latest `most` requests are younger than `start`; times are ascending, so it bisects. */
  #countSince(start: number, most: number): number {
    let low = 0;
    let high = Math.min(most, this.#times.length);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const time = this.#nth(middle);
      if (time !== undefined && time > start) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Standard headers: the widely read trio, and the policy with every window of the scope. */
export function rateLimitHeaders(
  limits: RateLimitTable | 'off',
  scope: string,
  verdict: RateVerdict,
  own?: readonly RateWindow[],
): Record<string, string> {
  if (isUnlimited(verdict)) return {};
  const headers: Record<string, string> = {
    'RateLimit-Limit': String(verdict.limit),
    'RateLimit-Remaining': String(verdict.remaining),
    'RateLimit-Reset': String(verdict.resetSeconds),
    'RateLimit-Policy': windowsOf(limits, scope, own)
      .map(({ requests, seconds }) => `${requests};w=${seconds}`)
      .join(', '),
  };
  if (!verdict.allowed) headers['Retry-After'] = String(verdict.resetSeconds);
  return headers;
}
