import type { Collection, Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, stagesOf, type TemporaryDatabase } from './temporary-database.ts';

let database: TemporaryDatabase;
let things: Collection;

beforeAll(async () => {
  database = await openDatabase();
  things = database.db.collection('things');
  await things.createIndexes([
    { key: { single: 1 }, name: 'single' },
    { key: { org: 1, at: -1 }, name: 'compound' },
    { key: { serial: 1 }, name: 'unique', unique: true },
    { key: { nick: 1 }, name: 'sparse', sparse: true },
    {
      key: { correlation: 1 },
      name: 'partial',
      unique: true,
      partialFilterExpression: { status: 'Open' },
    },
    {
      key: { lease: 1 },
      name: 'partialExists',
      partialFilterExpression: { lease: { $exists: true } },
    },
    {
      key: { org: 1, plain: 1 },
      name: 'partialPrefix',
      partialFilterExpression: { status: 'Open' },
    },
    { key: { tags: 1 }, name: 'multikey' },
    { key: { tags: 1, serial: 1 }, name: 'tagged' },
    { key: { tags: 1, at: 1 }, name: 'dated' },
    { key: { 'items.name': 1, 'items.value': 1 }, name: 'elements' },
    { key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 1_000_000 },
  ]);
  await things.insertMany(
    Array.from({ length: 400 }, (_, n) => ({
      single: n % 40,
      org: n % 4,
      at: new Date(n * 1000),
      serial: n,
      ...(n % 10 === 0 ? { nick: `nick-${n}` } : {}),
      correlation: n % 2 === 0 ? `c-${n}` : 'closed',
      status: n % 2 === 0 ? 'Open' : 'Closed',
      ...(n % 7 === 0 ? { lease: n } : {}),
      tags: [`t${n % 5}`, `u${n % 3}`],
      items: [
        { name: 'a', value: n % 6 },
        { name: 'b', value: n % 9 },
      ],
      expiresAt: new Date(Date.now() + n),
      plain: n % 11,
    })),
  );
});
afterAll(() => database.remove());

type Case = { filter: Document; sort?: Document; index: string | string[]; sorted?: boolean };

