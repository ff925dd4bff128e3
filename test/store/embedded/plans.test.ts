import fc from 'fast-check';
import type { Collection, Document } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TemporaryDatabase } from './temporary-database.ts';

/**
 * Whatever plan a filter gets, a command works on exactly the documents that a scan with the filter finds. Stated over
 * random filters and every command that takes one.
 */

interface Thing {
  _id: number;
  [field: string]: unknown;
}

let database: TemporaryDatabase;
let things: Collection<Thing>;
/** The same, with indexes that give orders. */
let ordered: Collection<Thing>;

const lists: unknown[] = [undefined, null, 1, [], [1], [null], [{ x: 1 }], [1, { x: 1 }], [[1]]];
const documents: Thing[] = Array.from({ length: 60 }, (_, n) => ({
  _id: n,
  k: n % 4,
  a: n % 3 === 0 ? null : n % 5,
  ...(n % 2 === 0 ? { b: n % 3 } : {}),
  s: n,
  l: lists[n % lists.length],
  ...(n % 5 === 0 ? {} : { d: n % 7 === 0 ? n : new Date(n % 11) }),
  t: n % 3 === 0 ? [new Date(n % 4), new Date(n % 13)] : new Date(n % 13),
}));

beforeAll(async () => {
  database = await openDatabase();
  things = database.db.collection<Thing>('things');
  await things.createIndexes([
    { key: { k: 1 } },
    { key: { k: 1, a: -1 } },
    { key: { s: 1 }, unique: true },
    { key: { a: 1 }, partialFilterExpression: { b: { $exists: true } } },
    { key: { b: 1 }, sparse: true },
    { key: { l: 1 } },
    { key: { 'l.0': 1 } },
    { key: { 'l.x': 1 } },
    { key: { k: 1, d: 1 } },
    { key: { k: 1, t: -1 } },
  ]);
  await things.insertMany(documents, { ignoreUndefined: true });
  ordered = database.db.collection<Thing>('ordered');
  await ordered.createIndexes([
    { key: { k: 1, s: 1 } },
    { key: { k: 1, a: -1, s: 1 } },
    { key: { b: 1, s: 1 }, sparse: true },
    { key: { s: 1 }, partialFilterExpression: { b: { $exists: true } } },
    { key: { l: 1, k: 1, s: 1 } },
    { key: { k: 1, b: 1, s: -1 } },
    { key: { b: 1, 'l.x': 1, s: 1 } },
    { key: { k: 1, d: 1, a: 1 } },
    { key: { k: 1, d: 1, b: -1 } },
    { key: { a: 1, d: -1, l: 1 } },
  ]);
  await ordered.insertMany(documents, { ignoreUndefined: true });
});
afterAll(() => database.remove());

const value = fc.constantFrom<unknown>(null, 0, 1, 2, 3);
const date = fc.integer({ min: 0, max: 12 }).map((milliseconds) => new Date(milliseconds));
const dated: fc.Arbitrary<Document> = fc
  .tuple(
    fc.constantFrom('d', 't'),
    fc.oneof(
      date,
      fc.record({ $gte: date }),
      fc.record({ $lt: date }),
      fc.record({ $gt: date, $lte: date }),
      fc.record({ $gte: date, $lt: fc.integer({ min: 0, max: 30 }) }),
    ),
    fc.option(fc.integer({ min: 0, max: 3 })),
  )
  .map(([field, wanted, k]) => ({ [field]: wanted, ...(k === null ? {} : { k }) }));
