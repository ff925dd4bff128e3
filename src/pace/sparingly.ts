/** It rests this many times as long as it took. */
const restFactor = 20;

/**
 * For a look that costs more the more is waiting, and is mostly for nothing: it is left out for so long after the last
 * one that all of them take a twentieth of the time.
 */
export class Sparingly {
  #restsUntil = 0;

  async run(look: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    if (begun < this.#restsUntil) return;
    await look();
    const ended = performance.now();
    this.#restsUntil = ended + (ended - begun) * restFactor;
  }
}
