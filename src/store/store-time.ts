import type { Log, StoreTime } from '../kernel/index.ts';

/** Smaller differences are the way to the store and back, and what clocks that are kept in step still differ by. */
const differenceMilliseconds = 1000;
/** The quickest of so many answers says it best. */
const tries = 3;
/** How often clocks are compared while nobody sets the own one. */
const measureMilliseconds = 30_000;

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
 * The time of the store: counted from when it said what it is by the clock of this machine that nobody sets, so whoever
 * sets the other one takes no lease of another process. Clocks that differ by less than a second count as the same.
 * `ask` gives what the store says it is.
 * @throws what `ask` throws, at the first measure only: later ones keep what is known
 */
export async function measuredTime(
  ask: () => Promise<Date>,
  log: Log,
  own = ownClock,
): Promise<StoreTime> {
  let known = await measured(ask, own);
  let measuredAt = own.elapsed();
  say(log, known);
  return {
    now: () => new Date(known.began + own.elapsed() - known.ahead),
    async measure() {
      const wasSet = differs(own.now() - own.elapsed(), known.began);
      if (!wasSet && own.elapsed() - measuredAt < measureMilliseconds) return;
      const found = await measured(ask, own).catch(() => null);
      if (!found) return;
      measuredAt = own.elapsed();
      const isNews = differs(found.ahead, known.ahead);
      if (!isNews && !differs(found.began, known.began)) return;
      known = found;
      if (isNews) say(log, known);
    },
  };
}

interface Known {
  /** When the clock that nobody sets began, by the other one. */
  began: number;
  /** Milliseconds by which the own clock is ahead of the store's; 0 for those that agree. */
  ahead: number;
}

async function measured(ask: () => Promise<Date>, { now, elapsed }: OwnClock): Promise<Known> {
  let known: Known = { began: 0, ahead: 0 };
  let took = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries; round += 1) {
    const [asked, begun] = [now(), elapsed()];
    const theirs = (await ask()).getTime();
    const way = elapsed() - begun;
    if (way >= took) continue;
    took = way;
    known = { began: asked - begun, ahead: asked + way / 2 - theirs };
  }
  const agrees = Math.abs(known.ahead) < differenceMilliseconds + took / 2;
  return agrees ? { ...known, ahead: 0 } : known;
}

const differs = (one: number, other: number) => Math.abs(one - other) >= differenceMilliseconds;

function say(log: Log, { ahead }: Known): void {
  if (ahead === 0) return;
  log.warn(
    { aheadSeconds: Math.round(ahead / 100) / 10 },
    'the clock of this machine is not that of the store, whose time is used; synchronise the clocks (NTP)',
  );
}
