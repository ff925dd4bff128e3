import { lowerUnit } from './casing.ts';
import type { CharSet } from './char-set.ts';
import { repeatKind } from './program.ts';
import { isBoundaryUnit } from './unicode.ts';

/** The loops over plain characters that the machine and the search share. */

// Set numbers come from the compiler, which made the list; a check here would be paid for in every loop.
const setAt = (sets: readonly CharSet[], index: number): CharSet => sets[index] as CharSet;

/** `set.has`, with the common case where the compiler can inline it. */
export const hasUnit = (set: CharSet, unit: number): boolean =>
  unit < 0x100 ? set.table[unit] === 1 : set.has(unit);

/** Where a run of repeated units that begins at `position` ends; at most at `limit`. */
export function runForward(
  input: string,
  position: number,
  limit: number,
  kind: number,
  argument: number,
  sets: readonly CharSet[],
): number {
  let end = position;
  switch (kind) {
    case repeatKind.any:
      return limit;
    case repeatKind.unit:
      while (end < limit && input.charCodeAt(end) === argument) end++;
      return end;
    case repeatKind.notUnit:
      while (end < limit && input.charCodeAt(end) !== argument) end++;
      return end;
    default: {
      const set = setAt(sets, argument);
      const { table } = set;
      for (; end < limit; end++) {
        const unit = input.charCodeAt(end);
        if (unit < 0x100 ? table[unit] !== 1 : !set.has(unit)) break;
      }
      return end;
    }
  }
}

/** Where a run of repeated units that ends at `position` begins; at least at `limit`. */
export function runBack(
  input: string,
  position: number,
  limit: number,
  kind: number,
  argument: number,
  sets: readonly CharSet[],
): number {
  let end = position;
  switch (kind) {
    case repeatKind.any:
      return limit;
    case repeatKind.unit:
      while (end > limit && input.charCodeAt(end - 1) === argument) end--;
      return end;
    case repeatKind.notUnit:
      while (end > limit && input.charCodeAt(end - 1) !== argument) end--;
      return end;
    default: {
      const set = setAt(sets, argument);
      while (end > limit && hasUnit(set, input.charCodeAt(end - 1))) end--;
      return end;
    }
  }
}

/** True if `size` units at `from` and at `to` are the same. */
export function sameText(
  input: string,
  from: number,
  to: number,
  size: number,
  ignoreCase: boolean,
): boolean {
  for (let index = 0; index < size; index++) {
    const left = input.charCodeAt(from + index);
    const right = input.charCodeAt(to + index);
    if (left !== right && !(ignoreCase && lowerUnit(left) === lowerUnit(right))) return false;
  }
  return true;
}

/** Whether `\b` matches here. */
export function isBoundary(input: string, position: number): boolean {
  const before = position > 0 && isBoundaryUnit(input.charCodeAt(position - 1));
  const after = position < input.length && isBoundaryUnit(input.charCodeAt(position));
  return before !== after;
}
