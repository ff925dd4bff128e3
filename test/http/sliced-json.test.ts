import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonInSlices } from '../../src/http/index.ts';

const unlimited = { membersMax: 1_000_000, itemsMax: 1_000_000 };

/** Larger than a slice, and full of what could end one in the wrong place. */
const filler = [
  'x"\\{[,:]}é\\"'.repeat(3_000),
  Array(9_000).fill('a,"]'),
  { '}': ['\\'.repeat(9)] },
];
const large = fc.constantFrom<unknown>(
  filler,
  { a: filler, b: filler, __proto__: null },
  Array(40_000).fill({}),
  Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n])),
);
const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor'));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: fc.jsonValue() },
    { weight: 2, arbitrary: large },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.dictionary(names, tie('value'), { maxKeys: 4 }) },
  ),
})).value;

it('a text reads as JSON.parse reads it, however it falls into slices', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      large,
      fc.constantFrom(undefined, 1, '\t'),
      async (one, big, space) => {
        const text = JSON.stringify([one, { one, big }, big], null, space);
        expect(await parseJsonInSlices(text, unlimited)).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 12 },
  );
});

it('a name that objects have is a member like any other', async () => {
  const text = `{"__proto__":{"polluted":true},"a":[${'1,'.repeat(60_000)}1]}`;
  const read = await parseJsonInSlices(text, unlimited);
  expect(Object.keys(read as object)).toEqual(['__proto__', 'a']);
  expect(({} as { polluted?: true }).polluted).toBeUndefined();
});

it('what JSON.parse refuses is refused', async () => {
  const rest = Array.from({ length: 100 }, (_, n) => `"m${n}":[${n},{"a":null}]`).join();
  const good = `{${rest},"list":[${'{},[1],"x",'.repeat(7_000)}1],${rest}}`;
  const places = fc.oneof(
    fc.integer({ min: 0, max: rest.length }),
    fc.integer({ min: 0, max: good.length }),
  );
  await fc.assert(
    fc.asyncProperty(
      places,
      fc.constantFrom('"', '{', ']', '}', ',', ':', '\\', 'x', ' ', ''),
      async (at, put) => {
        const text = good.slice(0, at) + put + good.slice(at + 1);
        let expected: unknown = SyntaxError;
        try {
          expected = JSON.parse(text);
        } catch {
          // Nor here, then.
        }
        const read = await parseJsonInSlices(text, unlimited).catch((error: unknown) => error);
        if (expected === SyntaxError) expect(read).toBeInstanceOf(SyntaxError);
        else expect(read).toEqual(expected);
      },
    ),
    { numRuns: 80 },
  );
});

it.each([
  ['members', `{${Array.from({ length: 9_000 }, (_, n) => `"k${n}":1`).join()}}`],
  ['items', `[${'1,'.repeat(60_000)}1]`],
])('more %s than it may have are refused', async (what, text) => {
  const sizes = { membersMax: 8_000, itemsMax: 50_000 };
  await expect(parseJsonInSlices(text, sizes)).rejects.toThrow(`000 ${what} in`);
  expect(await parseJsonInSlices(text, unlimited)).toEqual(JSON.parse(text));
});

it('others are served meanwhile', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await parseJsonInSlices(`[${'{},'.repeat(600_000)}1]`, { ...unlimited, itemsMax: 2_000_000 });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(3);
});
