import type { Collection, Index } from './catalog.ts';
import type { Plan } from './planner.ts';
import { CommandError } from './semantics/errors.ts';
import type { DocumentRow } from './storage.ts';

/**
 * Reads a plan's documents one by one. A scan keeps a position, never a read transaction: rows are fetched in chunks,
 * and those not consumed yet are forgotten when somebody wrote during a pause, so that the scan goes on from its
 * position in whatever is stored by then.
 */
export interface Scan {
  /** `passedOver` where it has looked at many entries and found none: a place for others to work. */
  next(): DocumentRow | undefined;
  /** `next` without reading the document; false at the end. Where it is missing it would spare nothing. */
  skip?(): boolean;
  /** Others may work until the next call: what was fetched ahead is kept only while nobody writes. */
  pause(): void;
  /** Nobody knows when the next call comes: forgets what was fetched ahead. */
  release(): void;
  /** Index entries and documents looked at so far. */
  readonly examined: { keys: number; documents: number };
}

/** No document. */
export const passedOver: DocumentRow = [-1, new Uint8Array()];

export type IndexPlan = Extract<Plan, { stage: 'IXSCAN' }>;

/** Cursors outlive drops. */
export function checkStillThere(collection: Collection, index: Index | undefined): void {
  if (collection.dropped || (index !== undefined && !collection.indexes.includes(index))) {
    throw new CommandError(
      175,
      `query plan killed: collection ${collection.ns} or its index was dropped`,
    );
  }
}

/** How many writes there had been when rows were fetched ahead. */
export class Freshness {
  readonly #collection: Collection;
  #writes = 0;
  #paused = false;

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  fetched(): void {
    this.#writes = this.#collection.writes;
  }

  pause(): void {
    this.#paused = true;
  }

  /** Whether the rows may have changed during a pause. */
  isLost(): boolean {
    if (!this.#paused) return false;
    this.#paused = false;
    return this.#writes !== this.#collection.writes || this.#collection.dropped;
  }
}
