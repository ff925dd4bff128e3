import type { Rows } from './rows.ts';
import { Slice, type Sliced } from './slice.ts';
import type { DocumentRow } from './storage.ts';

/** The documents that each plan looks at before it is the next one's turn. */
const turnDocuments = 64;
/** This many results decide, where more are wanted. */
const decisiveMax = 101;

/** A slice that is used up after so many documents, however long they took. */
class Turn extends Slice {
  #left = turnDocuments;

  override spent(weight = 1): boolean {
    this.#left -= weight;
    return this.#left <= 0;
  }

  override renew(): void {
    this.#left = turnDocuments;
  }
}

interface Contender {
  rows: Rows;
  turn: Turn;
  running: Sliced<DocumentRow | undefined> | undefined;
  found: DocumentRow[];
}

/**
 * Several plans for one result, tried side by side as MongoDB does: nothing is known beforehand about how many
 * documents each passes over, so it costs at most so many times the best one's work as there are plans. The first that
 * has a page, or has no more, goes on alone.
 */
export class Race implements Rows {
  readonly #contenders: readonly Contender[];
  readonly #decisive: number;
  #winner: Contender | undefined;
  #hasEnded = false;

  constructor(plans: readonly Rows[], wanted: number) {
    this.#decisive = Math.min(wanted, decisiveMax);
    this.#contenders = plans.map((rows) => ({
      rows,
      turn: new Turn(),
      running: undefined,
      found: [],
    }));
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    this.#winner ??= yield* this.#run(slice);
    const { found, rows } = this.#winner;
    if (found.length > 0) return found.shift();
    return this.#hasEnded ? undefined : yield* rows.next(slice);
  }

  pause(): void {
    for (const { rows } of this.#remaining()) rows.pause();
  }

  release(): void {
    for (const { rows } of this.#remaining()) rows.release();
  }

  #remaining(): readonly Contender[] {
    return this.#winner === undefined ? this.#contenders : [this.#winner];
  }

  *#run(slice: Slice): Sliced<Contender> {
    for (;;) {
      for (const contender of this.#contenders) {
        if (this.#take(contender)) return contender;
        if (!slice.spent(16)) continue;
        this.pause();
        yield;
        slice.renew();
      }
    }
  }

  /** One turn; whether that decided it. */
  #take(contender: Contender): boolean {
    const { rows, turn, found } = contender;
    turn.renew();
    for (;;) {
      contender.running ??= rows.next(turn);
      const step = contender.running.next();
      if (step.done !== true) return false;
      contender.running = undefined;
      if (step.value === undefined) {
        this.#hasEnded = true;
        return true;
      }
      found.push(step.value);
      if (found.length >= this.#decisive) return true;
      if (turn.spent()) return false;
    }
  }
}
