import type { Index } from './catalog.ts';
import { buildRanges, combinations, type PointPrefix } from './plan-ranges.ts';
import { encodeKey, type FieldBound, type KeyRange } from './semantics/keys.ts';

/** Whether an index gives the order of a sort, and how. */

/**
 * Ranges that are in the wanted order one after the other; several streams are merged by the keys behind their first
 * bytes.
 */
export interface MergedStream {
  prefixBytes: number;
  /** In index order. */
  ranges: readonly KeyRange[];
}

interface Order {
  /** In which to read the index. */
  direction: 1 | -1;
  /** Each choice of values for so many leading fields is a stream of its own; 0: one stream has it all. */
  merged: number;
}

/** Each stream costs a look into the index before the first document. */
const streamsMax = 1000;

export function isArrayField(index: Index, position: number): boolean {
  return ((index.arrayFields >> position) & 1) === 1;
}

type Sort = ReadonlyArray<{ path: string; direction: 1 | -1 }>;

/** How the index gives the order; `undefined` when it cannot. */
export function orderBy(
  index: Index,
  sort: Sort,
  prefixes: readonly PointPrefix[],
): Order | undefined {
  if (index.truncated) return undefined;
  const plain = directionOf(index, sort, prefixes, 0);
  if (plain !== undefined) return { direction: plain, merged: 0 };
  let streams = 1;
  for (let i = 0; i < prefixes.length; i++) {
    const { values, single } = prefixes[i] as PointPrefix;
    if (single) continue;
    streams *= values.length;
    if (streams > streamsMax) return undefined;
    const direction = directionOf(index, sort, prefixes, i + 1);
    if (direction !== undefined) return { direction, merged: i + 1 };
  }
  return undefined;
}

/** The direction when each choice for the first `merged` fields is read on its own. */
function directionOf(
  index: Index,
  sort: Sort,
  prefixes: readonly PointPrefix[],
  merged: number,
): 1 | -1 | undefined {
  const isConstant = (i: number) => i < merged || prefixes[i]?.single === true;
  let at = 0;
  let direction: 1 | -1 | undefined;
  for (const wanted of sort) {
    const known = index.pattern.findIndex(({ path }) => path === wanted.path);
    // A list sorts by its least element, whatever element the filter asks for.
    if (known >= 0 && isArrayField(index, known)) return undefined;
    if (known >= 0 && prefixes[known]?.single === true) continue;
    while (at < index.pattern.length && isConstant(at)) at++;
    const field = index.pattern[at++];
    if (field === undefined || field.path !== wanted.path) return undefined;
    const needed = field.direction === wanted.direction ? 1 : -1;
    if (direction !== undefined && direction !== needed) return undefined;
    direction = needed;
  }
  return direction ?? 1;
}

export function streamsOf(
  index: Index,
  prefixes: readonly PointPrefix[],
  tail: FieldBound | undefined,
  merged: number,
): MergedStream[] {
  const streams = new Map<string, MergedStream>();
  for (const choice of combinations(prefixes.slice(0, merged))) {
    const base = encodeKey(choice, index.pattern);
    const fixed = choice.map((value) => ({ values: [value] }));
    streams.set(base.toString('latin1'), {
      prefixBytes: base.length,
      ranges: buildRanges(index.pattern, [...fixed, ...prefixes.slice(merged)], tail),
    });
  }
  return [...streams.values()];
}
