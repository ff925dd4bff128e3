import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareValues, identical } from '../../../../src/store/embedded/semantics/compare.ts';
import {
  encodeBound,
  encodeKey,
  indexEntries,
  indexEntriesRaw,
  isBoundable,
  prefixUpperBound,
} from '../../../../src/store/embedded/semantics/keys.ts';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import {
  BsonRegExp,
  BsonSymbol,
  Code,
  Doc,
  encode,
  maxKey,
  minKey,
  Timestamp,
  undefinedValue,
  type Value,
} from '../../../../src/store/embedded/semantics/values.ts';
import { quickRuns } from '../../../support/runs.ts';
import { anyValue, bin, date, dbl, dec, doc, oid, scalar, text, value } from './values.ts';

const up = [{ path: 'a', direction: 1 }] as const;
const down = [{ path: 'a', direction: -1 }] as const;

/** Each row sorts after the one before; values within a row are equal. */
const ascending: Value[][] = [
  [minKey],
  [undefinedValue],
  [null],
  [Number.NaN, dec('NaN')],
  [Number.NEGATIVE_INFINITY, dec('-Infinity')],
  [dec('-1E6000')],
  [-1e300],
  [-(2n ** 63n), dbl(-(2 ** 63))],
  [-9007199254740993n],
  [-9007199254740992n, dbl(-(2 ** 53))],
  [-2, -2n, dbl(-2), dec('-2.0')],
  [dbl(-0.5), dec('-0.50')],
  [dec('-1E-6000')],
  [0, 0n, dbl(0), dbl(-0), dec('0'), dec('-0')],
  [dec('1E-6000')],
  [5e-324],
  [dec('0.1')],
  [0.1],
  [dec('0.1000000000000000055511151231257828')],
  [1, 1n, dbl(1), dec('1.00')],
  [1.5, dec('1.5')],
  [2, dbl(2)],
  [9007199254740992n, dbl(2 ** 53), dec('9007199254740992')],
  [dec('9007199254740992.5')],
  [9007199254740993n, dec('9007199254740993')],
  [9007199254740994n, dbl(2 ** 53 + 2)],
  [2n ** 63n - 1n],
  [dbl(2 ** 63)],
  [1e308],
  [dec('1E6000')],
  [Number.POSITIVE_INFINITY, dec('Infinity')],
  [''],
  ['\0'],
  ['\0\0'],
  ['\u0001'],
  ['A'],
  ['B', new BsonSymbol('B')],
  ['a'],
  ['a\0'],
  ['a\u0001'],
  ['aa'],
  ['é'],
  ['\uffff'],
  ['\ud83d\ude00'],
  [doc({})],
  [doc({ a: 1 }), doc({ a: dbl(1) })],
  [doc({ a: 1, b: 1 })],
  [doc({ a: 2 })],
  [doc({ b: 1 })],
  [doc({ a: 'x' })],
  [value([])],
  [value([null])],
  [value([1]), value([1n])],
  [value([1, 2])],
  [value([2])],
  [value(['a'])],
  [bin('')],
  [bin('ff')],
  [bin('00', 4)],
  [bin('0000')],
  [oid('01')],
  [oid('ff0000000000000000000000')],
  [false],
  [true],
  [date('1969-12-31T23:59:59.999Z')],
  [date('1970-01-01T00:00:00.000Z')],
  [date('2026-01-01T00:00:00.000Z')],
  [new Timestamp(1, 2)],
  [new Timestamp(2, 1)],
  [new Timestamp(4294967295, 0)],
  [new BsonRegExp('a')],
  [new BsonRegExp('a', 'i')],
  [new BsonRegExp('b')],
  [new Code('a')],
  [new Code('a', doc({}))],
  [maxKey],
];

const sign = (order: number) => Math.sign(order);

test('the canonical order of types and values holds, and index keys follow it both ways', () => {
  for (let i = 0; i < ascending.length; i++) {
    for (let j = 0; j < ascending.length; j++) {
      for (const a of ascending[i] ?? []) {
        for (const b of ascending[j] ?? []) {
          const label = `${text(a)} against ${text(b)}`;
          expect(sign(compareValues(a, b)), label).toBe(sign(i - j));
          expect(sign(Buffer.compare(encodeKey([a], up), encodeKey([b], up))), label).toBe(
            sign(i - j),
          );
          expect(sign(Buffer.compare(encodeKey([a], down), encodeKey([b], down))), label).toBe(
            sign(j - i) + 0,
          );
        }
      }
    }
  }
});

test('a missing value sorts as null', () => {
  expect(compareValues(undefined, null)).toBe(0);
  expect(encodeKey([undefined], up)).toEqual(encodeKey([null], up));
});

