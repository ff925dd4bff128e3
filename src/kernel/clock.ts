/** The only source of "now" for modules, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds of a clock that nobody sets: for what has passed, never for when something was. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };
