import {
  encodeBound,
  type FieldBound,
  type IndexKeyPattern,
  type KeyRange,
} from './semantics/keys.ts';
import type { Value } from './semantics/values.ts';

/** The values that one of the leading fields of an index may have. */
export interface PointPrefix {
  values: readonly Value[];
  single: boolean;
}

/**
 * The ranges of an index that hold its leading fields at these points and the next one within `tail`, in index order.
 */
export function buildRanges(
  pattern: IndexKeyPattern,
  prefixes: readonly Pick<PointPrefix, 'values'>[],
  tail: FieldBound | undefined,
): KeyRange[] {
  const ranges = combinations(prefixes).map((tuple) => {
    if (tail !== undefined) return encodeBound(tuple, tail, pattern);
    const last = tuple[tuple.length - 1];
    return encodeBound(tuple.slice(0, -1), { kind: 'eq', value: last }, pattern);
  });
  if (ranges.length < 2) return ranges;
  ranges.sort((a, b) => Buffer.compare(a.lower, b.lower));
  return ranges.filter(
    (range, i) => i === 0 || Buffer.compare(range.lower, ranges[i - 1]?.lower ?? range.upper) !== 0,
  );
}

/** Every choice of one value for each field. */
export function combinations(prefixes: readonly Pick<PointPrefix, 'values'>[]): Value[][] {
  let tuples: Value[][] = [[]];
  for (const { values } of prefixes) {
    tuples =
      values.length === 1
        ? tuples.map((tuple) => [...tuple, values[0] as Value])
        : tuples.flatMap((tuple) => values.map((value) => [...tuple, value]));
  }
  return tuples;
}