test('the bytes of any two keys compare as their values do', () => {
  fc.assert(
    fc.property(anyValue, anyValue, (a, b) => {
      const order = sign(compareValues(a, b));
      expect(sign(Buffer.compare(encodeKey([a], up), encodeKey([b], up)))).toBe(order);
      expect(sign(Buffer.compare(encodeKey([a], down), encodeKey([b], down))) + 0).toBe(
        0 - order + 0,
      );
    }),
    { numRuns: quickRuns(3000) },
  );
});

test('the bytes of compound keys compare field by field', () => {
  const pattern = [
    { path: 'a', direction: 1 },
    { path: 'b', direction: -1 },
    { path: 'c', direction: 1 },
  ] as const;
  const triple = fc.tuple(scalar, scalar, scalar);
  fc.assert(
    fc.property(triple, triple, fc.boolean(), (a, b, same) => {
      const other = same ? ([a[0], b[1], b[2]] as const) : b;
      const order =
        compareValues(a[0], other[0]) ||
        -compareValues(a[1], other[1]) ||
        compareValues(a[2], other[2]);
      expect(sign(Buffer.compare(encodeKey(a, pattern), encodeKey(other, pattern))) + 0).toBe(
        sign(order) + 0,
      );
    }),
    { numRuns: quickRuns(2000) },
  );
});

test('comparing is transitive and antisymmetric', () => {
  fc.assert(
    fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
      expect(sign(compareValues(a, b)) + sign(compareValues(b, a))).toBe(0);
      const [x, y, z] = [a, b, c].sort(compareValues);
      expect(compareValues(x, y)).toBeLessThanOrEqual(0);
      expect(compareValues(x, z)).toBeLessThanOrEqual(0);
    }),
    { numRuns: quickRuns(2000) },
  );
});

test('identical tells number kinds apart where equality does not', () => {
  expect(identical(1, dbl(1))).toBe(false);
  expect(identical(dbl(0), -0)).toBe(false);
  expect(identical(Number.NaN, Number.NaN)).toBe(true);
  expect(identical(dec('1.0'), dec('1.00'))).toBe(false);
  expect(identical(doc({ a: 1, b: 2 }), doc({ b: 2, a: 1 }))).toBe(false);
});

test('a long value is cut: equal values have equal keys, the index learns that order is lost', () => {
  const long = 'x'.repeat(5000);
  const { keys, truncated } = indexEntries(doc({ a: long }), up);
  expect(truncated).toBe(true);
  expect(keys[0]?.length).toBe(1000);
  expect(keys[0]).toEqual(encodeKey([long], up));
  expect(encodeKey([`${long}y`], up)).not.toEqual(keys[0]);
  expect(indexEntries(doc({ a: 'x' }), up).truncated).toBe(false);
});

const two = [
  { path: 'a', direction: 1 },
  { path: 'b', direction: -1 },
] as const;

test.each<[string, Doc, readonly string[], readonly Value[][]]>([
  ['a scalar gives one key', doc({ a: 1 }), ['a'], [[1]]],
  ['a missing field is null', doc({}), ['a'], [[null]]],
  ['an array gives its elements', doc({ a: [1, 'x'] }), ['a'], [[1], ['x']]],
  ['equal elements give one key', doc({ a: [1, 1n, dbl(1)] }), ['a'], [[1]]],
  ['an empty array is undefined', doc({ a: [] }), ['a'], [[undefinedValue]]],
  ['an array in the array is a value', doc({ a: [[1, 2]] }), ['a'], [[value([1, 2])]]],
  ['a path enters objects', doc({ a: { b: 5 } }), ['a.b'], [[5]]],
  ['a path enters the objects of an array', doc({ a: [{ b: 1 }, { b: 2 }] }), ['a.b'], [[1], [2]]],
  ['scalars in the array are null there', doc({ a: [{ b: 1 }, 7] }), ['a.b'], [[1], [null]]],
  ['an empty array on the way is null', doc({ a: [] }), ['a.b'], [[null]]],
  ['an index names an element', doc({ a: [5, 6] }), ['a.1'], [[6]]],
  ['a stored undefined is found as null', doc({ a: undefinedValue }), ['a'], [[null]]],
  [
    'fields of one array go together',
    doc({ a: [{ x: 1, y: 2 }, { x: 3 }] }),
    ['a.x', 'a.y'],
    [
      [1, 2],
      [3, null],
    ],
  ],
  ['a stored undefined is found as null', doc({ a: undefinedValue }), ['a'], [[null]]],
  ['so is one in an array', doc({ a: [undefinedValue, 1] }), ['a'], [[null], [1]]],
  [
    'an array beside a scalar',
    doc({ a: [1, 2], b: 'z' }),
    ['a', 'b'],
    [
      [1, 'z'],
      [2, 'z'],
    ],
  ],
  [
    'arrays inside arrays of objects',
    doc({ a: [{ b: [1, 2] }, { b: 3 }] }),
    ['a.b'],
    [[1], [2], [3]],
  ],
])('index keys: %s', (_, document, paths, expected) => {
  const pattern = paths.map((path) => ({ path, direction: 1 as const }));
  const { keys } = indexEntries(document, pattern);
  expect(keys).toEqual(expected.map((values) => encodeKey(values, pattern)));
  expect(indexEntriesRaw(encode(document), pattern)).toEqual(indexEntries(document, pattern));
});

