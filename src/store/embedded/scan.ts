import type { Collection, Index } from './catalog.ts';
import type { Plan } from './planner.ts';
import { CommandError } from './semantics/errors.ts';
import type { KeyRange } from './semantics/keys.ts';
import type { DocumentRow, IndexRow } from './storage.ts';

/**
 * Reads a plan's documents one by one. A scan keeps a position, never a read transaction: rows are fetched
 * in chunks, and `release` forgets those not consumed yet, so that after a pause the scan goes on from its
 * position in whatever is stored by then.
 */
export interface Scan {
  next(): DocumentRow | undefined;
  release(): void;
  /** Index entries and documents looked at so far. */
  readonly examined: { keys: number; documents: number };
}

const rowsMax = 256;
const chunkBytes = 1 << 20;

export function openScan(collection: Collection, plan: Plan, rowsWanted: number): Scan {
  switch (plan.stage) {
    case 'EOF':
      return { next: () => undefined, release: () => {}, examined: { keys: 0, documents: 0 } };
    case 'COLLSCAN':
      return new CollectionScan(collection, plan.direction, rowsWanted);
    case 'IXSCAN':
      return plan.points
        ? new PointScan(
            collection,
            plan.index,
            plan.direction === 1 ? plan.ranges : [...plan.ranges].reverse(),
          )
        : new IndexScan(collection, plan.index, plan.ranges, plan.direction, rowsWanted);
    case 'OR':
      return new UnionScan(plan.branches.map((branch) => openScan(collection, branch, rowsWanted)));
  }
}

/** Cursors outlive drops. */
function checkStillThere(collection: Collection, index: Index | undefined): void {
  if (collection.dropped || (index !== undefined && !collection.indexes.includes(index))) {
    throw new CommandError(
      175,
      `query plan killed: collection ${collection.ns} or its index was dropped`,
    );
  }
}

/** Grows towards `rowsMax`, but holds about one megabyte whatever the documents weigh. */
class ChunkSize {
  #rows: number;

  constructor(rowsWanted: number) {
    this.#rows = Math.max(1, Math.min(rowsWanted, 128));
  }

  get rows(): number {
    return this.#rows;
  }

  learn(rows: number, bytes: number): void {
    const fitting = bytes === 0 ? rowsMax : Math.floor(chunkBytes / (bytes / rows + 1));
    this.#rows = Math.max(1, Math.min(rowsMax, this.#rows * 2, fitting));
  }
}

class CollectionScan implements Scan {
  readonly examined = { keys: 0, documents: 0 };
  readonly #collection: Collection;
  readonly #direction: 1 | -1;
  readonly #chunk: ChunkSize;
  #rows: DocumentRow[] = [];
  #at = 0;
  #position: number;
  #done = false;

  constructor(collection: Collection, direction: 1 | -1, rowsWanted: number) {
    this.#collection = collection;
    this.#direction = direction;
    this.#chunk = new ChunkSize(rowsWanted);
    this.#position = direction === 1 ? -1 : Number.MAX_SAFE_INTEGER;
  }