const indexed: [string, Case][] = [
  ['_id', { filter: { _id: 'x' }, index: '_id_' }],
  ['equality', { filter: { single: 3 }, index: 'single' }],
  ['range', { filter: { single: { $gte: 3, $lt: 7 } }, index: 'single' }],
  ['$in', { filter: { single: { $in: [3, 9, 27] } }, index: 'single' }],
  ['null', { filter: { single: null }, index: 'single' }],
  ['prefix of a compound index', { filter: { org: 2 }, index: 'compound' }],
  ['equality and range', { filter: { org: 2, at: { $gt: new Date(50_000) } }, index: 'compound' }],
  [
    'equality and its sort',
    { filter: { org: 2 }, sort: { at: -1 }, index: 'compound', sorted: true },
  ],
  [
    'the same sort backwards',
    { filter: { org: 2 }, sort: { at: 1 }, index: 'compound', sorted: true },
  ],
  [
    'range of the sorted field',
    {
      filter: { org: 1, at: { $lt: new Date(90_000) } },
      sort: { at: -1 },
      index: 'compound',
      sorted: true,
    },
  ],
  [
    '$in before the sort',
    { filter: { org: { $in: [1, 2] } }, sort: { org: 1, at: -1 }, index: 'compound', sorted: true },
  ],
  [
    'a sort that mixes directions otherwise',
    { filter: { org: { $in: [1, 2] } }, sort: { org: 1, at: 1 }, index: 'compound', sorted: false },
  ],
  ['sort alone', { filter: {}, sort: { serial: -1 }, index: 'unique', sorted: true }],
  ['unique beats others', { filter: { single: 3, serial: 43, org: 3 }, index: 'unique' }],
  ['sparse with a value', { filter: { nick: 'nick-10' }, index: 'sparse' }],
  [
    'sparse with $exists',
    {
      filter: { nick: { $exists: true }, plain: 1 },
      sort: { nick: 1 },
      index: 'sparse',
      sorted: true,
    },
  ],
  ['partial, implied', { filter: { correlation: 'c-4', status: 'Open' }, index: 'partial' }],
  [
    '$in on a unique partial index',
    { filter: { correlation: { $in: ['c-4', 'c-8', 'none'] }, status: 'Open' }, index: 'partial' },
  ],
  [
    'partial by $exists, implied by a range',
    { filter: { lease: { $lt: 100 } }, index: 'partialExists' },
  ],
  [
    'partial, beside one of all documents that begins alike',
    { filter: { org: 2, status: 'Open' }, index: 'partialPrefix' },
  ],
  ['multikey', { filter: { tags: 't1' }, index: 'multikey' }],
  ['multikey $all', { filter: { tags: { $all: ['t1', 'u2'] } }, index: 'multikey' }],
  [
    'multikey sort must sort in memory',
    { filter: { tags: { $gte: 't1' } }, sort: { tags: 1 }, index: 'multikey', sorted: false },
  ],
  ['elements', { filter: { 'items.name': 'a', 'items.value': 7 }, index: 'elements' }],
  ['TTL index', { filter: { expiresAt: { $lte: new Date() } }, index: 'ttl' }],
  [
    'regular expression with a prefix',
    { filter: { correlation: /^c-1/, status: 'Open' }, index: 'partial' },
  ],
  [
    '$or, each branch indexed',
    { filter: { $or: [{ single: 3 }, { serial: 44 }] }, index: ['single', 'unique'] },
  ],
  [
    '$or with shared conditions',
    {
      filter: {
        org: 1,
        $or: [{ at: { $lt: new Date(9_000) } }, { at: { $gt: new Date(390_000) } }],
      },
      index: ['compound', 'compound'],
    },
  ],
  [
    '$in before the sort, merged',
    { filter: { org: { $in: [1, 2] } }, sort: { at: -1 }, index: 'compound', sorted: true },
  ],
  [
    'one element of a list before the sort',
    { filter: { tags: 't1' }, sort: { serial: -1 }, index: 'tagged', sorted: true },
  ],
  [
    'several elements of a list before the sort, merged',
    {
      filter: { tags: { $in: ['t1', 'u2'] } },
      sort: { serial: 1 },
      index: 'tagged',
      sorted: true,
    },
  ],
  [
    'one element of a list and a range of the sorted field',
    {
      filter: { tags: 't1', serial: { $gte: 50, $lt: 150 } },
      sort: { serial: 1 },
      index: 'tagged',
      sorted: true,
    },
  ],
  [
    '$or, each branch in the order of the sort',
    {
      filter: { $or: [{ org: 2 }, { tags: 't1' }] },
      sort: { at: -1 },
      index: ['compound', 'dated'],
      sorted: true,
    },
  ],
  ['nested $and', { filter: { $and: [{ plain: 3 }, { $and: [{ single: 3 }] }] }, index: 'single' }],
];

const scanned: [string, Document][] = [
  ['a field without an index', { plain: 3 }],
  ['the second field of a compound index alone', { at: new Date(5000) }],
  ['a sparse index and null', { nick: null }],
  ['a sparse index and $exists: false', { nick: { $exists: false } }],
  ['a partial index that is not implied', { correlation: 'c-4' }],
  ['a partial index implied by another value', { correlation: 'c-4', status: 'Closed' }],
  ['$ne', { single: { $ne: 3 } }],
  ['$or with one branch not indexed', { $or: [{ single: 3 }, { plain: 4 }] }],
  ['a whole array', { tags: ['t1', 'u1'] }],
];

/** The truth: what a scan without any index finds. */
function byScan(filter: Document, sort: Document = { serial: 1 }): Promise<Document[]> {
  return things.find(filter).hint({ $natural: 1 }).sort(sort).toArray();
}

