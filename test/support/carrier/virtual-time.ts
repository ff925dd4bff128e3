/** Any clock that somebody else can move, such as the one of a server under test. */
export interface MovableClock {
  now(): Date;
  set(moment: Date): void;
}

export interface Timer {
  cancel(): void;
}

interface Entry {
  at: number;
  order: number;
  run: () => void;
}

/**
 * Time that passes only when nobody has anything left to do. Everything that happens is an entry in one queue; after
 * each the loop waits until real work, such as a request to the server, has finished. So a call of an hour takes
 * milliseconds, and happens the same way every time.
 */
export class VirtualTime {
  /** What happens at the same time happens together, and may end in any order; else one after the other. */
  isConcurrent = false;
  readonly #clock: MovableClock;
  readonly #queue: Entry[] = [];
  #order = 0;
  #underWay = 0;
  #finished: (() => void) | null = null;
  #failure: { error: unknown } | null = null;

  constructor(clock: MovableClock) {
    this.#clock = clock;
  }

  /** In milliseconds. */
  now(): number {
    return this.#clock.now().getTime();
  }

  /** In seconds from now. */
  after(seconds: number, run: () => void): Timer {
    this.#order += 1;
    const entry: Entry = { at: this.now() + Math.round(seconds * 1000), order: this.#order, run };
    const position = this.#queue.findIndex(({ at }) => at > entry.at);
    this.#queue.splice(position < 0 ? this.#queue.length : position, 0, entry);
    return {
      cancel: () => {
        const index = this.#queue.indexOf(entry);
        if (index >= 0) this.#queue.splice(index, 1);
      },
    };
  }

  wait(seconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(seconds, resolve));
  }

  /** Real work, during which time stands still. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#finished?.();
    }
  }

  /** Starts something that goes on by itself; what it throws ends `run`. */
  start(activity: () => Promise<void>): void {
    activity().catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** Until nothing is left to happen, or until a time: nothing later than `seconds` from now happens. */
  async run(seconds = Number.POSITIVE_INFINITY): Promise<void> {
    const end = this.now() + seconds * 1000;
    await this.#quiet();
    for (;;) {
      const [entry] = this.#queue;
      if (!entry || entry.at > end) break;
      if (entry.at > this.now()) this.#clock.set(new Date(entry.at));
      const together = this.isConcurrent
        ? this.#queue.filter(({ at }) => at === entry.at).length
        : 1;
      for (const { run } of this.#queue.splice(0, together)) run();
      await this.#quiet();
    }
    if (Number.isFinite(end) && end > this.now()) this.#clock.set(new Date(end));
  }

  async #quiet(): Promise<void> {
    for (;;) {
      // Whoever was just told goes on before this comes back.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#underWay === 0) break;
      await new Promise<void>((resolve) => {
        this.#finished = resolve;
      });
      this.#finished = null;
    }
    if (!this.#failure) return;
    const { error } = this.#failure;
    this.#failure = null;
    this.#queue.length = 0;
    throw error;
  }
}
