import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';

/**
 * How much of the long random runs is wanted: none on a desk, all in `npm run test:long`, a part of them in CI. The files
 * that import this one are those that `npm run test:long` runs. Not named as settings of the product are: programs under
 * test refuse those that they do not know.
 */
const share = Number(process.env.TEST_LONG ?? 0);

export const isWhole = share >= 1;

/** Another one gives other nights and other calls. */
export const firstSeed = Number(process.env.TEST_SEED ?? 1);

/** The seed of a law that has one of its own. */
export function seedOf(own: number): number {
  return own + firstSeed - 1;
}

/** Of runs that take a part of a second each. */
export function runsOf({ short, long }: { short: number; long: number }): number {
  return Math.max(short, Math.round(long * share));
}

/** Of runs that take no time to speak of, each; but many laws have them, and what finds a bug at all mostly finds it soon. */
export function quickRuns(long: number): number {
  return runsOf({ short: Math.min(long, 100), long });
}

const portion = 300;

/** `fc.assert` that lets the worker answer between portions: the run fails when it does not for a minute. */
export async function assertInPortions<Values>(
  property: fc.IProperty<Values>,
  { numRuns }: { numRuns: number },
): Promise<void> {
  for (let left = numRuns; left > 0; left -= portion) {
    fc.assert(property, { numRuns: Math.min(left, portion), seed: firstSeed + left });
    await setImmediate();
  }
}