const condition: fc.Arbitrary<Document> = fc.oneof(
  dated,
  fc
    .record({
      field: fc.constantFrom('_id', 'k', 'a', 'b', 's', 'l', 'l.0', 'l.x'),
      wanted: fc.oneof(
        { weight: 3, arbitrary: value },
        fc.record({ $in: fc.array(value, { minLength: 1, maxLength: 3 }) }),
        fc.record({ $gte: fc.integer({ min: 0, max: 3 }) }),
        fc.record({ $gt: fc.constant(0), $lt: fc.integer({ min: 1, max: 30 }) }),
        fc.record({ $ne: value }),
        fc.record({ $exists: fc.boolean() }),
        fc.record({ $not: fc.record({ $eq: value }) }),
      ),
    })
    .map(({ field, wanted }) => ({ [field]: wanted })),
);
const expression: fc.Arbitrary<Document> = fc.oneof(
  fc.constant({ $expr: { $eq: ['$a', '$b'] } }),
  fc.constant({ $expr: { $gt: ['$s', '$k'] } }),
  value.map((wanted) => ({ $expr: { $eq: ['$k', wanted] } })),
);
const { filter } = fc.letrec<{ filter: Document; branches: Document[]; logical: Document }>(
  (tie) => ({
    branches: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    logical: fc.oneof(
      { depthSize: 'small' },
      expression,
      tie('branches').map(($and) => ({ $and })),
      tie('branches').map(($or) => ({ $or })),
      tie('branches').map(($nor) => ({ $nor })),
    ),
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      condition,
      fc.tuple(condition, expression).map(([a, b]) => ({ ...a, ...b })),
      fc.tuple(condition, tie('logical')).map(([a, b]) => ({ ...a, ...b })),
      tie('logical'),
    ),
  }),
);

const idsOf = (found: readonly Thing[]) => found.map(({ _id }) => _id).sort((a, b) => a - b);

test('a command finds, counts, changes and removes what a scan with the filter finds', async () => {
  await fc.assert(
    fc.asyncProperty(filter, fc.tuple(fc.nat(5), fc.nat(30)), async (given, window) => {
      const wanted = idsOf(await things.find(given).hint({ $natural: 1 }).toArray());
      const byId = { _id: 1 } as const;
      const [found, sorted, aggregated, counted, distinct] = await Promise.all([
        things.find(given).toArray(),
        things.find(given).sort(byId).toArray(),
        things.aggregate<Thing>([{ $match: given }, { $sort: byId }]).toArray(),
        things.countDocuments(given),
        things.distinct('_id', given),
      ]);
      expect(idsOf(found)).toEqual(wanted);
      expect(sorted.map(({ _id }) => _id)).toEqual(wanted);
      expect(aggregated.map(({ _id }) => _id)).toEqual(wanted);
      expect(counted).toBe(wanted.length);
      const [skip, limit] = window;
      expect(await things.countDocuments(given, { skip, ...(limit > 0 && { limit }) })).toBe(
        wanted.slice(skip, limit > 0 ? skip + limit : undefined).length,
      );
      const counting = { count: 'things', query: given, skip, limit };
      expect((await database.db.command(counting)).n).toBe(
        wanted.slice(skip, limit > 0 ? skip + limit : undefined).length,
      );
      expect([...distinct].sort((a, b) => a - b)).toEqual(wanted);

      const changed = await things.updateMany(given, { $set: { changed: 1 } });
      expect(changed.matchedCount).toBe(wanted.length);
      expect(idsOf(await things.find({ changed: 1 }).toArray())).toEqual(wanted);
      await things.updateMany({}, { $unset: { changed: 1 } });

      const first = await things.findOneAndUpdate(given, { $set: { s: -1 } }, { sort: byId });
      expect(first?._id).toBe(wanted[0]);
      if (first) await things.replaceOne({ _id: first._id }, first);
      const removed = await things.findOneAndDelete(given, { sort: { _id: -1 } });
      expect(removed?._id).toBe(wanted.at(-1));
      if (removed) await things.insertOne(removed);
      const { deletedCount } = await things.deleteMany(given);
      expect(deletedCount).toBe(wanted.length);
      if (wanted.length > 0) {
        const gone = documents.filter(({ _id }) => wanted.includes(_id));
        await things.insertMany(gone, { ignoreUndefined: true });
      }
    }),
    { numRuns: 150 },
  );
});

const order = fc
  .uniqueArray(fc.constantFrom('k', 'a', 'b', 'd', 's', 'l', 'l.x'), { minLength: 1, maxLength: 3 })
  .chain((fields) =>
    fc.tuple(...fields.map((field) => fc.constantFrom<1 | -1>(1, -1).map((way) => [field, way]))),
  )
  // With an id behind it an order is the same whoever sorts.
  .map((members) => ({ ...Object.fromEntries(members), _id: 1 }) as Record<string, 1 | -1>);

