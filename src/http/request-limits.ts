import type { Response } from 'express';
import { AppError, type Clock } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Operation } from './document.ts';
import type { OperationRequest } from './operation.ts';
import { type RateLimiter, type RateVerdict, rateLimitHeaders } from './rate-limiter.ts';
import type { RateWindow } from './rate-limits.ts';

/** One count of a request: in which scope, by which key, and what the caller has had too many of. */
export interface RateCount {
  scope: string;
  key: string;
  /** Limits of this key alone, in place of those of its scope; without either, nothing is limited. */
  windows?: readonly RateWindow[];
  /** Ends "More than 300 …": `requests with this API key`. */
  what: Sentence;
}

/** The limits of a surface. Undefined: this operation is not limited in this way. */
export interface RequestLimits<Caller, Traits> {
  limiter: RateLimiter;
  clock: Clock;
  /** Counts every request of a caller; every answer shows the state, of several counts that of the last. */
  ofCaller?(
    caller: Caller,
    operation: Operation & Traits,
  ): RateCount | readonly RateCount[] | undefined;
  /** Requests that are valid and not answered before, just before they do what they ask for. */
  ofOperation?(caller: Caller, request: OperationRequest<Traits>): RateCount | undefined;
}

/** Counts a request. Throws 429 when there were too many. */
export async function countRequest(
  { limiter, clock }: { limiter: RateLimiter; clock: Clock },
  count: RateCount | undefined,
  res: Response,
  tells: 'always' | 'when refused',
): Promise<void> {
  if (!count) return;
  const { scope, key, windows } = count;
  const verdict = await limiter.consume(scope, key, clock.now(), windows);
  if (!verdict.allowed || tells === 'always')
    res.set(rateLimitHeaders(limiter.limits, scope, verdict, windows));
  if (!verdict.allowed) throw tooMany(limiter, count, verdict);
}

/** 429 that says what there was too much of and when to come back. */
export function tooMany(
  { limits }: RateLimiter,
  { scope, what, windows }: Pick<RateCount, 'scope' | 'what' | 'windows'>,
  verdict: RateVerdict,
): AppError {
  const { limit, resetSeconds } = verdict;
  return new AppError('rate-limited', say('rateOver', { limit, what, seconds: resetSeconds }), {
    headers: rateLimitHeaders(limits, scope, verdict, windows),
  });
}
