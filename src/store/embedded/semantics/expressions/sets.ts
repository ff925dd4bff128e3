import { compareValues, valuesEqual } from '../compare.ts';
import { CommandError } from '../errors.ts';
import { isNullish, type OperatorTable, ofArguments, ofOne } from '../expression-scope.ts';
import { isTruthy } from '../match-leaf.ts';
import { typeName, type Value } from '../model.ts';

const many = Number.POSITIVE_INFINITY;

function setOf(value: Value | undefined, name: string): readonly Value[] | null {
  if (isNullish(value)) return null;
  if (Array.isArray(value)) return distinct(value);
  throw new CommandError(
    17048,
    `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`,
  );
}

/** Sorted, each value once. */
export function distinct(items: readonly Value[]): Value[] {
  const sorted = items.slice().sort(compareValues);
  return sorted.filter((item, i) => i === 0 || !valuesEqual(item, sorted[i - 1]));
}

function has(set: readonly Value[], wanted: Value): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const sign = compareValues(set[middle], wanted);
    if (sign === 0) return true;
    if (sign < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function onSets(apply: (sets: readonly (readonly Value[])[]) => Value, min: number, max: number) {
  return ofArguments(min, max, (values, _scope, name) => {
    const sets: (readonly Value[])[] = [];
    for (const value of values) {
      const set = setOf(value, name);
      if (set === null) return null;
      sets.push(set);
    }
    return apply(sets);
  });
}

export const setOperators: OperatorTable = {
  $allElementsTrue: ofOne((value, name) => (setOf(value, name) ?? [null]).every(isTruthy)),
  $anyElementTrue: ofOne((value, name) => (setOf(value, name) ?? []).some(isTruthy)),
  $setDifference: onSets(([a = [], b = []]) => a.filter((item) => !has(b, item)), 2, 2),
  $setEquals: onSets(
    (sets) => {
      const [first = [], ...rest] = sets;
      return rest.every((set) => valuesEqual(first.slice(), set.slice()));
    },
    2,
    many,
  ),
  $setIntersection: onSets(
    (sets) => {
      const [first = [], ...rest] = sets;
      return first.filter((item) => rest.every((set) => has(set, item)));
    },
    0,
    many,
  ),
  $setIsSubset: onSets(([a = [], b = []]) => a.every((item) => has(b, item)), 2, 2),
  $setUnion: onSets((sets) => distinct(sets.flat()), 0, many),
};
