import type { World } from '../kernel/index.ts';
import { rushOf } from '../pace/index.ts';

/** How far apart writes begin in a rush. */
const apartMilliseconds = 25;
/** A write begins at once when so many wait for it. */
const enough = 16;
/** Senders who wait for an answer before they send the next alert have sent it by then. */
const returnMilliseconds = 5;

/**
 * Keeps the beginnings of writes apart while alerts come in one after the other, so that several share a commit: it
 * writes whole pages, most of them the same ones for one alert as for ten. An alert that comes alone waits for nothing,
 * nor does anybody who has waited for the answer to the last one.
 */
export class Spacing {
  readonly #world: World;
  #begunAt = Number.NEGATIVE_INFINITY;
  #endedAt = 0;
  #written = 0;
  #isMore = false;
  #arrived = 0;
  #look: (() => void) | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  noteArrival(): void {
    this.#arrived += 1;
    this.#look?.();
  }

  /** `isMore`: others waited, too, and did not fit. */
  noteWritten(count: number, isMore: boolean): void {
    this.#endedAt = performance.now();
    this.#written = count;
    this.#isMore = isMore;
  }

  /** Resolved when the next write may begin. */
  async turn(): Promise<void> {
    const left = this.#begunAt + apartMilliseconds * rushOf(this.#world) - performance.now();
    if (left >= 1 && !this.#isEnough()) await this.#wait(left);
    this.#begunAt = performance.now();
    this.#arrived = 0;
  }

  #isEnough(): boolean {
    if (this.#isMore || this.#arrived >= enough) return true;
    const haveReturned = performance.now() - this.#endedAt <= returnMilliseconds;
    return haveReturned && this.#arrived >= this.#written;
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#look = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#look = () => {
        if (this.#isEnough()) end();
      };
    });
  }
}
