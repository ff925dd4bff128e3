import { describe, expect, it } from 'vitest';
import { compileRegex, firstMatch } from '../../../src/mapping/regex/index.ts';
import { show } from './show.ts';

/** The pattern matched against one character at a time. */
function matcher(pattern: string, flags = ''): (text: string) => boolean {
  const regex = compileRegex(`^(?:${pattern})\\z`, { flags });
  return (text) => firstMatch(regex, text, { steps: 10_000 }) !== null;
}

const members = (pattern: string, units: string, flags = ''): string =>
  Array.from(units).filter(matcher(pattern, flags)).join('');

const codeOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0');

describe('shorthands are Unicode', () => {
  it.each([
    ['\\d', 'a5٣५Ⅷ²_', '5٣५'],
    ['\\D', 'a5٣²', 'a²'],
    ['\\w', 'aÉ中_5٣\u0300\u203f\u200d-²Ⅷ\u0903', 'aÉ中_5٣\u0300\u203f'],
    ['\\W', 'a-²\u200d', '-²\u200d'],
    [
      '\\s',
      ' \t\n\v\f\r\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u180e',
      ' \t\n\v\f\r\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000',
    ],
    ['\\S', 'a \u0085\ufeff', 'a\ufeff'],
    ['[^\\w]', 'a-é', '-'],
    ['[\\W\\d]', 'a-5', '-5'],
    ['[\\S\\n]', 'a \n', 'a\n'],
  ])('%s of %j is %j', (pattern, units, expected) => {
    expect(members(pattern, units)).toBe(expected);
  });
});

describe('categories and blocks', () => {
  it.each([
    ['\\p{Lu}', 'aAÉǅ', 'AÉ'],
    ['\\P{Lu}', 'aA', 'a'],
    ['\\p{Lt}', 'aAǅ', 'ǅ'],
    ['\\p{L}', 'aAǅʰ中1', 'aAǅʰ中'],
    ['\\p{M}', 'a\u0300\u0903\u20dd', '\u0300\u0903\u20dd'],
    ['\\p{N}', '1Ⅷ²a', '1Ⅷ²'],
    ['\\p{P}', '_-()«»!+', '_-()«»!'],
    ['\\p{S}', '+$^©!', '+$^©'],
    ['\\p{Z}', ' \u2028\u2029\n', ' \u2028\u2029'],
    ['\\p{C}', 'a\0\u00ad\ue000\u0378', '\0\u00ad\ue000\u0378'],
    ['\\p{Cn}', 'a\u0378', '\u0378'],
    ['\\p{Sc}', '€$a', '€$'],
    ['\\p{IsGreek}', 'aα中', 'α'],
    ['\\p{IsGreekandCoptic}', 'aα', 'α'],
    ['\\P{IsGreek}', 'aα', 'a'],
    ['\\p{IsBasicLatin}', 'aé', 'a'],
    ['\\p{IsLatin-1Supplement}', 'aé', 'é'],
    ['\\p{IsCyrillic}', 'aж', 'ж'],
    ['\\p{IsHiragana}', 'あア', 'あ'],
    ['\\p{IsCJKUnifiedIdeographs}', 'a中', '中'],
    ['\\p{IsPrivateUseArea}', 'a\ue000', '\ue000'],
    ['\\p{IsBoxDrawing}', '─a', '─'],
    ['\\p{IsLatinExtended-D}', 'aꜦ', 'Ꜧ'],
    ['\\p{IsPhags-pa}', 'aꡀ', 'ꡀ'],
    ['[\\p{L}\\d]', 'a5-', 'a5'],
    ['[^\\p{L}]', 'a5', '5'],
    ['[\\P{L}]', 'a5', '5'],
  ])('%s of %j is %j', (pattern, units, expected) => {
    expect(members(pattern, units)).toBe(expected);
  });

  it('every category agrees with the platform on the whole basic plane', () => {
    const units = Array.from({ length: 0x10000 }, (_, n) => String.fromCharCode(n));
    for (const name of ['Lu', 'L', 'Mn', 'Nd', 'Pc', 'So', 'Cn', 'Zs']) {
      const native = new RegExp(`^\\p{${name}}$`, 'u');
      const expected = units.filter((unit) => native.test(unit)).map(codeOf);
      expect(expected, name).not.toEqual([]);
      expect(units.filter(matcher(`\\p{${name}}`)).map(codeOf), name).toEqual(expected);
    }
  });
});