test('any window of any order is that of a sort of all', async () => {
  const window = fc.record({ skip: fc.nat(12), limit: fc.integer({ min: 1, max: 70 }) });
  await fc.assert(
    fc.asyncProperty(filter, order, window, async (given, sort, { skip, limit }) => {
      const all = await ordered.find(given).hint({ $natural: 1 }).sort(sort).toArray();
      const wanted = all.slice(skip, skip + limit);
      const found = ordered.find(given).sort(sort).skip(skip).limit(limit);
      expect((await found.toArray()).map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
      const aggregated = ordered.aggregate<Thing>([
        { $match: given },
        { $sort: sort },
        { $limit: skip + limit },
        { $match: { k: { $gte: 1 } } },
        { $skip: skip },
      ]);
      const passing = all.slice(0, skip + limit).filter(({ k }) => Number(k) >= 1);
      expect(await aggregated.toArray()).toEqual(passing.slice(skip));
    }),
    { numRuns: 120 },
  );
});

test('an order by a list is not taken from an index that has one element of it', async () => {
  const found = await ordered.find({ l: 1 }).sort({ l: 1, k: 1, s: 1 }).limit(50).toArray();
  const scanned = await ordered
    .find({ l: 1 })
    .hint({ $natural: 1 })
    .sort({ l: 1, k: 1, s: 1 })
    .toArray();
  expect(found).toEqual(scanned);
});

test('$pull takes what the filter finds of a list, and $elemMatch finds a list that has one', async () => {
  const lists = database.db.collection<{ _id: number; list: Thing[] }>('lists');
  const isRefused = (given: Document) => JSON.stringify(given).includes('$expr');
  await fc.assert(
    fc.asyncProperty(filter, async (given) => {
      await lists.replaceOne(
        { _id: 1 },
        { list: documents },
        { upsert: true, ignoreUndefined: true },
      );
      // as never: the driver's types know filters of a list only by the fields of its items.
      const pull = lists.updateOne({ _id: 1 }, { $pull: { list: given } } as never);
      if (isRefused(given)) {
        await expect(pull).rejects.toMatchObject({ code: 2 });
        return;
      }
      const wanted = idsOf(await things.find(given).hint({ $natural: 1 }).toArray());
      await pull;
      const left = (await lists.findOne({ _id: 1 }))?.list ?? [];
      const others = documents.filter(({ _id }) => !wanted.includes(_id));
      expect(idsOf(left)).toEqual(idsOf(others));
      expect(await lists.countDocuments({ list: { $elemMatch: given } })).toBe(0);
      await lists.updateOne({ _id: 1 }, { $set: { list: documents } }, { ignoreUndefined: true });
      expect(await lists.countDocuments({ list: { $elemMatch: given } })).toBe(
        wanted.length > 0 ? 1 : 0,
      );
    }),
    { numRuns: 100 },
  );
});

test('the stable API 1 changes nothing', async () => {
  const reply = await database.db.command({ count: 'things', query: {}, apiVersion: '1' });
  expect(reply).toMatchObject({ ok: 1, n: documents.length });
});

test('an element that is a list itself is found by its index as by a scan', async () => {
  const given = { 'l.0': 1 };
  const scanned = await things.find(given).hint({ $natural: 1 }).toArray();
  expect(idsOf(await things.find(given).hint({ 'l.0': 1 }).toArray())).toEqual(idsOf(scanned));
});

test.each<[string, Document]>([
  ['$nor', { $nor: [{ a: 1 }] }],
  ['$expr', { $expr: { $eq: ['$a', 1] } }],
  ['a condition beside $nor', { b: 1, $nor: [{ a: 1 }] }],
  ['$nor in a branch of $or', { $or: [{ a: 1 }, { $nor: [{ b: 1 }] }] }],
])('an index cannot be limited to %s', async (_name, partialFilterExpression) => {
  const refused = things.createIndex({ z: 1 }, { partialFilterExpression });
  await expect(refused).rejects.toMatchObject({ code: 67 });
});
