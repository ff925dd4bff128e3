/*
 * How long each kind of work keeps out of the way of others. The database has slices of its own, far below a request:
 * `slice.ts` and `read-turns.ts` of `store/embedded`.
 */

export interface Way {
  /** The pause without a rush. */
  least: number;
  /** In a rush the pause is this many times as long as the step took, within limits. */
  factor: number;
  rushLeast: number;
  rushMost: number;
  /** The pause grows with the alerts that come in, up to this many times those of a full rush; default: 1. */
  growsUntil?: number;
  /**
   * Once the oldest of its work is late by the first, the pause shrinks; from the second on there is none. Left out
   * where it may be late for as long as the rush lasts.
   */
  patience?: readonly [milliseconds: number, atMost: number];
  /** Way is made only for telling that is late by more than the first, and the whole of it from the second on. */
  courtesy?: readonly [milliseconds: number, atMost: number];
}

/** Kinds of work that make way, and for how long; milliseconds. */
export const ways = {
  /**
   * Stores alerts and opens incidents. A flood at the full rate of the machine would leave so little to telling that
   * people heard of it many minutes later. Batches get larger meanwhile, and senders wait for half a second longer.
   */
  intake: { least: 0, factor: 0, rushLeast: 500, rushMost: 500, courtesy: [5000, 30_000] },
  /** May be late by minutes: with 1,000 alerts in a second it still keeps up. */
  upkeep: { least: 20, factor: 3, rushLeast: 0, rushMost: 500 },
  /**
   * Makes incidents due to which nothing new has happened, some at a time: an alert that comes in waits for those few.
   */
  lookingAgain: { least: 100, factor: 0, rushLeast: 300, rushMost: 300 },
  /**
   * Decides who is told of incidents that are not critical. Nobody notices the pause, and it saves many small batches.
   */
  telling: { least: 0, factor: 6, rushLeast: 25, rushMost: 250, patience: [1000, 10_000] },
  tellingCritical: {
    least: 0,
    factor: 1,
    rushLeast: 25,
    rushMost: 250,
    patience: [1000, 5000],
  },
  /** Takes minutes anyway: half of the time beside 100 alerts in a second, a tenth beside 1,000. */
  replaying: { least: 0, factor: 1, rushLeast: 0, rushMost: 100, growsUntil: 10 },
  /** Somebody waits for it. */
  reading: { least: 0, factor: 1, rushLeast: 0, rushMost: 50 },
} as const satisfies Readonly<Record<string, Way>>;

export type Yielding = keyof typeof ways;

/** After a start, those who waited for it come first. */
export const afterStart = {
  /** Upkeep begins one after the other within so long. */
  upkeepSeconds: 30,
  /** Then what the first call and the first visitor would wait for is made ready. */
  warmUpMilliseconds: 5000,
} as const;

/**
 * Each open incident that alerting looks at again costs up to a millisecond: this keeps that under half a percent of a
 * core.
 */
export const auditRestMillisecondsEach = 300;
