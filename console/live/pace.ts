/**
 * Between two refreshes in a burst. The limit for people is 30 requests to one address in 20 seconds; a refresh is one
 * of them, and a third is left for what they do themselves.
 */
const quickMilliseconds = 700;
const slowMilliseconds = 1_700;
export const windowMilliseconds = 20_000;
const quickMax = 14;

/**
 * When the next refresh may come after these: quick at the beginning of a burst, slower in one that goes on, never
 * beyond the limit.
 */
export function nextAfter(times: readonly number[]): number {
  const last = times.at(-1) ?? 0;
  const inWindow = times.filter((time) => time > last - windowMilliseconds).length;
  return last + (inWindow < quickMax ? quickMilliseconds : slowMilliseconds);
}
