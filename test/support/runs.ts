/**
 * How much of the long random runs is wanted: none in `npm test`, all in `npm run test:long`, a part of them in CI. The
 * files that import this one are those that `npm run test:long` runs.
 */
const share = Number(process.env.TOCSIN_TEST_LONG ?? 0);

export const isLong = share > 0;

/** Another one gives other nights and other calls. */
export const firstSeed = Number(process.env.TOCSIN_TEST_SEED ?? 1);

/** Of runs that take a part of a second each. */
export function runsOf({ short, long }: { short: number; long: number }): number {
  return Math.max(short, Math.round(long * share));
}

/** Of runs that take no time to speak of: what finds a bug at all mostly finds it in a few hundred. */
export function quickRuns(long: number): number {
  return isLong ? long : Math.min(long, 300);
}
