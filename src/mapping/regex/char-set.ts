import { addCaseVariants } from './casing.ts';
import { allCategories, categoryBit, digitMask, whiteSpace, wordMask } from './unicode.ts';

const pageSize = 0x100;

/** A set of UTF-16 units: ranges and categories, perhaps negated, minus another set. Its members never change. */
export class CharSet {
  /** 1 for every member below 256; the machine reads it directly. */
  readonly table: Uint8Array;
  /** Sorted, disjoint, inclusive pairs. */
  readonly #ranges: readonly number[];
  readonly #categories: number;
  readonly #negated: boolean;
  readonly #without: CharSet | undefined;
  // One bit per unit and one flag per page, filled page by page: deciding a wide unit must cost the same whatever the
  // class looks like, or the step budget would not bound the time.
  #wide: { bits: Uint8Array; ready: Uint8Array } | undefined;

  constructor(ranges: readonly number[], categories = 0, negated = false, without?: CharSet) {
    this.#ranges = ranges;
    this.#categories = categories;
    this.#negated = negated;
    this.#without = without;
    this.table = this.#page(0);
  }

  has(unit: number): boolean {
    return unit < pageSize ? this.table[unit] === 1 : this.#hasWide(unit);
  }

  /** The only member, or the only unit that is not one (`complement`); undefined if it is anything more. */
  single(complement: boolean): number | undefined {
    const [first, last] = this.#ranges;
    return this.#ranges.length === 2 &&
      first === last &&
      this.#categories === 0 &&
      this.#negated === complement &&
      !this.#without
      ? first
      : undefined;
  }

  /** True if no member lies above U+00FF. */
  get isNarrow(): boolean {
    return !this.#negated && this.#categories === 0 && (this.#ranges.at(-1) ?? 0) < 0x100;
  }

  /** True if the sets share nothing; false if they do or if that is not cheap to tell. */
  isDisjoint(other: CharSet): boolean {
    if (!this.isNarrow && !other.isNarrow) {
      const unit = this.single(false);
      const otherUnit = other.single(false);
      if (unit !== undefined) return !other.has(unit);
      if (otherUnit !== undefined) return !this.has(otherUnit);
      if (!this.#complements(other)) return false;
    }
    for (let unit = 0; unit < 0x100; unit++) {
      if (this.table[unit] === 1 && other.table[unit] === 1) return false;
    }
    return true;
  }

  #complements(other: CharSet): boolean {
    return (
      this.#categories === 0 &&
      other.#categories === 0 &&
      !this.#without &&
      !other.#without &&
      this.#negated !== other.#negated &&
      this.#ranges.length === other.#ranges.length &&
      this.#ranges.every((edge, index) => edge === other.#ranges[index])
    );
  }

  #hasWide(unit: number): boolean {
    this.#wide ??= { bits: new Uint8Array(0x2000), ready: new Uint8Array(0x100) };
    const { bits, ready } = this.#wide;
    if (ready[unit >> 8] === 0) {
      ready[unit >> 8] = 1;
      const first = unit & 0xff00;
      for (const [index, member] of this.#page(first).entries()) {
        const at = (first + index) >> 3;
        if (member === 1) bits[at] = (bits[at] ?? 0) | (1 << (index & 7));
      }
    }
    return (((bits[unit >> 3] ?? 0) >> (unit & 7)) & 1) === 1;
  }

  /** 1 for every member among the 256 units from `first` on. */
  #page(first: number): Uint8Array {
    const page = new Uint8Array(pageSize);
    const ranges = this.#ranges;
    for (let index = this.#firstRangeEndingAt(first); index < ranges.length; index += 2) {
      const start = (ranges[index] ?? 0) - first;
      if (start >= pageSize) break;
      page.fill(1, Math.max(start, 0), Math.max((ranges[index + 1] ?? 0) - first + 1, 0));
    }
    const mask = this.#categories;
    if (mask !== 0) {
      for (let index = 0; index < pageSize; index++) {
        if ((categoryBit(first + index) & mask) !== 0) page[index] = 1;
      }
    }
    if (this.#negated) {
      for (let index = 0; index < pageSize; index++) page[index] = 1 - (page[index] ?? 0);
    }
    if (this.#without) {
      const without = this.#without.#page(first);
      for (let index = 0; index < pageSize; index++) if (without[index] === 1) page[index] = 0;
    }
    return page;
  }

  #firstRangeEndingAt(unit: number): number {
    let low = 0;
    let high = this.#ranges.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[2 * middle + 1] ?? 0) < unit) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }
}

/** Collects what stands between `[` and `]`. */
export class CharSetBuilder {
  readonly #ranges: number[] = [];
  #categories = 0;
  #negated = false;
  #without: CharSet | undefined;

  negate(): void {
    this.#negated = true;
  }

  addRange(first: number, last: number): void {
    this.#ranges.push(first, last);
  }

  addCategories(mask: number): void {
    this.#categories |= mask;
  }

  addRanges(ranges: readonly number[], negated: boolean): void {
    for (const edge of negated ? complement(ranges) : ranges) this.#ranges.push(edge);
  }

  subtract(set: CharSet): void {
    this.#without = set;
  }

  build(ignoreCase: boolean): CharSet {
    if (ignoreCase) addCaseVariants(this.#ranges);
    return new CharSet(sorted(this.#ranges), this.#categories, this.#negated, this.#without);
  }
}

function sorted(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    pairs.push([ranges[index] ?? 0, ranges[index + 1] ?? 0]);
  }
  pairs.sort((left, right) => left[0] - right[0]);
  const merged: number[] = [];
  for (const [first, last] of pairs) {
    const top = merged.at(-1);
    if (top !== undefined && first <= top + 1) merged[merged.length - 1] = Math.max(top, last);
    else merged.push(first, last);
  }
  return merged;
}

function complement(ranges: readonly number[]): number[] {
  const result: number[] = [];
  let next = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    const first = ranges[index] ?? 0;
    if (first > next) result.push(next, first - 1);
    next = (ranges[index + 1] ?? 0) + 1;
  }
  if (next <= 0xffff) result.push(next, 0xffff);
  return result;
}

// Made at first use: most of them need the category page of Latin-1.
const shared = new Map<string, CharSet>();

function once(name: string, make: () => CharSet): CharSet {
  const known = shared.get(name);
  if (known) return known;
  const made = make();
  shared.set(name, made);
  return made;
}

/** The set behind `\d \D \w \W \s \S`. */
export function shorthandSet(letter: string): CharSet {
  return once(letter, () => {
    const builder = new CharSetBuilder();
    addShorthand(builder, letter);
    return builder.build(false);
  });
}

export function addShorthand(builder: CharSetBuilder, letter: string): void {
  const lower = letter.toLowerCase();
  const mask = lower === 'd' ? digitMask : wordMask;
  if (lower === 's') builder.addRanges(whiteSpace, letter === 'S');
  else builder.addCategories(letter === lower ? mask : allCategories & ~mask);
}

/** `.` without option `s`: everything but the line feed. */
export const notLineFeed = (): CharSet => once('.', () => new CharSet([0x0a, 0x0a], 0, true));
/** `.` with option `s`. */
export const anyUnit = (): CharSet => once('any', () => new CharSet([0, 0xffff]));
/** Exactly these units. Only ASCII letters are kept: patterns must not be able to grow the cache. */
export function setOf(units: readonly number[]): CharSet {
  const make = () => new CharSet(sorted(units.flatMap((unit) => [unit, unit])));
  return (units[0] ?? 0x80) < 0x80 ? once(`=${units.join()}`, make) : make();
}
