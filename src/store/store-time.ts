import type { Log, StoreTime } from '../kernel/index.ts';

/** Smaller differences are the way to the store and back, and what clocks that are kept in step still differ by. */
const differenceMilliseconds = 1000;
/** The quickest of so many answers says it best. */
const tries = 3;

/** A machine's own clock; tests set it wrong. */
interface OwnClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a clock that nobody sets. */
  elapsed(): number;
}

const ownClock: OwnClock = { now: () => Date.now(), elapsed: () => performance.now() };

/** The time of a database on this machine, which has the same clock. */
export const timeOfThisMachine: StoreTime = {
  now: () => new Date(),
  measure: async () => {},
};

/**
 * This machine's clock, put right by that of the store where the two differ by a second or more. `ask` gives what the
 * store says it is.
 * @throws what `ask` throws, at the first measure only: later ones keep what is known
 */
export async function measuredTime(
  ask: () => Promise<Date>,
  log: Log,
  own = ownClock,
): Promise<StoreTime> {
  let ahead = await aheadOf(ask, own);
  say(log, ahead);
  return {
    now: () => new Date(own.now() - ahead),
    async measure() {
      const measured = await aheadOf(ask, own).catch(() => ahead);
      if (Math.abs(measured - ahead) < differenceMilliseconds) return;
      ahead = measured;
      say(log, ahead);
    },
  };
}

/** Milliseconds by which the own clock is ahead of the store's; 0 for those that agree. */
async function aheadOf(ask: () => Promise<Date>, { now, elapsed }: OwnClock): Promise<number> {
  let ahead = 0;
  let took = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries; round += 1) {
    const [asked, begun] = [now(), elapsed()];
    const theirs = (await ask()).getTime();
    const way = elapsed() - begun;
    if (way >= took) continue;
    took = way;
    ahead = asked + way / 2 - theirs;
  }
  return Math.abs(ahead) < differenceMilliseconds + took / 2 ? 0 : ahead;
}

function say(log: Log, ahead: number): void {
  if (ahead === 0) return;
  log.warn(
    { aheadSeconds: Math.round(ahead / 100) / 10 },
    'the clock of this machine is not that of the store, whose time is used; synchronise the clocks (NTP)',
  );
}
