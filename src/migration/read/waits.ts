import type { Pace } from '../products/product.ts';

/** Trying goes on for this long without an answer. */
export const patienceMilliseconds = 600_000;

const backoffMilliseconds = { min: 2_000, max: 60_000 };

/**
 * How long to wait before another attempt: twice as long each time, not in step with others (`jitter`, 0 to 1), and no
 * shorter than the product asks for.
 */
export function waitBefore(failures: number, askedMilliseconds: number, jitter: number): number {
  const { min, max } = backoffMilliseconds;
  const full = Math.min(max, min * 2 ** failures);
  return Math.max(askedMilliseconds, min + (full - min) * (0.5 + jitter / 2));
}

/** The wait that the headers of a refused request ask for; 0 if they ask for none. */
export function askedWait(headers: Headers, pace: Pace, now: Date): number {
  const period = pace.periodSeconds === undefined ? null : headers.get(pace.periodSeconds);
  const reset = pace.budget === undefined ? null : headers.get(pace.budget.resetSeconds);
  return Math.max(retryAfter(headers.get('retry-after'), now), seconds(period), seconds(reset));
}

/** How long the product takes no more requests, by an answer that it gave; 0: it does. */
export function pauseAfter(headers: Headers, { budget }: Pace): number {
  if (budget === undefined || headers.get(budget.remaining) !== '0') return 0;
  return seconds(headers.get(budget.resetSeconds));
}

function retryAfter(text: string | null, now: Date): number {
  if (text === null || /^\d+$/.test(text)) return seconds(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

function seconds(text: string | null): number {
  return text !== null && /^\d{1,6}(\.\d+)?$/.test(text) ? Number(text) * 1000 : 0;
}
