import type { Collection } from './catalog.ts';
import { type Plan, planQuery, type SortPattern } from './planner.ts';
import { openScan, type Scan } from './scan.ts';
import { CommandError } from './semantics/errors.ts';
import { compileMatch, type Matcher } from './semantics/match.ts';
import { compileSort, type Sorter, type SortKey } from './semantics/sort.ts';
import { asNumber, type Doc, type Value } from './semantics/values.ts';
import type { Slice, Sliced } from './slice.ts';
import type { DocumentRow } from './storage.ts';

/** A filter with its order and window, planned over one collection. */

export interface QuerySpec {
  filter: Doc;
  sort?: Doc | undefined;
  skip?: number;
  /** 0 or absent: all. */
  limit?: number;
  hint?: Value | undefined;
  /** Rows the first fetch should bring. */
  rowsWanted?: number;
  /** Already compiled form of `filter`. */
  matcher?: Matcher | undefined;
  now: Date;
}

/** What an in-memory sort may hold. The server's own limit. */
export const sortBytesMax = 100 * 1024 * 1024;

export interface Query {
  readonly plan: Plan;
  readonly matcher: Matcher;
  readonly sorter: Sorter | undefined;
  readonly scan: Scan;
  /** The documents come from a sort in memory: another command may have changed them since they were read. */
  readonly mayBeStale: boolean;
  /** The next document of the result; `undefined` at the end. */
  next(slice: Slice): Sliced<DocumentRow | undefined>;
  /** Forgets what was fetched ahead. */
  release(): void;
}

export function openQuery(collection: Collection, spec: QuerySpec): Query {
  const matcher = spec.matcher ?? compileFilter(spec);
  const natural = naturalOrder(spec.sort);
  const sorter =
    natural === undefined && spec.sort !== undefined && spec.sort.size > 0
      ? compileSort(spec.sort)
      : undefined;
  const sort: SortPattern | undefined =
    natural === undefined ? sorter?.pattern : [{ path: '$natural', direction: natural }];
  const plan =
    natural === undefined
      ? planQuery(collection, { shape: matcher.shape, sort, hint: spec.hint })
      : ({ stage: 'COLLSCAN', direction: natural } satisfies Plan);
  const sorted = sorter === undefined || (plan.stage === 'IXSCAN' && plan.sorted);
  const skip = spec.skip ?? 0;
  const limit = spec.limit ?? 0;
  const wanted = spec.rowsWanted ?? 128;
  const rows = sorted && limit > 0 ? Math.min(wanted, limit + skip) : wanted;
  const scan = openScan(collection, plan, rows);
  const exact = plan.stage === 'IXSCAN' && plan.exact;
  const filtered = new FilteredScan(scan, exact ? undefined : matcher);
  const ordered =
    sorted || sorter === undefined
      ? filtered
      : new SortedRows(filtered, sorter, limit === 0 ? 0 : limit + skip);
  const windowed = skip === 0 && limit === 0 ? ordered : new WindowedRows(ordered, skip, limit);
  return {
    plan,
    matcher,
    sorter,
    scan,
    mayBeStale: ordered !== filtered,
    next: (slice) => windowed.next(slice),
    release: () => windowed.release(),
  };
}

export function compileFilter(spec: { filter: Doc; now: Date }): Matcher {
  return compileMatch(spec.filter, { now: spec.now });
}

/** Refuses what `openQuery` would refuse, where there is no collection to open it on. */
export function checkQuery(spec: QuerySpec): void {
  compileFilter(spec);
  if (spec.sort !== undefined && naturalOrder(spec.sort) === undefined) compileSort(spec.sort);
}

function naturalOrder(sort: Doc | undefined): 1 | -1 | undefined {
  if (sort === undefined || sort.firstKey !== '$natural' || sort.size !== 1) return undefined;
  return (asNumber(sort.values[0]) ?? 1) < 0 ? -1 : 1;
}

interface Rows {
  next(slice: Slice): Sliced<DocumentRow | undefined>;
  release(): void;
}

class FilteredScan implements Rows {
  readonly #scan: Scan;
  readonly #matcher: Matcher | undefined;

  constructor(scan: Scan, matcher: Matcher | undefined) {
    this.#scan = scan;
    this.#matcher = matcher;
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    for (;;) {
      const row = this.#scan.next();
      if (row === undefined) return undefined;
      if (this.#matcher === undefined || this.#matcher.testRaw(row[1])) return row;
      if (slice.spent()) {
        this.#scan.release();
        yield;
        slice.renew();
      }
    }
  }

  release(): void {
    this.#scan.release();
  }
}

type Keyed = { row: DocumentRow; key: SortKey };

class SortedRows implements Rows {
  readonly #source: Rows;
  readonly #sorter: Sorter;
  /** Only so many of the first are wanted; 0: all. */
  readonly #top: number;
  #sorted: Keyed[] | undefined;
  #at = 0;

  constructor(source: Rows, sorter: Sorter, top: number) {
    this.#source = source;
    this.#sorter = sorter;
    this.#top = top;
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    this.#sorted ??= yield* this.#collect(slice);
    const keyed = this.#sorted[this.#at];
    if (keyed === undefined) return undefined;
    this.#at++;
    return keyed.row;
  }

  release(): void {}

  *#collect(slice: Slice): Sliced<Keyed[]> {
    const compare = (a: Keyed, b: Keyed) => this.#sorter.compareKeys(a.key, b.key);
    let held: Keyed[] = [];
    let bytes = 0;
    for (;;) {
      const row = yield* this.#source.next(slice);
      if (row === undefined) break;
      if (slice.spent()) {
        this.#source.release();
        yield;
        slice.renew();
      }
      held.push({ row, key: this.#sorter.keyOfRaw(row[1]) });
      bytes += row[1].length;
      if (this.#top > 0 && held.length >= this.#top * 2 + 64) {
        held.sort(compare);
        held = held.slice(0, this.#top);
        bytes = held.reduce((sum, keyed) => sum + keyed.row[1].length, 0);
      }
      if (bytes > sortBytesMax) {
        throw new CommandError(
          'QueryExceededMemoryLimitNoDiskUseAllowed',
          `Sort exceeded memory limit of ${sortBytesMax} bytes, but did not opt in to external sorting; add an index that gives the order, or a limit`,
        );
      }
    }
    held.sort(compare);
    return this.#top > 0 ? held.slice(0, this.#top) : held;
  }
}

class WindowedRows implements Rows {
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
      if ((yield* this.#source.next(slice)) === undefined) return undefined;
      this.#skip--;
      if (slice.spent()) {
        this.#source.release();
        yield;
        slice.renew();
      }
    }
    const row = yield* this.#source.next(slice);
    if (row !== undefined) this.#left--;
    return row;
  }

  release(): void {
    this.#source.release();
  }
}
