import { passedOver, type Scan } from './read-ahead.ts';
import type { Matcher } from './semantics/match.ts';
import type { Sorter, SortKey } from './semantics/sort.ts';
import type { Slice, Sliced } from './slice.ts';
import type { DocumentRow } from './storage.ts';

/** Documents one after the other, each step from plan to result made of the one before. */
export interface Rows {
  next(slice: Slice): Sliced<DocumentRow | undefined>;
  /** Passes one over without reading it; false at the end. Where it is missing it would spare nothing. */
  readonly skip?: (() => boolean) | undefined;
  pause(): void;
  release(): void;
}

/** Lets others work when the slice is used up. */
export function* breathe(rows: Pick<Rows, 'pause'>, slice: Slice): Sliced<void> {
  if (!slice.spent()) return;
  rows.pause();
  yield;
  slice.renew();
}

export class FilteredScan implements Rows {
  readonly skip: (() => boolean) | undefined;
  readonly #scan: Scan;
  readonly #matcher: Matcher | undefined;

  /** Without a matcher: every document of the scan is one of the result. */
  constructor(scan: Scan, matcher: Matcher | undefined) {
    this.#scan = scan;
    this.#matcher = matcher;
    if (matcher === undefined && scan.skip !== undefined) this.skip = scan.skip.bind(scan);
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    for (;;) {
      const row = this.#scan.next();
      if (row === undefined) return undefined;
      const isFound =
        row !== passedOver && (this.#matcher === undefined || this.#matcher.testRaw(row[1]));
      if (isFound) return row;
      yield* breathe(this, slice);
    }
  }

  pause(): void {
    this.#scan.pause();
  }

  release(): void {
    this.#scan.release();
  }
}

export class WindowedRows implements Rows {
  readonly #source: Rows;
  #skip: number;
  #left: number;

  constructor(source: Rows, skip: number, limit: number) {
    this.#source = source;
    this.#skip = skip;
    this.#left = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    if (this.#left === 0) return undefined;
    while (this.#skip > 0) {
      const isThere =
        this.#source.skip === undefined
          ? (yield* this.#source.next(slice)) !== undefined
          : this.#source.skip();
      if (!isThere) {
        this.#left = 0;
        return undefined;
      }
      this.#skip--;
      yield* breathe(this, slice);
    }
    const row = yield* this.#source.next(slice);
    if (row !== undefined) this.#left--;
    return row;
  }

  pause(): void {
    this.#source.pause();
  }

  release(): void {
    this.#source.release();
  }
}

interface Head {
  row: DocumentRow;
  key: SortKey;
  branch: Rows;
}

/** Merges branches that have the wanted order each; a document of several branches comes once. */
export class MergedRows implements Rows {
  readonly #branches: readonly Rows[];
  readonly #sorter: Sorter;
  readonly #seen = new Set<number>();
  #heads: Head[] = [];
  /** Branches whose next document is not known yet. */
  #unknown: Rows[];

  constructor(branches: readonly Rows[], sorter: Sorter) {
    this.#branches = branches;
    this.#sorter = sorter;
    this.#unknown = [...branches];
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    for (;;) {
      while (this.#unknown.length > 0) {
        const branch = this.#unknown[0] as Rows;
        const row = yield* branch.next(slice);
        this.#unknown.shift();
        if (row !== undefined) {
          this.#heads.push({ row, key: this.#sorter.keyOfRaw(row[1]), branch });
        }
      }
      const first = this.#takeFirst();
      if (first === undefined) return undefined;
      this.#unknown.push(first.branch);
      const [rid] = first.row;
      if (this.#seen.has(rid)) continue;
      this.#seen.add(rid);
      return first.row;
    }
  }

  pause(): void {
    for (const branch of this.#branches) branch.pause();
  }

  release(): void {
    for (const branch of this.#branches) branch.release();
  }

  #takeFirst(): Head | undefined {
    let first: Head | undefined;
    for (const head of this.#heads) {
      if (first === undefined || this.#sorter.compareKeys(head.key, first.key) < 0) first = head;
    }
    this.#heads = this.#heads.filter((head) => head !== first);
    return first;
  }
}