describe('a filter', () => {
  test.each(indexed)(
    'on %s uses the index and finds what a scan finds',
    async (_name, { filter, sort, index, sorted }) => {
      const cursor = things.find(filter);
      if (sort !== undefined) cursor.sort(sort);
      const { stages, indexes } = stagesOf(await cursor.clone().explain('queryPlanner'));
      expect(stages).not.toContain('COLLSCAN');
      expect(indexes).toEqual([index].flat());
      if (sorted !== undefined) expect(stages.includes('SORT')).toBe(!sorted);
      const found = (await cursor.toArray()).map(({ serial }) => serial);
      const expected = (await byScan(filter)).map(({ serial }) => serial);
      expect([...found].sort((a, b) => a - b)).toEqual(expected);
      expect(await things.countDocuments(filter)).toBe(expected.length);
    },
  );

  test.each(scanned)('on %s scans the collection', async (_name, filter) => {
    const { stages } = stagesOf(await things.find(filter).explain('queryPlanner'));
    expect(stages).toEqual(['COLLSCAN']);
    expect(await things.find(filter).toArray()).toEqual(await byScan(filter, { _id: 1 }));
  });

  test.each(indexed.filter(([, { sort }]) => sort !== undefined))(
    'with a sort comes in the order of a sort in memory: %s',
    async (_name, { filter, sort = {} }) => {
      const order = { ...sort, _id: 1 };
      const keys = Object.keys(sort);
      const pick = (documents: Document[]) =>
        documents.map((document) =>
          // An array sorts by its least element.
          keys.map((key) => [document[key]].flat().sort()[0]),
        );
      const found = await things.find(filter).sort(sort).toArray();
      expect(pick(found)).toEqual(pick(await byScan(filter, order)));
    },
  );
});

test('an _id decides the plan, and every other condition is still asked', async () => {
  const one = await things.findOne({ serial: 7 });
  for (const [rest, matches] of [
    [{ serial: 7 }, true],
    [{ serial: 8 }, false],
    [{ org: 3, at: { $gt: new Date(0) } }, true],
    [{ $or: [{ serial: 8 }, { single: 7 }] }, true],
    [{ $or: [{ serial: 8 }, { serial: 9 }] }, false],
    [{ $nor: [{ serial: 7 }] }, false],
    [{ $expr: { $eq: ['$serial', 7] } }, true],
    [{ $expr: { $eq: ['$serial', 8] } }, false],
    [{ $and: [{ _id: { $ne: one?._id } }] }, false],
  ] as const) {
    const filter: Document = { _id: one?._id, ...rest };
    for (const sort of [undefined, { at: -1 }] as const) {
      const cursor = things.find(filter);
      if (sort !== undefined) cursor.sort(sort);
      const explained = await cursor.clone().explain('queryPlanner');
      expect(stagesOf(explained)).toMatchObject({ indexes: ['_id_'] });
      expect(await cursor.toArray()).toEqual(matches ? [one] : []);
    }
    expect(await things.countDocuments(filter)).toBe(matches ? 1 : 0);
  }
});

test('a hint is obeyed, and an unknown one is an error', async () => {
  const explained = await things.find({ single: 3 }).hint('compound').explain('queryPlanner');
  expect(stagesOf(explained).indexes).toEqual(['compound']);
  expect(await things.find({ single: 3 }).hint('compound').toArray()).toHaveLength(10);
  await expect(things.find({ single: 3 }).hint('nonsense').toArray()).rejects.toMatchObject({
    code: 2,
  });
});

test('explain tells how many keys and documents were looked at', async () => {
  const { executionStats } = await things.find({ single: 3 }).explain('executionStats');
  expect(executionStats).toMatchObject({
    nReturned: 10,
    totalKeysExamined: 10,
    totalDocsExamined: 10,
  });
});

