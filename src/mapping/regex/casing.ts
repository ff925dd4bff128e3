/**
 * When two UTF-16 units are "the same letter" under option `i`.
 *
 * .NET compares simple lower-case mappings, not case folding: `K` equals the Kelvin sign, but `ς` does not equal `σ`,
 * `ſ` not `s`, and the micro sign not `μ`. The culture is en-US, where `İ` (U+0130) also lowers to `i`; the
 * invariant culture would keep it apart.
 */

const dottedCapitalI = 0x130;
const smallI = 0x69;

/** The simple lower-case mapping of one UTF-16 unit. */
export function lowerUnit(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  // The only unit whose lower case takes two.
  if (unit === dottedCapitalI) return smallI;
  return String.fromCharCode(unit).toLowerCase().charCodeAt(0);
}

// Every upper-case unit of the basic plane lies here; a test compares this with the whole plane.
const casedRanges = [
  0x41, 0x5a, 0xc0, 0x587, 0x10a0, 0x10ff, 0x13a0, 0x13ff, 0x1c80, 0x1cbf, 0x1e00, 0x1fff, 0x2100,
  0x218f, 0x24b6, 0x24e9, 0x2c00, 0x2d2f, 0xa640, 0xa7ff, 0xab70, 0xabbf, 0xff21, 0xff5a,
] as const;

let groups: Map<number, readonly number[]> | undefined;

function caseGroups(): Map<number, readonly number[]> {
  if (groups) return groups;
  const byLower = new Map<number, number[]>();
  for (let range = 0; range < casedRanges.length; range += 2) {
    const last = casedRanges[range + 1] ?? 0;
    for (let unit = casedRanges[range] ?? 1; unit <= last; unit++) {
      const lower = lowerUnit(unit);
      if (lower === unit) continue;
      const group = byLower.get(lower);
      if (group) group.push(unit);
      else byLower.set(lower, [lower, unit]);
    }
  }
  groups = new Map([...byLower.values()].flatMap((group) => group.map((unit) => [unit, group])));
  return groups;
}

const alone: readonly number[] = [];

/** All units equal to `unit` under option `i`, itself included; empty if it has no other case. */
export function caseVariants(unit: number): readonly number[] {
  if (unit < 0x80) {
    const lower = lowerUnit(unit);
    if (lower < 0x61 || lower > 0x7a) return alone;
    if (lower === smallI) return [0x49, smallI, dottedCapitalI];
    if (lower === 0x6b) return [0x4b, 0x6b, 0x212a];
    return [lower - 0x20, lower];
  }
  return caseGroups().get(unit) ?? alone;
}

/** Adds the other cases of everything in `ranges` (flat list of inclusive pairs) to the list. */
export function addCaseVariants(ranges: number[]): void {
  const given = ranges.slice();
  for (let index = 0; index < given.length; index += 2) {
    const first = given[index] ?? 0;
    const last = given[index + 1] ?? 0;
    if (last < 0x80 || last - first < 0x100) {
      for (let unit = first; unit <= last; unit++) addUnits(ranges, caseVariants(unit));
    } else addOutside(ranges, first, last);
  }
}

/** All pairs of two cases of a letter, by the first; many classes hold the same wide range. */
let pairs: Int32Array | undefined;
const outside = new Map<number, readonly number[]>();
const outsideMax = 256;

/** For a wide range: most variants of its units lie inside it. */
function addOutside(ranges: number[], first: number, last: number): void {
  const key = first * 0x10000 + last;
  let found = outside.get(key);
  if (found === undefined) {
    pairs ??= Int32Array.from(
      [...caseGroups()].flatMap(([unit, group]) => group.flatMap((other) => [unit, other])),
    );
    const list: number[] = [];
    for (let index = 0; index < pairs.length; index += 2) {
      const unit = pairs[index] ?? 0;
      const other = pairs[index + 1] ?? 0;
      if (unit >= first && unit <= last && (other < first || other > last)) list.push(other);
    }
    found = list;
    if (outside.size >= outsideMax) outside.clear();
    outside.set(key, found);
  }
  addUnits(ranges, found);
}

function addUnits(ranges: number[], units: readonly number[]): void {
  for (const unit of units) ranges.push(unit, unit);
}