describe('class subtraction', () => {
  it.each([
    ['[a-z-[aeiou]]', 'abcde', 'bcd'],
    ['[a-z-[d-w-[m-o]]]', 'admowz', 'amoz'],
    ['[\\w-[\\d_]]', 'a5_', 'a'],
    ['[^a-[b]]', 'abc', 'c'],
    ['[a-z-[^aeiou]]', 'abe', 'ae'],
    ['[abc-[b]]', 'abc-', 'ac'],
    ['[a-[b]]', 'ab-[', 'a'],
    ['[\\p{L}-[\\p{Lu}]]', 'aAéÉ', 'aé'],
    ['[-[a]', '-[a', '-[a'],
  ])('%s of %j is %j', (pattern, units, expected) => {
    expect(members(pattern, units)).toBe(expected);
  });
});

describe('case does not matter', () => {
  it.each([
    ['k', 'kK\u212ax', 'kK\u212a'],
    ['\u212a', 'kK\u212a', 'kK\u212a'],
    ['i', 'iIİı', 'iIİ'],
    ['I', 'iIİı', 'iIİ'],
    ['ı', 'iIİı', 'ı'],
    ['s', 'sSſ', 'sS'],
    ['ß', 'ßẞsS', 'ßẞ'],
    ['µ', 'µμΜ', 'µ'],
    ['μ', 'µμΜ', 'μΜ'],
    ['σ', 'σΣς', 'σΣ'],
    ['ς', 'σΣς', 'ς'],
    ['å', 'åÅ\u212b', 'åÅ\u212b'],
    ['ω', 'ωΩ\u2126', 'ωΩ\u2126'],
    ['ǅ', 'ǄǅǆD', 'Ǆǅǆ'],
    ['ж', 'жЖ', 'жЖ'],
    ['[a-c]', 'aBcD', 'aBc'],
    ['[^a-c]', 'aBcD', 'D'],
    ['[^k]', 'k\u212ax', 'x'],
    ['[J-L]', 'k\u212a', 'k\u212a'],
    ['[h-j]', 'Iİ', 'Iİ'],
    ['[\\x00-\\xff]', 'a\u212aŸ', 'a\u212aŸ'],
    ['[\u0100-\u2fff]', 'kåa', 'kå'],
    ['\\p{Lu}', 'aAǅ5', 'aAǅ'],
    ['\\p{Ll}', 'aA5', 'aA'],
    ['[\\p{Lt}]', 'aAǅ5', 'aAǅ'],
    ['\\P{Lu}', 'aA5', '5'],
    ['[a-z-[AEIOU]]', 'aBe', 'B'],
    ['\\u0041', 'aA', 'aA'],
    ['[\\x61]', 'aA', 'aA'],
    ['\\101', 'aA', 'aA'],
  ])('%s of %j is %j', (pattern, units, expected) => {
    expect(members(pattern, units, 'i')).toBe(expected);
  });

  it('every unit matches its lower case', () => {
    const pairs = Array.from({ length: 0x10000 - 0x80 }, (_, n) => String.fromCharCode(0x80 + n))
      .map((unit) => [unit, unit.toLowerCase()] as const)
      .filter(([unit, lower]) => lower.length === 1 && lower !== unit);
    expect(pairs.length).toBeGreaterThan(1_000);
    const strangers = pairs.filter(([unit, lower]) => {
      const isMember = matcher(`\\u${codeOf(unit)}`, 'i');
      return !isMember(unit) || !isMember(lower) || isMember('-');
    });
    expect(strangers.map(([unit]) => codeOf(unit))).toEqual([]);
  });

  it('a literal run mixes cases', () => {
    expect(show('cRiTiCaL-5', 'x CRITICAL-5', 'i')).toBe('2:CRITICAL-5');
  });
});