  next(): DocumentRow | undefined {
    if (this.#at >= this.#rows.length && !this.#fetch()) return undefined;
    const row = this.#rows[this.#at++];
    if (row === undefined) return undefined;
    this.#position = row[0];
    this.examined.documents++;
    return row;
  }

  release(): void {
    if (this.#at < this.#rows.length) this.#done = false;
    this.#rows = [];
    this.#at = 0;
  }

  #fetch(): boolean {
    if (this.#done) return false;
    checkStillThere(this.#collection, undefined);
    const { table } = this.#collection;
    const limit = this.#chunk.rows;
    const rows =
      this.#direction === 1
        ? table.after(this.#position, limit)
        : table.before(this.#position, limit);
    this.#rows = rows;
    this.#at = 0;
    if (rows.length < limit) this.#done = true;
    if (rows.length === 0) return false;
    this.#chunk.learn(
      rows.length,
      rows.reduce((bytes, row) => bytes + row[1].length, 0),
    );
    return true;
  }
}

/** Single keys of a unique index: one look-up each, no range to walk. */
class PointScan implements Scan {
  readonly examined = { keys: 0, documents: 0 };
  readonly #collection: Collection;
  readonly #index: Index;
  readonly #ranges: readonly KeyRange[];
  readonly #seen: Set<number> | undefined;
  #at = 0;

  constructor(collection: Collection, index: Index, ranges: readonly KeyRange[]) {
    this.#collection = collection;
    this.#index = index;
    this.#ranges = ranges;
    this.#seen = index.multikey && ranges.length > 1 ? new Set() : undefined;
  }

  next(): DocumentRow | undefined {
    checkStillThere(this.#collection, this.#index);
    while (this.#at < this.#ranges.length) {
      const range = this.#ranges[this.#at++] as KeyRange;
      this.examined.keys++;
      const row = this.#index.tree.one(range.lower);
      if (row === undefined) continue;
      if (this.#seen !== undefined) {
        if (this.#seen.has(row[0])) continue;
        this.#seen.add(row[0]);
      }
      this.examined.documents++;
      return row;
    }
    return undefined;
  }

  release(): void {}
}

class IndexScan implements Scan {
  readonly examined = { keys: 0, documents: 0 };
  readonly #collection: Collection;
  readonly #index: Index;
  readonly #ranges: readonly KeyRange[];
  readonly #direction: 1 | -1;
  readonly #chunk: ChunkSize;
  /** On a multikey index one document has several entries. */
  readonly #seen = new Set<number>();
  #range: number;
  #rows: IndexRow[] = [];
  #at = 0;
  #key: Uint8Array | undefined;
  #rid = -1;
  #rangeDone = false;

  constructor(
    collection: Collection,
    index: Index,
    ranges: readonly KeyRange[],
    direction: 1 | -1,
    rowsWanted: number,
  ) {
    this.#collection = collection;
    this.#index = index;
    this.#ranges = ranges;
    this.#direction = direction;
    this.#range = direction === 1 ? 0 : ranges.length - 1;
    this.#chunk = new ChunkSize(rowsWanted);
  }

  next(): DocumentRow | undefined {
    for (;;) {
      if (this.#at >= this.#rows.length && !this.#fetch()) return undefined;
      const row = this.#rows[this.#at++];
      if (row === undefined) return undefined;
      this.#key = row[0];
      this.#rid = row[1];
      this.examined.keys++;
      if (this.#index.multikey) {
        if (this.#seen.has(row[1])) continue;
        this.#seen.add(row[1]);
      }
      this.examined.documents++;
      return [row[1], row[2]];
    }
  }

  release(): void {
    if (this.#at < this.#rows.length) this.#rangeDone = false;
    this.#rows = [];
    this.#at = 0;
  }

  #fetch(): boolean {
    for (;;) {
      if (this.#rangeDone) {
        this.#range += this.#direction;
        this.#rangeDone = false;
        this.#key = undefined;
      }
      const range = this.#ranges[this.#range];
      if (range === undefined) return false;
      checkStillThere(this.#collection, this.#index);
      const limit = this.#chunk.rows;
      const { tree } = this.#index;
      const rows =
        this.#direction === 1
          ? tree.after(
              this.#key ?? range.lower,
              this.#key === undefined ? -1 : this.#rid,
              range.upper,
              limit,
            )
          : tree.before(
              this.#key ?? range.upper,
              this.#key === undefined ? -1 : this.#rid,
              range.lower,
              limit,
            );
      this.#rows = rows;
      this.#at = 0;
      if (rows.length < limit) this.#rangeDone = true;
      if (rows.length === 0) continue;
      this.#chunk.learn(
        rows.length,
        rows.reduce((bytes, row) => bytes + row[2].length, 0),
      );
      return true;
    }
  }
}

class UnionScan implements Scan {
  readonly #scans: readonly Scan[];
  readonly #seen = new Set<number>();
  #at = 0;

  constructor(scans: readonly Scan[]) {
    this.#scans = scans;
  }

  get examined(): { keys: number; documents: number } {
    let keys = 0;
    let documents = 0;
    for (const scan of this.#scans) {
      keys += scan.examined.keys;
      documents += scan.examined.documents;
    }
    return { keys, documents };
  }

  next(): DocumentRow | undefined {
    while (this.#at < this.#scans.length) {
      const row = this.#scans[this.#at]?.next();
      if (row === undefined) {
        this.#at++;
        continue;
      }
      if (this.#seen.has(row[0])) continue;
      this.#seen.add(row[0]);
      return row;
    }
    return undefined;
  }

  release(): void {
    for (const scan of this.#scans) scan.release();
  }
}
