import type { Collection } from './catalog.ts';
import { isSorted, type Plan, planAlternatives, planQuery, type SortPattern } from './planner.ts';
import { Race } from './race.ts';
import type { Scan } from './read-ahead.ts';
import { FilteredScan, MergedRows, type Rows, WindowedRows } from './rows.ts';
import { openScan } from './scan.ts';
import { compileMatch, type Matcher } from './semantics/match.ts';
import { compileSort, type Sorter } from './semantics/sort.ts';
import { asNumber, type Doc, type Value } from './semantics/values.ts';
import type { Slice, Sliced } from './slice.ts';
import { SortedRows } from './sorted-rows.ts';
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

export interface Query {
  /** The most promising one, where several are tried. */
  readonly plan: Plan;
  /** How many are tried side by side. */
  readonly alternatives: number;
  readonly matcher: Matcher;
  readonly sorter: Sorter | undefined;
  readonly examined: { readonly keys: number; readonly documents: number };
  /** Another command may have changed the documents since they were read. */
  readonly mayBeStale: boolean;
  /** The next document of the result; `undefined` at the end. */
  next(slice: Slice): Sliced<DocumentRow | undefined>;
  /** Others may work until the next call. */
  pause(): void;
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
  const plans = plansOf(collection, spec, { matcher, sorter, natural });
  const [plan] = plans as [Plan];
  const { skip = 0, limit = 0 } = spec;
  const scans: Scan[] = [];
  const opening = { collection, spec, matcher, sorter, scans };
  const windowed = plans.map((each) => {
    const rows = openRows(opening, each);
    return skip === 0 && limit === 0 ? rows : new WindowedRows(rows, skip, limit);
  });
  const result = windowed.length === 1 ? (windowed[0] as Rows) : new Race(windowed, limit);
  return {
    plan,
    alternatives: plans.length,
    matcher,
    sorter,
    get examined() {
      let keys = 0;
      let documents = 0;
      for (const { examined } of scans) {
        keys += examined.keys;
        documents += examined.documents;
      }
      return { keys, documents };
    },
    mayBeStale:
      plans.length > 1 || (sorter !== undefined && !isSorted(plan)) || plan.stage === 'OR',
    next: (slice) => result.next(slice),
    pause: () => result.pause(),
    release: () => result.release(),
  };
}

interface Compiled {
  matcher: Matcher;
  sorter: Sorter | undefined;
}

/** One plan, or several where only trying tells which is quickest for the first documents. */
function plansOf(
  collection: Collection,
  spec: QuerySpec,
  { matcher, sorter, natural }: Compiled & { natural: 1 | -1 | undefined },
): Plan[] {
  if (natural !== undefined) return [{ stage: 'COLLSCAN', direction: natural }];
  const sort: SortPattern | undefined = sorter?.pattern;
  const request = { shape: matcher.shape, sort, hint: spec.hint };
  if (sorter === undefined || (spec.limit ?? 0) === 0) return [planQuery(collection, request)];
  return planAlternatives(collection, request);
}

interface Opening extends Compiled {
  collection: Collection;
  spec: QuerySpec;
  /** The scans that were opened. */
  scans: Scan[];
}

function openRows(opening: Opening, plan: Plan, trustsExact = true): Rows {
  const { collection, spec, matcher, sorter, scans } = opening;
  const { skip = 0, limit = 0 } = spec;
  if (plan.stage === 'OR' && plan.sorted && sorter !== undefined) {
    // A branch may be exact for its own conditions only and leave out the others, so the matcher checks all.
    const branches = plan.branches.map((branch) => openRows(opening, branch, false));
    return new MergedRows(branches, sorter);
  }
  const sorted = sorter === undefined || isSorted(plan);
  const wanted = spec.rowsWanted ?? 128;
  const exact = trustsExact && plan.stage === 'IXSCAN' && plan.exact;
  const rows = sorted && limit > 0 ? Math.min(wanted, limit + skip) : wanted;
  const scan = openScan(collection, plan, rows, sorted && exact && skip > 0);
  scans.push(scan);
  const filtered = new FilteredScan(scan, exact ? undefined : matcher);
  if (sorted) return filtered;
  const top = limit === 0 ? 0 : limit + skip;
  return new SortedRows(collection, filtered, { sorter, matcher, top });
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