test('updates, deletes, counts and aggregations can be explained', async () => {
  for (const command of [
    { update: 'things', updates: [{ q: { serial: 1 }, u: { $set: { a: 1 } } }] },
    { delete: 'things', deletes: [{ q: { serial: 1 }, limit: 1 }] },
    { findAndModify: 'things', query: { serial: 1 }, update: { $set: { a: 1 } } },
    { count: 'things', query: { serial: 1 } },
    { distinct: 'things', key: 'org', query: { serial: 1 } },
    {
      aggregate: 'things',
      pipeline: [{ $match: { serial: 1 } }, { $group: { _id: '$org' } }],
      cursor: {},
    },
  ]) {
    const explained = await database.db.command({ explain: command, verbosity: 'queryPlanner' });
    expect(stagesOf(explained).indexes).toEqual(['unique']);
  }
  expect(await things.countDocuments({ a: 1 })).toBe(0);
});

test('conditions on different elements of one array are not paired up by a compound index', async () => {
  const pairs = database.db.collection('pairs');
  await pairs.createIndex({ 'list.a': 1, 'list.b': 1 });
  await pairs.insertOne({
    _id: 'split' as never,
    list: [
      { a: 1, b: 9 },
      { a: 9, b: 2 },
    ],
  });
  expect(await pairs.find({ 'list.a': 1, 'list.b': 2 }).toArray()).toHaveLength(1);
  expect(await pairs.find({ list: { $elemMatch: { a: 1, b: 2 } } }).toArray()).toHaveLength(0);
});

test('both ends of a range on an array may be met by different elements', async () => {
  const ranges = database.db.collection('ranges');
  await ranges.createIndex({ n: 1 });
  await ranges.insertOne({ n: [1, 10] });
  expect(await ranges.find({ n: { $gt: 4, $lt: 6 } }).toArray()).toHaveLength(1);
  expect(await ranges.find({ n: { $elemMatch: { $gt: 4, $lt: 6 } } }).toArray()).toHaveLength(0);
});

test('numbers of all kinds meet in one index', async () => {
  const { Long, Decimal128, Double } = await import('mongodb');
  const numbers = database.db.collection('numbers');
  await numbers.createIndex({ n: 1 });
  await numbers.insertMany([
    { n: 5 },
    { n: Long.fromNumber(5) },
    { n: new Double(5) },
    { n: Decimal128.fromString('5.0') },
    { n: 5.5 },
  ]);
  expect(await numbers.countDocuments({ n: 5 })).toBe(4);
  expect(await numbers.countDocuments({ n: { $gt: Decimal128.fromString('5') } })).toBe(1);
});

test('a sort that needs more memory than allowed is refused with code 292', async () => {
  const heavy = database.db.collection('heavy');
  const body = 'x'.repeat(1_000_000);
  for (let i = 0; i < 11; i++) {
    await heavy.insertMany(Array.from({ length: 10 }, (_, n) => ({ n: i * 10 + n, body })));
  }
  await expect(
    heavy
      .find({}, { projection: { n: 1 } })
      .sort({ body: 1 })
      .toArray(),
  ).rejects.toMatchObject({ code: 292 });
  // Only what it sorts by is held, not the documents.
  const all = await heavy
    .find({}, { projection: { n: 1, _id: 0 } })
    .sort({ n: -1 })
    .toArray();
  expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 110 }, (_, n) => 109 - n));
  const top = await heavy
    .find({}, { projection: { n: 1, _id: 0 } })
    .sort({ n: -1 })
    .limit(2)
    .toArray();
  expect(top).toEqual([{ n: 109 }, { n: 108 }]);
  // The same behind a stage that computes what is sorted by.
  const computed = [{ $addFields: { back: { $subtract: [0, '$n'] } } }, { $sort: { back: 1 } }];
  const first = [{ $skip: 1 }, { $limit: 2 }, { $project: { n: 1, _id: 0 } }];
  expect(await heavy.aggregate([...computed, ...first]).toArray()).toEqual([
    { n: 108 },
    { n: 107 },
  ]);
  await expect(heavy.aggregate(computed).toArray()).rejects.toMatchObject({ code: 292 });
});