test('two arrays in one compound index are refused', () => {
  expect(() => indexEntries(doc({ a: [1], b: [2] }), two)).toThrow(
    expect.objectContaining({ code: 171, codeName: 'CannotIndexParallelArrays' }),
  );
});

test('a sparse index hears that a document, or one element of it, has none of the fields', () => {
  expect(indexEntries(doc({ c: 1 }), two).missing).toBe(true);
  expect(indexEntries(doc({ b: null }), two).missing).toBe(false);
  const paths = [{ path: 'a.b', direction: 1 }] as const;
  const partly = indexEntries(doc({ a: [{ b: 1 }, {}] }), paths, { sparse: true });
  expect(partly.keys).toEqual([encodeKey([1], paths)]);
  expect(indexEntries(doc({ a: [{}, {}] }), paths, { sparse: true }).keys).toEqual([]);
});

const isIn = (key: Buffer, { lower, upper }: { lower: Buffer; upper: Buffer }) =>
  Buffer.compare(key, lower) >= 0 && Buffer.compare(key, upper) < 0;

test.each([
  { order: 'ascending', pattern: up },
  { order: 'descending', pattern: down },
])('bounds of a comparison hold every document that matches it, $order', ({ pattern }) => {
  const operand = fc.oneof(anyValue, fc.constantFrom<Value>('x'.repeat(2000), 1, 2.5, 'a'));
  const ends = fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$eq');
  fc.assert(
    fc.property(operand, operand, ends, (found, wanted, op) => {
      fc.pre(
        isBoundable(wanted) && !(wanted instanceof BsonRegExp) && text(wanted) !== 'Undefined',
      );
      const document = new Doc(['a'], [found]);
      if (!compileMatch(new Doc(['a'], [new Doc([op], [wanted])])).test(document)) return;
      const bound =
        op === '$eq'
          ? ({ kind: 'eq', value: wanted } as const)
          : ({ kind: 'range', [op.slice(1)]: wanted } as const);
      const range = encodeBound([], bound, pattern);
      const { keys } = indexEntries(document, pattern);
      expect(keys.some((key) => isIn(key, range))).toBe(true);
    }),
    { numRuns: quickRuns(2000) },
  );
});

test('an exact range excludes its open ends and other types', () => {
  const range = encodeBound([], { kind: 'range', gt: 1, lte: 3 }, up);
  const inside = (candidate: Value) => isIn(encodeKey([candidate], up), range);
  expect([1, 1.5, 3, 3n, 3.1, '2', null].map(inside)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  const descending = encodeBound([], { kind: 'range', gte: 1, lt: 3 }, down);
  const below = (candidate: Value) => isIn(encodeKey([candidate], down), descending);
  expect([0, 1, 2, 3, 'x'].map(below)).toEqual([false, true, true, false, false]);
});

test.each([
  { order: 'ascending', pattern: up },
  { order: 'descending', pattern: down },
])('the bound of a string head holds all strings that begin with it, $order', ({ pattern }) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (head, tail) => {
      fc.pre(!/[\ud800-\udbff]$/.test(head));
      const range = encodeBound([], { kind: 'prefix', prefix: head }, pattern);
      expect(isIn(encodeKey([head + tail], pattern), range)).toBe(true);
    }),
  );
  const range = encodeBound([], { kind: 'prefix', prefix: 'ab' }, pattern);
  expect(isIn(encodeKey(['ac'], pattern), range)).toBe(false);
  expect(isIn(encodeKey(['a'], pattern), range)).toBe(false);
});

test('after equal leading fields a bound applies to the next field in its direction', () => {
  const range = encodeBound(['k'], { kind: 'range', gte: 5 }, two);
  expect(isIn(encodeKey(['k', 5], two), range)).toBe(true);
  expect(isIn(encodeKey(['k', 9], two), range)).toBe(true);
  expect(isIn(encodeKey(['k', 4], two), range)).toBe(false);
  expect(isIn(encodeKey(['l', 9], two), range)).toBe(false);
  expect(isIn(encodeKey(['k', 'x'], two), encodeBound(['k'], { kind: 'all' }, two))).toBe(true);
});

test('the upper bound of a prefix is above everything that starts with it, and no higher', () => {
  expect(prefixUpperBound(Buffer.from([1, 255, 255]))).toEqual(Buffer.from([2]));
  expect(prefixUpperBound(Buffer.from([1, 5]))).toEqual(Buffer.from([1, 6]));
  expect(prefixUpperBound(Buffer.alloc(0))).toEqual(Buffer.from([255]));
});
