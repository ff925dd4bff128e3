/** Milliseconds of long reads between two looks at what has come in: about one slice. */
const turnMilliseconds = 1;

/** Long reads take turns, so that whoever asks for little never waits for a slice of each of them. */
export class ReadTurns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;

  /** Calls `step` when its turn has come; it asks again for the next one. */
  take(step: () => void): void {
    this.#waiting.push(step);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const until = performance.now() + turnMilliseconds;
      do this.#waiting.shift()?.();
      while (this.#waiting.length > 0 && performance.now() < until);
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
