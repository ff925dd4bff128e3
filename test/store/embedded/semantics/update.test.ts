import { describe, expect, test } from 'vitest';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import { compileUpdate, withIdFirst } from '../../../../src/store/embedded/semantics/update.ts';
import { upsertBase } from '../../../../src/store/embedded/semantics/upsert.ts';
import {
  type Doc,
  type Plain,
  Timestamp,
} from '../../../../src/store/embedded/semantics/values.ts';
import { date, dbl, dec, doc, oid, re, text } from './values.ts';

type Members = { readonly [key: string]: Plain };
/** `null`: nothing changes. */
type Row = readonly [before: Members, update: Members, after: Members | null];

const now = date('2026-02-03T04:05:06Z');

const tables: { readonly [area: string]: readonly Row[] } = {
  $set: [
    [{ a: 1 }, { $set: { a: 2 } }, { a: 2 }],
    [{ a: 1 }, { $set: { a: 1 } }, null],
    [{ a: 1 }, { $set: { a: dbl(1) } }, { a: dbl(1) }],
    [{ a: 1n }, { $set: { a: 1n } }, null],
    [{}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
    [{}, { $set: { 'x.y.z': 1 } }, { x: { y: { z: 1 } } }],
    [{ a: [1, 2] }, { $set: { 'a.1': 5 } }, { a: [1, 5] }],
    [{ a: [1] }, { $set: { 'a.3': 5 } }, { a: [1, null, null, 5] }],
    [{ a: {} }, { $set: { 'a.0': 5 } }, { a: { 0: 5 } }],
    [{ a: { b: 1, c: 2 } }, { $set: { 'a.b': 3 } }, { a: { b: 3, c: 2 } }],
    [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } }, { a: [{ b: 2 }] }],
    [{ a: { x: 1, y: 2 } }, { $set: { a: { y: 2, x: 1 } } }, { a: { y: 2, x: 1 } }],
    [{ a: 1, z: 1 }, { $set: { a: null } }, { a: null, z: 1 }],
    [{ a: 1 }, { $set: {} }, null],
    [{ _id: 1 }, { $set: { _id: 1 } }, null],
    [{ a: 1 }, { $setOnInsert: { b: 1 } }, null],
  ],
  $unset: [
    [{ a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
    [{ a: 1 }, { $unset: { b: 1 } }, null],
    [{ a: { b: 1 } }, { $unset: { 'a.b': 1 } }, { a: {} }],
    [{ a: [1, 2] }, { $unset: { 'a.0': 1 } }, { a: [null, 2] }],
    [{ a: [1] }, { $unset: { 'a.4': 1 } }, null],
    [{ a: 5 }, { $unset: { 'a.b': 1 } }, null],
  ],
  'numbers keep their kinds': [
    [{ a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
    [{ a: 1 }, { $inc: { a: 0 } }, null],
    [{ a: 2147483647 }, { $inc: { a: 1 } }, { a: 2147483648n }],
    [{ a: -2147483648 }, { $inc: { a: -1 } }, { a: -2147483649n }],
    [{ a: 1n }, { $inc: { a: 1 } }, { a: 2n }],
    [{ a: 9007199254740993n }, { $inc: { a: 1n } }, { a: 9007199254740994n }],
    [{ a: 1 }, { $inc: { a: dbl(1) } }, { a: dbl(2) }],
    [{ a: 1.5 }, { $inc: { a: 0.5 } }, { a: dbl(2) }],
    [{}, { $inc: { a: 5n } }, { a: 5n }],
    [{}, { $inc: { 'a.b': 1 } }, { a: { b: 1 } }],
    [{ a: 3 }, { $mul: { a: 2 } }, { a: 6 }],
    [{ a: 65536 }, { $mul: { a: 65536 } }, { a: 4294967296n }],
    [{ a: 3 }, { $mul: { a: 0.5 } }, { a: 1.5 }],
    [{ a: 0 }, { $mul: { a: -5 } }, null],
    [{}, { $mul: { a: 5 } }, { a: 0 }],
    [{}, { $mul: { a: 5n } }, { a: 0n }],
    [{}, { $mul: { a: dbl(5) } }, { a: dbl(0) }],
    [{ a: 12 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
    [{ a: 12 }, { $bit: { a: { or: 1n } } }, { a: 13n }],
    [{}, { $bit: { a: { xor: 5 } } }, { a: 5 }],
    [{ a: 5 }, { $min: { a: 3 } }, { a: 3 }],
    [{ a: 5 }, { $min: { a: 5n } }, null],
    [{ a: 5 }, { $max: { a: 9n } }, { a: 9n }],
    [{ a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
    [{ a: 5 }, { $min: { a: null } }, { a: null }],
    [{}, { $max: { a: 1 } }, { a: 1 }],
  ],
  $push: [
    [{}, { $push: { a: 1 } }, { a: [1] }],
    [{ a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
    [{ a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    [{ a: [1] }, { $push: { a: { $each: [] } } }, null],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 0 } } }, { a: [9, 1, 2] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 50 } } }, { a: [1, 2, 9] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, null],
    [{ a: [1, 2] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
    [{ a: [3, 1] }, { $push: { a: { $each: [2], $sort: 1 } } }, { a: [1, 2, 3] }],
    [{ a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1, $slice: 2 } } }, { a: [3, 2] }],
    [
      { a: [{ n: 2 }, { n: 1, k: 'x' }] },
      { $push: { a: { $each: [{ n: 1, k: 'y' }], $sort: { n: 1, k: -1 } } } },
      { a: [{ n: 1, k: 'y' }, { n: 1, k: 'x' }, { n: 2 }] },
    ],
    [{ a: {} }, { $push: { 'a.b': 1 } }, { a: { b: [1] } }],
  ],
  'fields with a dollar': [
    [{ a: 1 }, { $set: { 'b.$k': 1 } }, { a: 1, b: { $k: 1 } }],
    [{ a: { $k: 1 } }, { $inc: { 'a.$k': 1 } }, { a: { $k: 2 } }],
    [{ a: { $k: { b: 1 } } }, { $unset: { 'a.$k.b': 1 } }, { a: { $k: {} } }],
    [{ a: [{ $k: 1 }] }, { $set: { 'a.$[].$k': 2 } }, { a: [{ $k: 2 }] }],
  ],
  sets: [
    [{ a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
    [{ a: [1] }, { $addToSet: { a: dbl(1) } }, null],
    [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    [{}, { $addToSet: { a: [1] } }, { a: [[1]] }],
    [
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    [{ a: [1, 2] }, { $pop: { a: 1 } }, { a: [1] }],
    [{ a: [1, 2] }, { $pop: { a: -1 } }, { a: [2] }],
    [{ a: [] }, { $pop: { a: 1 } }, null],
    [{}, { $pop: { a: 1 } }, null],
    [{ a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [{ a: [{ x: 1, y: 2 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
    [{ a: ['ab', 'c'] }, { $pull: { a: re('^a') } }, { a: ['c'] }],
    [{ a: [1, 2] }, { $pull: { a: { $in: [2, 3] } } }, { a: [1] }],
    [{ a: [[1], 1] }, { $pull: { a: [1] } }, { a: [1] }],
    [{ a: [oid('01'), oid('02')] }, { $pull: { a: oid('01') } }, { a: [oid('02')] }],
    [{}, { $pull: { a: 1 } }, null],
    [{ a: [{ x: 1 }, { x: 2 }, 3] }, { $pull: { a: { $or: [{ x: 1 }] } } }, { a: [{ x: 2 }, 3] }],
    [{ a: [{ x: 1 }, { x: 2 }] }, { $pull: { a: { $nor: [{ x: 1 }] } } }, { a: [{ x: 1 }] }],
    [{ a: [{ x: 1 }] }, { $pull: { a: { $and: [{ x: 2 }] } } }, null],
    [{ a: [1, 2, 3, 1] }, { $pullAll: { a: [1, dbl(3)] } }, { a: [2] }],
  ],
  $rename: [
    [{ a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
    [{ a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
    [{ a: { x: 1 } }, { $rename: { 'a.x': 'y.z' } }, { a: {}, y: { z: 1 } }],
    [{ b: 1 }, { $rename: { a: 'c' } }, null],
  ],
  $currentDate: [
    [{}, { $currentDate: { a: true } }, { a: now }],
    [{ a: 1 }, { $currentDate: { a: { $type: 'date' } } }, { a: now }],
    [
      {},
      { $currentDate: { a: { $type: 'timestamp' } } },
      { a: new Timestamp(now.getTime() / 1000, 1) },
    ],
  ],
  'every element': [
    [{ a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
    [
      { a: [{ b: [1] }, { b: [2, 3] }] },
      { $mul: { 'a.$[].b.$[]': 2 } },
      { a: [{ b: [2] }, { b: [4, 6] }] },
    ],
    [{ a: [] }, { $set: { 'a.$[]': 1 } }, null],
  ],
  replacement: [
    [{ _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
    [
      { _id: 1, a: 1 },
      { b: 2, _id: 1 },
      { _id: 1, b: 2 },
    ],
    [{ _id: 1, a: 1 }, { _id: dbl(1), a: 1 }, null],
    [{ _id: 1, a: 1 }, {}, { _id: 1 }],
  ],
};

const run = (before: Doc, update: Doc, isInsert = false) =>
  compileUpdate(update).apply(before, { now, isInsert });

for (const [area, rows] of Object.entries(tables)) {
  describe(area, () => {
    test.each(rows.map((row) => [text(doc(row[1])), text(doc(row[0])), row] as const))(
      '%s on %s',
      (_update, _before, [before, update, after]) => {
        const original = doc(before);
        const result = run(original, doc(update));
        expect(text(result.doc)).toBe(text(doc(after ?? before)));
        expect(result.changed).toBe(after !== null);
        expect(text(original), 'the input is not touched').toBe(text(doc(before)));
      },
    );
  });
}

test.each<[Members, Members, number]>([
  [{}, { $foo: { a: 1 } }, 9],
  [{}, { $set: 5 }, 9],
  [{}, { $set: { a: 1 }, b: 2 }, 9],
  [{}, { $set: { '': 1 } }, 56],
  [{}, { $set: { 'a..b': 1 } }, 56],
  [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  [{}, { $set: { 'a.b': 1, a: 1 } }, 40],
  [{}, { $set: { a: 1 }, $rename: { b: 'a' } }, 40],
  [{}, { $set: { $a: 1 } }, 52],
  [{ a: [1] }, { $set: { 'a.$[x': 1 } }, 52],
  [{ a: [{ x: 1 }] }, { $pull: { a: { $nonsense: 1 } } }, 2],
  [{ a: [{ x: 1 }] }, { $pull: { a: { $expr: true } } }, 2],
  [{}, { $set: { '$.a': 1 } }, 2],
  [{ a: 5 }, { $set: { 'a.b': 1 } }, 28],
  [{ a: [1] }, { $set: { 'a.b': 1 } }, 28],
  [{ a: 'x' }, { $inc: { a: 1 } }, 14],
  [{ a: null }, { $inc: { a: 1 } }, 14],
  [{ a: 1 }, { $inc: { a: 'x' } }, 14],

  [{ a: 'x' }, { $mul: { a: 1 } }, 14],
  [{ a: 1 }, { $push: { a: 1 } }, 2],
  [{ a: [] }, { $push: { a: { $each: 1 } } }, 2],
  [{ a: [] }, { $push: { a: { $each: [], $foo: 1 } } }, 2],
  [{ a: 1 }, { $addToSet: { a: 1 } }, 2],
  [{ a: 1 }, { $pop: { a: 1 } }, 14],
  [{ a: [] }, { $pop: { a: 2 } }, 9],
  [{ a: 1 }, { $pull: { a: 1 } }, 2],
  [{ a: [] }, { $pullAll: { a: 1 } }, 2],
  [{ a: 1.5 }, { $bit: { a: { and: 1 } } }, 2],
  [{ a: 1 }, { $bit: { a: { nand: 1 } } }, 2],
  [{}, { $currentDate: { a: 'x' } }, 2],
  [{}, { $rename: { a: 'a' } }, 2],
  [{}, { $rename: { a: 1 } }, 2],
  [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
  [{ _id: 1 }, { $set: { _id: 2 } }, 66],
  [{ _id: 1 }, { $unset: { _id: 1 } }, 66],
  [{ _id: { a: 1 } }, { $set: { '_id.a': 2 } }, 66],
  [{ _id: 1 }, { _id: 2, a: 1 }, 66],
  [{ a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
  [{ a: {} }, { $set: { 'a.$[]': 1 } }, 2],
  [{ a: 1 }, { $unset: { 'a.$[]': 1 } }, 2],
  [{}, { $set: { 'a.$[].b': 1 } }, 2],
  [{ a: [] }, { $set: { 'a.9999999': 1 } }, 2],
  [{ a: [1] }, { $set: { 'a.$': 1 } }, 2],
  [{ a: [[1]] }, { $set: { 'a.$.$': 1 } }, 2],
])('on %j the update %j fails with %i', (before, update, code) => {
  expect(() => run(doc(before), doc(update))).toThrow(
    expect.objectContaining({ code, name: 'CommandError' }),
  );
});

test('an increment beyond int64 is refused, not rounded', () => {
  const update = compileUpdate(doc({ $inc: { a: 1 } }));
  expect(() => update.apply(doc({ a: 2n ** 63n - 1n }), { now })).toThrow(
    expect.objectContaining({ code: 2 }),
  );
});

test('a replacement may not smuggle operators', () => {
  expect(() => compileUpdate(doc({ a: 1, $set: { b: 1 } }))).toThrow(
    expect.objectContaining({ code: 52 }),
  );
});

test('the positional operator changes the element the filter found', () => {
  const before = doc({
    a: [
      { k: 1, n: 0 },
      { k: 2, n: 0 },
    ],
  });
  const matcher = compileMatch(doc({ 'a.k': 2 }));
  const updater = compileUpdate(doc({ $inc: { 'a.$.n': 5 } }));
  expect(updater.needsPositional).toBe(true);
  const { doc: after } = updater.apply(before, { now, positional: matcher.positional(before) });
  expect(text(after)).toBe(
    text(
      doc({
        a: [
          { k: 1, n: 0 },
          { k: 2, n: 5 },
        ],
      }),
    ),
  );
});

test('array filters choose elements, also nested and below logical operators', () => {
  const filters = [doc({ 'x.n': { $gte: 2 } }), doc({ $or: [{ y: 1 }, { y: 3 }] })];
  const updater = compileUpdate(doc({ $set: { 'a.$[x].l.$[y]': 0 } }), { arrayFilters: filters });
  const before = doc({
    a: [
      { n: 1, l: [1, 2] },
      { n: 2, l: [1, 2, 3] },
    ],
  });
  expect(text(updater.apply(before, { now }).doc)).toBe(
    text(
      doc({
        a: [
          { n: 1, l: [1, 2] },
          { n: 2, l: [0, 2, 0] },
        ],
      }),
    ),
  );
});

test('array filters that are unused, missing, double or oddly named are refused', () => {
  const update = doc({ $set: { 'a.$[x]': 1 } });
  const compile =
    (...arrayFilters: Doc[]) =>
    () =>
      compileUpdate(update, { arrayFilters });
  expect(compile(doc({ x: 1 }), doc({ y: 1 }))).toThrow(expect.objectContaining({ code: 9 }));
  expect(compile(doc({ x: 1 }), doc({ x: 2 }))).toThrow(expect.objectContaining({ code: 9 }));
  expect(compile(doc({ x: 1, y: 2 }))).toThrow(expect.objectContaining({ code: 9 }));
  expect(compile(doc({ X: 1 }))).toThrow(expect.objectContaining({ code: 2 }));
  expect(() => compileUpdate(doc({ a: 1 }), { arrayFilters: [doc({ x: 1 })] })).toThrow(
    expect.objectContaining({ code: 2 }),
  );
});

test('two ways to the same element conflict', () => {
  const updater = compileUpdate(doc({ $set: { 'a.$[].b': 1, 'a.0.b': 2 } }));
  expect(() => updater.apply(doc({ a: [{ b: 0 }] }), { now })).toThrow(
    expect.objectContaining({ code: 40 }),
  );
  const apart = compileUpdate(doc({ $set: { 'a.$[].b': 1, 'a.0.c': 2 } }));
  expect(text(apart.apply(doc({ a: [{}] }), { now }).doc)).toBe('{a: [{b: 1, c: 2}]}');
});

test('$setOnInsert applies to inserts only', () => {
  expect(text(run(doc({ _id: 1 }), doc({ $setOnInsert: { a: 1 } }), true).doc)).toBe(
    '{_id: 1, a: 1}',
  );
});

test('an update says which fields it can touch', () => {
  expect(compileUpdate(doc({ $set: { 'a.b': 1 }, $rename: { c: 'd.e' } })).touches).toEqual([
    'a',
    'c',
    'd',
  ]);
  expect(compileUpdate(doc({ a: 1 })).touches).toBeNull();
  expect(compileUpdate([doc({ $set: { a: 1 } })]).touches).toBeNull();
});

test('setting one field shares all others with the document before', () => {
  const before = doc({ a: 1, big: { x: [1, 2, 3] } });
  const { doc: after } = run(before, doc({ $set: { a: 2 } }));
  expect(after.get('big')).toBe(before.get('big'));
});

test.each<[readonly Members[], Members, Members | null]>([
  [[{ $set: { b: { $add: ['$a', 1] } } }], { _id: 1, a: 1 }, { _id: 1, a: 1, b: 2 }],
  [[{ $set: { at: '$$NOW' } }], { _id: 1 }, { _id: 1, at: now }],
  [[{ $set: { a: '$a' } }], { _id: 1, a: dbl(1) }, null],
  [[{ $set: { 'a.b': 1 } }, { $unset: ['c', 'a.d'] }], { a: { d: 1 }, c: 1 }, { a: { b: 1 } }],
  [[{ $set: { a: { b: 2 } } }], { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }],
  [[{ $project: { a: 1 } }], { _id: 1, a: 1, b: 1 }, { _id: 1, a: 1 }],
])('the pipeline %j on %j', (stages, before, after) => {
  const updater = compileUpdate(stages.map(doc));
  const result = updater.apply(doc(before), { now });
  expect(text(result.doc)).toBe(text(doc(after ?? before)));
  expect(result.changed).toBe(after !== null);
});

test.each<[Members, Members]>([
  [{ a: dec('0.1') }, { $inc: { a: 1 } }],
  [{ a: 1 }, { $inc: { a: dec('1.50') } }],
  [{}, { $mul: { a: dec('2') } }],
])('nothing calculates with Decimal128: %j', (before, update) => {
  expect(() => compileUpdate(doc(update)).apply(doc(before), { now })).toThrow(
    expect.objectContaining({ code: 2, message: expect.stringContaining('Decimal128') }),
  );
});

test('an update pipeline takes transforms only, and cannot change _id', () => {
  expect(() => compileUpdate([doc({ $match: {} })])).toThrow(expect.objectContaining({ code: 72 }));
  const updater = compileUpdate([doc({ $set: { _id: 2 } })]);
  expect(() => updater.apply(doc({ _id: 1 }), { now })).toThrow(
    expect.objectContaining({ code: 66 }),
  );
});

test.each<[Members, Members]>([
  [
    { a: 1, _id: 7 },
    { _id: 7, a: 1 },
  ],
  [{ 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
  [{ a: { $eq: 1 } }, { a: 1 }],
  [{ a: { $gt: 1 }, b: { $exists: true } }, {}],
  [
    { a: { $in: [1] }, b: { $in: [1, 2] }, c: { $all: ['x'] } },
    { a: 1, c: 'x' },
  ],
  [{ $and: [{ a: 1 }, { b: { $eq: 2 } }] }, { a: 1, b: 2 }],
  [{ $or: [{ a: 1 }] }, { a: 1 }],
  [{ $or: [{ a: 1 }, { a: 2 }] }, {}],
  [{ a: re('x') }, {}],
  [{ a: { x: 1 } }, { a: { x: 1 } }],
  [{ a: { $eq: 1, $lt: 5 } }, { a: 1 }],
])('an upsert for %j starts from %j', (filter, base) => {
  expect(text(upsertBase(doc(filter)))).toBe(text(doc(base)));
});

test('an upsert by replacement starts from the _id alone, and doubled equalities are refused', () => {
  expect(text(upsertBase(doc({ _id: 1, a: 2 }), 'replacement'))).toBe('{_id: 1}');
  expect(() => upsertBase(doc({ a: 1, $and: [{ a: 2 }] }))).toThrow(
    expect.objectContaining({ code: 54 }),
  );
  expect(() => upsertBase(doc({ a: { b: 1 }, 'a.b': 1 }))).toThrow(
    expect.objectContaining({ code: 54 }),
  );
});

test('_id is moved to the front', () => {
  expect(text(withIdFirst(doc({ a: 1, _id: 2, b: 3 })))).toBe('{_id: 2, a: 1, b: 3}');
  expect(text(withIdFirst(doc({ a: 1 })))).toBe('{a: 1}');
});
