import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramFilterOf, mayHaveTerm } from '../../src/incident-search/gram-filter.ts';
import { joinTexts } from '../../src/incident-search/pack-text.ts';
import { anyCharacter } from '../support/any-character.ts';
import { quickRuns } from '../support/runs.ts';

const words = ['DISK', 'ÄRGER', 'a.b', 'x\ny', '日本語', '9E3779B1', 'HOST-17.EXAMPLE', '😀!'];
const aText = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: anyCharacter, maxLength: 12 })))
  .map((parts) => parts.join(' ').replaceAll('\0', ' ').toWellFormed());

test('a filter lets every part of every text pass, however short', () => {
  fc.assert(
    fc.property(fc.array(aText, { minLength: 1 }), fc.nat(), fc.nat(), fc.nat(), (texts, ...n) => {
      const filter = gramFilterOf(joinTexts(texts));
      const text = [...(texts[n[0] % texts.length] ?? '')];
      const from = n[1] % (text.length + 1);
      const term = Buffer.from(text.slice(from, from + 1 + (n[2] % 20)).join(''));
      expect(mayHaveTerm(filter, term)).toBe(true);
    }),
    { numRuns: quickRuns(500) },
  );
});

/** A text that says something new in every word. */
const varied = (n: number) =>
  Array.from({ length: 40 }, (_, word) => ((n * 40 + word) * 2_654_435_761).toString(36)).join(' ');

test.each([
  ['short texts', 20, 1024],
  ['some hundred texts of hundreds of letters', 500, 65_536],
  ['as much as a block takes', 4500, 131_072],
])(
  'a filter of %s turns nine of ten other terms away, and is no larger than it must be',
  (_, count, bytesMax) => {
    const filter = gramFilterOf(joinTexts(Array.from({ length: count }, (_, n) => varied(n))));
    expect(filter.length).toBeLessThanOrEqual(bytesMax);
    const others = Array.from({ length: 1000 }, (_, n) => `${varied(1_000_000 + n).slice(0, 20)}?`);
    const passing = others.filter((term) => mayHaveTerm(filter, Buffer.from(term)));
    expect(passing.length).toBeLessThan(100);
  },
);

test('a filter turns most short terms away that no text has', () => {
  const filter = gramFilterOf(joinTexts(Array.from({ length: 500 }, (_, n) => varied(n % 50))));
  const signs = [...'!"#$%&()*+,-/:;<=>?@~'];
  const terms = signs.flatMap((sign) => [sign, ...signs.map((other) => sign + other)]);
  const passing = terms.filter((term) => mayHaveTerm(filter, Buffer.from(term)));
  expect(passing.length).toBeLessThan(terms.length / 3);
});

test('nothing passes a filter of no texts', () => {
  expect(mayHaveTerm(gramFilterOf(joinTexts([])), Buffer.from('DISK'))).toBe(false);
});
