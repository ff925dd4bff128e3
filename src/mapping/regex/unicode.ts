/** Unicode general categories of UTF-16 units, as bits of one mask. A unit is in exactly one category. */

const categoryNames = [
  'Lu',
  'Ll',
  'Lt',
  'Lm',
  'Lo',
  'Mn',
  'Mc',
  'Me',
  'Nd',
  'Nl',
  'No',
  'Zs',
  'Zl',
  'Zp',
  'Cc',
  'Cf',
  'Cs',
  'Co',
  'Pc',
  'Pd',
  'Ps',
  'Pe',
  'Pi',
  'Pf',
  'Po',
  'Sm',
  'Sc',
  'Sk',
  'So',
  'Cn',
] as const;

const unassigned = categoryNames.length - 1;
export const allCategories = 2 ** categoryNames.length - 1;

const masks = new Map<string, number>();
for (const [bit, name] of categoryNames.entries()) {
  const general = name.charAt(0);
  masks.set(name, 1 << bit);
  masks.set(general, (masks.get(general) ?? 0) | (1 << bit));
}

/** The mask of a category (`Lu`) or a group of them (`L`); names are case-sensitive, as in .NET. */
export const categoryMask = (name: string): number | undefined => masks.get(name);

const maskOf = (...names: (typeof categoryNames)[number][]): number =>
  names.reduce((mask, name) => mask | (masks.get(name) ?? 0), 0);

export const digitMask = maskOf('Nd');
/** .NET's `\w`: letters, non-spacing marks, decimal digits, connectors. No `Mc`, `Me`, `Nl`. */
export const wordMask = maskOf('Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Nd', 'Pc');
/** With option `i`, .NET lets any of the three cased categories stand for all three. */
export const casedMask = maskOf('Lu', 'Ll', 'Lt');

/** .NET's `\s` (`Char.IsWhiteSpace`) as inclusive ranges: has U+0085, has no U+FEFF or U+200B. */
export const whiteSpace: readonly number[] = [
  0x09, 0x0d, 0x20, 0x20, 0x85, 0x85, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029,
  0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000,
];

// Filled one page of 256 units at a time: ordinary text touches a handful of pages, and building all of them at
// once would hold up a request for tens of milliseconds.
const categories = new Uint8Array(0x10000);
const pageReady = new Uint8Array(0x100);
let scanners: (readonly [number, RegExp])[] | undefined;

function loadPage(page: number): void {
  pageReady[page] = 1;
  const first = page << 8;
  if (first >= 0xd800 && first < 0xe000) {
    categories.fill(categoryNames.indexOf('Cs'), first, first + 0x100);
    return;
  }
  categories.fill(unassigned, first, first + 0x100);
  scanners ??= categoryNames.flatMap((name, bit) =>
    name === 'Cs' || name === 'Cn' ? [] : [[bit, new RegExp(`\\p{${name}}+`, 'gu')] as const],
  );
  const text = String.fromCharCode(...Array.from({ length: 0x100 }, (_, unit) => first + unit));
  for (const [bit, scanner] of scanners) {
    for (const run of text.matchAll(scanner)) {
      categories.fill(bit, first + run.index, first + run.index + run[0].length);
    }
  }
}

/** The category bit of a UTF-16 unit; compare it with a mask. */
export function categoryBit(unit: number): number {
  if (pageReady[unit >> 8] === 0) loadPage(unit >> 8);
  return 1 << (categories[unit] ?? unassigned);
}

/** What `\w` matches. */
function isWordUnit(unit: number): boolean {
  if (unit < 0x80) {
    return (
      (unit >= 0x61 && unit <= 0x7a) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x30 && unit <= 0x39) ||
      unit === 0x5f
    );
  }
  return (categoryBit(unit) & wordMask) !== 0;
}

/** What `\b` and group names count as a word: `\w` and the two joiners (UTS 18, RL1.4). */
export const isBoundaryUnit = (unit: number): boolean =>
  isWordUnit(unit) || unit === 0x200c || unit === 0x200d;
