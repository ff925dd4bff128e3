import fc from 'fast-check';

/**
 * Patterns on which .NET and ECMAScript agree by definition: ASCII, no captures and no empty bodies inside loops
 * (ECMAScript forgets captures and refuses empty rounds), references only to groups that took part.
 */
interface Piece {
  readonly source: string;
  /** It can match without consuming. */
  readonly mayBeEmpty: boolean;
}

const consuming = (...sources: string[]) =>
  fc.constantFrom(...sources).map((source): Piece => ({ source, mayBeEmpty: false }));

const greedyOrLazy = (...quantifiers: string[]) =>
  fc.constantFrom(...quantifiers, ...quantifiers.map((quantifier) => `${quantifier}?`));

const quantifier = greedyOrLazy('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}');
const isOptional = (given: string) => /^(?:[*?]|\{0)/.test(given);

const unit = consuming(
  'a',
  'b',
  'c',
  '1',
  '-',
  '[ab]',
  '[^a]',
  '[a-c]',
  '\\d',
  '\\w',
  '.',
  '\\W',
  '[b-]',
  '\\s',
);
const text = consuming('ab', 'abc', 'ba');
const assertion = fc
  .constantFrom('\\b', '\\B', '^', '$', '(?:)')
  .map((source): Piece => ({ source, mayBeEmpty: true }));

const repeatedUnit = fc
  .tuple(unit, quantifier)
  .map(
    ([piece, given]): Piece => ({ source: piece.source + given, mayBeEmpty: isOptional(given) }),
  );

function compound(self: fc.Arbitrary<Piece>, inLoop: fc.Arbitrary<Piece>, group: string) {
  const sequence = fc.array(self, { minLength: 2, maxLength: 4 }).map(
    (pieces): Piece => ({
      source: pieces.map(({ source }) => source).join(''),
      mayBeEmpty: pieces.every(({ mayBeEmpty }) => mayBeEmpty),
    }),
  );
  const choice = fc.tuple(self, self).map(
    ([left, right]): Piece => ({
      source: `(?:${left.source}|${right.source})`,
      mayBeEmpty: left.mayBeEmpty || right.mayBeEmpty,
    }),
  );
  const grouped = self.map((piece): Piece => ({ ...piece, source: `${group}${piece.source})` }));
  const loop = fc
    .tuple(inLoop, quantifier)
    .map(
      ([piece, given]): Piece =>
        piece.mayBeEmpty
          ? piece
          : { source: `(?:${piece.source})${given}`, mayBeEmpty: isOptional(given) },
    );
  const look = fc
    .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), self)
    .map(([open, piece]): Piece => ({ source: `${open}${piece.source})`, mayBeEmpty: true }));
  const simple = fc.oneof(unit, text, repeatedUnit, assertion);
  return fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: simple, weight: 4 },
    { arbitrary: sequence, weight: 4 },
    { arbitrary: choice, weight: 2 },
    { arbitrary: grouped, weight: 2 },
    { arbitrary: loop, weight: 2 },
    { arbitrary: look, weight: 1 },
  );
}

const { pattern } = fc.letrec<{ pattern: Piece; looped: Piece }>((tie) => ({
  pattern: compound(tie('pattern'), tie('looped'), '('),
  looped: compound(tie('looped'), tie('looped'), '(?:'),
}));

const input = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '-', ' ', 'a', 'b'), { maxLength: 14 })
  .map((letters) => letters.join(''));

export const patternAndInput = fc.record({
  pattern: pattern.map(({ source }) => source),
  input,
});
