import { CommandError } from './semantics/errors.ts';

/**
 * Long work in slices. Commands are generators: `yield` is a place where others may run. Readers let waiting
 * clients in; writers have what they did so far committed first.
 */
export type Sliced<T> = Generator<undefined, T, undefined>;

// biome-ignore lint/correctness/useYield: work that is done already has nothing to pause for.
export function* ready<T>(value: T): Sliced<T> {
  return value;
}

/** How long one command may occupy the engine. */
const sliceMilliseconds = 4;
/**
 * A read commits nothing between its slices, so they may be short: whoever writes waits for one of each read that has
 * just come.
 */
const readMilliseconds = 1;

/** Tells when a slice is used up. Reading the clock is expensive, so it reads it only now and then. */
export class Slice {
  #until: number;
  #asked = 0;
  readonly #deadline: number | undefined;
  readonly #milliseconds: number;

  /** `deadline`: in `performance.now()` terms, the point after which the work is given up (`maxTimeMS`). */
  constructor(deadline?: number, milliseconds = sliceMilliseconds) {
    this.#deadline = deadline;
    this.#milliseconds = milliseconds;
    this.#until = performance.now() + milliseconds;
  }

  spent(weight = 1): boolean {
    this.#asked += weight;
    if (this.#asked < 16) return false;
    this.#asked = 0;
    return performance.now() >= this.#until;
  }

  /** After a pause. @throws CommandError MaxTimeMSExpired (50) */
  renew(): void {
    const now = performance.now();
    if (this.#deadline !== undefined && now > this.#deadline) {
      throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit');
    }
    this.#until = now + this.#milliseconds;
    this.#asked = 0;
  }
}

export class ReadSlice extends Slice {
  constructor(deadline?: number) {
    super(deadline, readMilliseconds);
  }
}
