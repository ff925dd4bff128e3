import type { Collection, Index } from './catalog.ts';
import type { IndexRow } from './index-tree.ts';
import { MergeScan } from './merge-scan.ts';
import type { Plan } from './planner.ts';
import { checkStillThere, Freshness, type IndexPlan, passedOver, type Scan } from './read-ahead.ts';
import type { KeyRange } from './semantics/keys.ts';
import type { DocumentRow } from './storage.ts';

/** How the documents of each plan are read, one by one. */

const rowsMax = 256;
const chunkBytes = 1 << 20;

/** `skips`: documents will be passed over without a look at them. */
export function openScan(
  collection: Collection,
  plan: Plan,
  rowsWanted: number,
  skips = false,
): Scan {
  switch (plan.stage) {
    case 'EOF':
      return {
        next: () => undefined,
        pause: () => {},
        release: () => {},
        examined: { keys: 0, documents: 0 },
      };
    case 'COLLSCAN':
      return new CollectionScan(collection, plan.direction, rowsWanted);
    case 'IXSCAN':
      if (plan.points && plan.streams === undefined) {
        const ranges = plan.direction === 1 ? plan.ranges : [...plan.ranges].reverse();
        return new PointScan(collection, plan.index, ranges);
      }
      if (plan.streams !== undefined || plan.endings !== undefined || skips) {
        const streams = plan.streams ?? [{ prefixBytes: 0, ranges: plan.ranges }];
        return new MergeScan(collection, plan, streams, rowsWanted);
      }
      return new IndexScan(collection, plan, rowsWanted);
    case 'OR':
      return new UnionScan(plan.branches.map((branch) => openScan(collection, branch, rowsWanted)));
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
  readonly #freshness: Freshness;
  readonly #collection: Collection;
  readonly #direction: 1 | -1;
  readonly #chunk: ChunkSize;
  #rows: DocumentRow[] = [];
  #at = 0;
  #position: number;
  #done = false;

  constructor(collection: Collection, direction: 1 | -1, rowsWanted: number) {
    this.#collection = collection;
    this.#freshness = new Freshness(collection);
    this.#direction = direction;
    this.#chunk = new ChunkSize(rowsWanted);
    this.#position = direction === 1 ? -1 : Number.MAX_SAFE_INTEGER;
  }

  next(): DocumentRow | undefined {
    if (this.#freshness.isLost()) this.release();
    if (this.#at >= this.#rows.length && !this.#fetch()) return undefined;
    const row = this.#rows[this.#at++];
    if (row === undefined) return undefined;
    this.#position = row[0];
    this.examined.documents++;
    return row;
  }

  pause(): void {
    this.#freshness.pause();
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
    this.#freshness.fetched();
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

  pause(): void {}

  release(): void {}
}

class IndexScan implements Scan {
  readonly examined = { keys: 0, documents: 0 };
  readonly #collection: Collection;
  readonly #freshness: Freshness;
  readonly #index: Index;
  readonly #ranges: readonly KeyRange[];
  readonly #direction: 1 | -1;
  readonly #chunk: ChunkSize;
  readonly #seen: Set<number> | undefined;
  #range: number;
  #rows: IndexRow[] = [];
  #at = 0;
  #key: Uint8Array | undefined;
  #rid = -1;
  #rangeDone = false;

  constructor(
    collection: Collection,
    { index, ranges, direction, repeats }: IndexPlan,
    rowsWanted: number,
  ) {
    this.#collection = collection;
    this.#freshness = new Freshness(collection);
    this.#index = index;
    this.#ranges = ranges;
    this.#direction = direction;
    this.#seen = repeats ? new Set() : undefined;
    this.#range = direction === 1 ? 0 : ranges.length - 1;
    this.#chunk = new ChunkSize(rowsWanted);
  }

  next(): DocumentRow | undefined {
    if (this.#freshness.isLost()) this.release();
    for (;;) {
      if (this.#at >= this.#rows.length && !this.#fetch()) return undefined;
      const row = this.#rows[this.#at++];
      if (row === undefined) return undefined;
      this.#key = row[0];
      this.#rid = row[1];
      this.examined.keys++;
      if (this.#seen !== undefined) {
        if (this.#seen.has(row[1])) continue;
        this.#seen.add(row[1]);
      }
      this.examined.documents++;
      return [row[1], row[2]];
    }
  }

  pause(): void {
    this.#freshness.pause();
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
      this.#freshness.fetched();
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
      if (row === passedOver) return row;
      if (this.#seen.has(row[0])) continue;
      this.#seen.add(row[0]);
      return row;
    }
    return undefined;
  }

  pause(): void {
    for (const scan of this.#scans) scan.pause();
  }

  release(): void {
    for (const scan of this.#scans) scan.release();
  }
}
