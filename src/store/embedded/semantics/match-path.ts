import { Doc, type Value } from './model.ts';
import { isArrayIndex } from './path.ts';

/** Tests one value found at the end of a path; `undefined` for a missing one. */
export type LeafTest = (value: Value | undefined) => boolean;

/**
 * Whether any value a query path reaches passes: the path enters the objects of arrays on the way, and array indexes
 * count as names. At the end, `intoLeafArrays` offers the elements of an array and then the array itself, else only the
 * array.
 */
export function anyAtPath(
  root: Doc | readonly Value[],
  parts: readonly string[],
  start: number,
  test: LeafTest,
  intoLeafArrays: boolean,
): boolean {
  const [value, at] = descend(root, parts, start);
  if (!Array.isArray(value)) return test(at === parts.length ? value : undefined);
  if (at === parts.length) {
    if (intoLeafArrays) for (const item of value) if (test(item)) return true;
    return test(value);
  }
  for (let i = 0; i < value.length; i++) {
    if (anyInElement(value[i] as Value, i, parts, at, test, intoLeafArrays)) return true;
  }
  return false;
}

/**
 * Index, in the outermost array of the path, of the element that makes `anyAtPath` true.
 * `undefined` when the path meets no array, or the array itself passed.
 */
export function positionAtPath(
  root: Doc,
  parts: readonly string[],
  test: LeafTest,
  intoLeafArrays: boolean,
): number | undefined {
  const [value, at] = descend(root, parts, 0);
  if (!Array.isArray(value)) return undefined;
  for (let i = 0; i < value.length; i++) {
    const item = value[i] as Value;
    const found =
      at === parts.length
        ? intoLeafArrays && test(item)
        : anyInElement(item, i, parts, at, test, intoLeafArrays);
    if (found) return i;
  }
  return undefined;
}

/** The array a path without further arrays ends at, for tests that look at its elements. */
export function leafArray(root: Doc, parts: readonly string[]): readonly Value[] | undefined {
  const [value, at] = descend(root, parts, 0);
  return Array.isArray(value) && at === parts.length ? value : undefined;
}

function anyInElement(
  item: Value,
  index: number,
  parts: readonly string[],
  at: number,
  test: LeafTest,
  intoLeafArrays: boolean,
): boolean {
  if (item instanceof Doc && anyAtPath(item, parts, at, test, intoLeafArrays)) return true;
  if (parts[at] !== String(index)) return false;
  if (at + 1 === parts.length) return test(item);
  return (
    (item instanceof Doc || Array.isArray(item)) &&
    anyAtPath(item, parts, at + 1, test, intoLeafArrays)
  );
}

/** Follows the path through objects, up to its end, the first array, or what is neither. */
function descend(
  root: Doc | readonly Value[],
  parts: readonly string[],
  start: number,
): [value: Value | undefined, at: number] {
  let value = member(root, parts[start] as string);
  let at = start + 1;
  while (at < parts.length && value instanceof Doc) value = value.get(parts[at++] as string);
  // Anything but an array that ends the path early has nothing below it.
  if (at < parts.length && !Array.isArray(value)) return [undefined, parts.length];
  return [value, at];
}

function member(of: Doc | readonly Value[], name: string): Value | undefined {
  if (of instanceof Doc) return of.get(name);
  return isArrayIndex(name) ? of[Number(name)] : undefined;
}
