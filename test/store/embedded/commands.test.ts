import {
  Binary,
  type Collection,
  Decimal128,
  Double,
  Int32,
  Long,
  MongoBulkWriteError,
  MongoClientBulkWriteError,
  MongoServerError,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type TemporaryDatabase } from './temporary-database.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes pass through these tables.
type Any = any;

let database: TemporaryDatabase;
let things: Collection<Any>;
let serial = 0;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.remove());
beforeEach(() => {
  things = database.db.collection(`things${++serial}`);
});

async function failure(work: Promise<unknown>): Promise<MongoServerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('expected a server error');
}

describe('values', () => {
  test('every BSON type comes back as it went in, after an update of another field too', async () => {
    const stored = {
      _id: new ObjectId(),
      int: new Int32(7),
      long: Long.fromNumber(7),
      bigLong: Long.fromString('9007199254740993'),
      double: new Double(7),
      decimal: Decimal128.fromString('1.50'),
      text: 'grüße\u{1f600}',
      bytes: new Binary(Buffer.from([0, 255, 1]), 0),
      uuid: new UUID(),
      when: new Date(0),
      flag: true,
      nothing: null,
      list: [new Int32(1), 'two', [new Int32(3)], {}],
      nested: { a: { b: new Int32(1) } },
      regex: /^a.*b$/i,
      stamp: new Timestamp({ t: 5, i: 6 }),
    };
    await things.insertOne(stored);
    const raw = { promoteValues: false, promoteLongs: false, bsonRegExp: false } as const;
    expect(await things.findOne({}, raw)).toEqual(stored);
    await things.updateOne({}, { $set: { added: new Int32(1) } });
    expect(await things.findOne({}, raw)).toEqual({ ...stored, added: new Int32(1) });
  });

  test('a document without _id gets one, and _id is moved to the front', async () => {
    await database.db.command({
      insert: things.collectionName,
      documents: [{ a: 1 }, { b: 2, _id: 5 }],
    });
    const [first, second] = await things.find().toArray();
    expect(Object.keys(first)).toEqual(['_id', 'a']);
    expect(first._id).toBeInstanceOf(ObjectId);
    expect(Object.keys(second)).toEqual(['_id', 'b']);
  });

  test.each([[[1]], [/x/]])('an _id of %s is refused with code 53', async (id) => {
    expect(await failure(things.insertOne({ _id: id }))).toMatchObject({ code: 53 });
  });

  test('a document above 16 MiB is refused and nothing of it is stored', async () => {
    const huge = 'x'.repeat(16 * 1024 * 1024 - 100);
    await things.insertOne({ _id: 1, huge });
    const error = await failure(things.updateOne({ _id: 1 }, { $set: { more: 'x'.repeat(200) } }));
    expect(error.code).toBe(17419);
    expect(await things.countDocuments({ more: { $exists: true } })).toBe(0);
  });
});

describe('insert', () => {
  test('an ordered insert stops at the first error, an unordered one goes on', async () => {
    await things.insertOne({ _id: 1 });
    const documents = () => [{ _id: 0 }, { _id: 1 }, { _id: 2 }];
    const ordered = await failure(things.insertMany(documents()));
    expect(ordered).toMatchObject({ code: 11000 });
    expect(await things.distinct('_id')).toEqual([1, 0]);
    await things.deleteOne({ _id: 0 });
    await failure(things.insertMany(documents(), { ordered: false }));
    expect((await things.distinct('_id')).sort()).toEqual([0, 1, 2]);
  });

  test('E11000 names index, keyPattern and keyValue for each failed item', async () => {
    await things.createIndex({ 'a.b': 1, c: -1 }, { unique: true });
    await things.insertOne({ a: { b: 1 }, c: 'x' });
    const error = await failure(
      things.insertMany(
        [
          { a: { b: 1 }, c: 'x' },
          { a: { b: 2 }, c: 'x' },
          { a: { b: 2 }, c: 'x' },
        ],
        {
          ordered: false,
        },
      ),
    );
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    const items = (error as MongoBulkWriteError).writeErrors;
    const list = Array.isArray(items) ? items : [items];
    expect(list.map((item) => item.index)).toEqual([0, 2]);
    const plain = await failure(things.insertOne({ a: { b: 1 }, c: 'x' }));
    expect(plain).toMatchObject({
      code: 11000,
      keyPattern: { 'a.b': 1, c: -1 },
      keyValue: { 'a.b': 1, c: 'x' },
    });
    expect(plain.message).toContain('index: a.b_1_c_-1 dup key: { a.b: 1, c: "x" }');
  });

  test('a document refused by its second unique index leaves no entry in the first', async () => {
    await things.createIndexes([
      { key: { a: 1 }, unique: true },
      { key: { b: 1 }, unique: true },
    ]);
    await things.insertOne({ a: 1, b: 1 });
    await failure(things.insertOne({ a: 2, b: 1 }));
    await things.insertOne({ a: 2, b: 2 });
    expect(await things.countDocuments({ a: 2 })).toBe(1);
  });
});

describe('update', () => {
  test('counts matched and modified, and a no-op modifies nothing', async () => {
    await things.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    expect(await things.updateMany({ a: 1 }, { $set: { b: 1 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    expect(await things.updateMany({ a: 1 }, { $set: { b: 1 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 0,
    });
  });

  test('an update that moves documents along its own index meets each of them once', async () => {
    await things.createIndex({ n: 1 });
    await things.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const result = await things.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } });
    expect(result.modifiedCount).toBe(500);
    expect(await things.countDocuments({ n: { $gte: 1000, $lt: 1500 } })).toBe(500);
  });

  test('an update into a unique conflict changes neither the document nor an index', async () => {
    await things.createIndex({ k: 1 }, { unique: true });
    await things.createIndex({ tag: 1 });
    await things.insertMany([{ k: 1 }, { k: 2, tag: 'old' }]);
    expect(await failure(things.updateOne({ k: 2 }, { $set: { k: 1, tag: 'new' } }))).toMatchObject(
      {
        code: 11000,
        keyValue: { k: 1 },
      },
    );
    expect(await things.countDocuments({ k: 2, tag: 'old' })).toBe(1);
    expect(await things.find({ tag: 'new' }).toArray()).toEqual([]);
  });

  test('upserts answer the new _id, also several in one bulk', async () => {
    const result = await things.bulkWrite([
      { updateOne: { filter: { k: 1 }, update: { $set: { a: 1 } }, upsert: true } },
      { updateOne: { filter: { k: 1 }, update: { $inc: { a: 1 } }, upsert: true } },
      { replaceOne: { filter: { k: 2 }, replacement: { k: 2, b: 1 }, upsert: true } },
    ]);
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 2 });
    expect(Object.keys(result.upsertedIds)).toEqual(['0', '2']);
    expect(await things.findOne({ k: 1 }, { projection: { _id: 0 } })).toEqual({ k: 1, a: 2 });
  });

  test('arrayFilters and the positional operator reach the right elements', async () => {
    await things.insertOne({ _id: 1, items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    await things.updateOne({ 'items.n': 2 }, { $set: { 'items.$.hit': true } });
    await things.updateOne(
      {},
      { $set: { 'items.$[big].big': true } },
      { arrayFilters: [{ 'big.n': { $gt: 2 } }] },
    );
    expect(await things.findOne()).toEqual({
      _id: 1,
      items: [{ n: 1 }, { n: 2, hit: true }, { n: 3, big: true }],
    });
  });

  test('a statement with an error does not stop an unordered bulk', async () => {
    await things.insertOne({ _id: 1, text: 'x' });
    const error = await failure(
      things.bulkWrite(
        [
          { updateOne: { filter: { _id: 1 }, update: { $inc: { text: 1 } } } },
          { updateOne: { filter: { _id: 1 }, update: { $set: { ok: true } } } },
        ],
        { ordered: false },
      ),
    );
    expect(error.code).toBe(14);
    expect(await things.countDocuments({ ok: true })).toBe(1);
  });

  test('an update of _id is refused with code 66', async () => {
    await things.insertOne({ _id: 1 });
    expect(await failure(things.updateOne({ _id: 1 }, { $set: { _id: 2 } }))).toMatchObject({
      code: 66,
    });
  });
});

describe('findAndModify', () => {
  beforeEach(() =>
    things.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 3 },
    ]),
  );

  const cases: [string, () => Promise<unknown>, unknown][] = [
    ['before', () => things.findOneAndUpdate({ _id: 1 }, { $inc: { n: 10 } }), { _id: 1, n: 1 }],
    [
      'after',
      () => things.findOneAndUpdate({ _id: 1 }, { $inc: { n: 10 } }, { returnDocument: 'after' }),
      { _id: 1, n: 11 },
    ],
    [
      'sorted, projected',
      () =>
        things.findOneAndUpdate(
          {},
          { $set: { seen: true } },
          { sort: { n: -1 }, projection: { n: 1, _id: 0 } },
        ),
      { n: 3 },
    ],
    ['deleted', () => things.findOneAndDelete({}, { sort: { n: 1 } }), { _id: 1, n: 1 }],
    [
      'replaced',
      () => things.findOneAndReplace({ _id: 2 }, { z: 1 }, { returnDocument: 'after' }),
      { _id: 2, z: 1 },
    ],
    ['none', () => things.findOneAndUpdate({ _id: 9 }, { $set: { a: 1 } }), null],
    ['none to delete', () => things.findOneAndDelete({ _id: 9 }), null],
    [
      'upserted, before',
      () => things.findOneAndUpdate({ _id: 9 }, { $set: { a: 1 } }, { upsert: true }),
      null,
    ],
    [
      'upserted, after',
      () =>
        things.findOneAndUpdate(
          { _id: 9 },
          { $setOnInsert: { a: 1 } },
          { upsert: true, returnDocument: 'after' },
        ),
      { _id: 9, a: 1 },
    ],
    [
      'by pipeline',
      () =>
        things.findOneAndUpdate({ _id: 1 }, [{ $set: { twice: { $multiply: ['$n', 2] } } }], {
          returnDocument: 'after',
        }),
      { _id: 1, n: 1, twice: 2 },
    ],
  ];
  test.each(cases)('answers the document %s', async (_name, act, expected) => {
    expect(await act()).toEqual(expected);
  });

  test('tells in lastErrorObject what happened', async () => {
    const result = await things.findOneAndUpdate(
      { _id: 7 },
      { $set: { a: 1 } },
      { upsert: true, includeResultMetadata: true },
    );
    expect(result.lastErrorObject).toEqual({ n: 1, updatedExisting: false, upserted: 7 });
  });

  test('a unique conflict is an error with code 11000', async () => {
    await things.createIndex({ n: 1 }, { unique: true });
    expect(await failure(things.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }))).toMatchObject({
      code: 11000,
      keyValue: { n: 2 },
    });
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await things.insertMany(
      Array.from({ length: 300 }, (_, n) => ({
        _id: n,
        n,
        parity: n % 2,
        tags: [`t${n % 3}`, 'all'],
      })),
    );
  });

  test('a cursor brings every document once, in batches', async () => {
    const found = await things.find({}, { batchSize: 7 }).toArray();
    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test('skip, limit and sort agree with and without an index', async () => {
    const read = () => things.find({ parity: 0 }).sort({ n: -1 }).skip(5).limit(4).toArray();
    const unindexed = await read();
    await things.createIndex({ parity: 1, n: 1 });
    expect(await read()).toEqual(unindexed);
    expect(unindexed.map(({ n }) => n)).toEqual([288, 286, 284, 282]);
  });

  test('a cursor survives inserts, deletes and updates between its batches', async () => {
    await things.createIndex({ n: 1 });
    const cursor = things.find({ n: { $gte: 0 } }, { batchSize: 10 }).sort({ n: 1 });
    const seen: number[] = [];
    for (let i = 0; i < 10; i++) seen.push((await cursor.next())?.n);
    await things.deleteMany({ n: { $gte: 100, $lt: 200 } });
    await things.insertOne({ _id: 1000, n: 50.5 });
    await things.updateOne({ n: 299 }, { $set: { n: 400 } });
    for await (const document of cursor) seen.push(document.n);
    const expected = [...Array.from({ length: 51 }, (_, n) => n), 50.5];
    for (let n = 51; n < 299; n++) if (n < 100 || n >= 200) expected.push(n);
    expect(seen).toEqual([...expected, 400]);
  });

  test('a cursor over a dropped collection ends in an error', async () => {
    const cursor = things.find({}, { batchSize: 10 });
    await cursor.next();
    await things.drop();
    expect(await failure(cursor.toArray())).toMatchObject({ code: 175 });
  });

  test('a killed cursor is gone, and unknown cursors are code 43', async () => {
    const { cursor } = await database.db.command({ find: things.collectionName, batchSize: 2 });
    expect(cursor.firstBatch).toHaveLength(2);
    const killed = await database.db.command({
      killCursors: things.collectionName,
      cursors: [cursor.id],
    });
    expect(killed.cursorsKilled).toHaveLength(1);
    const error = await failure(
      database.db.command({
        getMore: Long.fromBigInt(BigInt(cursor.id)),
        collection: things.collectionName,
      }),
    );
    expect(error.code).toBe(43);
  });

  test('counts, distinct and projections', async () => {
    expect(await things.countDocuments({ parity: 1 })).toBe(150);
    expect(await things.countDocuments({ parity: 1 }, { skip: 100, limit: 20 })).toBe(20);
    expect(await things.estimatedDocumentCount()).toBe(300);
    expect(await things.distinct('tags', { n: { $lt: 2 } })).toEqual(['t0', 'all', 't1']);
    expect(await things.findOne({ n: 3 }, { projection: { n: 1, _id: 0 } })).toEqual({ n: 3 });
    expect(await things.findOne({ tags: 't1' }, { projection: { 'tags.$': 1, _id: 0 } })).toEqual({
      tags: ['t1'],
    });
  });

  test('aggregations group, count and page', async () => {
    expect(
      await things
        .aggregate([
          { $match: { n: { $lt: 10 } } },
          { $group: { _id: '$parity', sum: { $sum: '$n' } } },
          { $sort: { _id: 1 } },
        ])
        .toArray(),
    ).toEqual([
      { _id: 0, sum: 20 },
      { _id: 1, sum: 25 },
    ]);
    expect(await things.aggregate([{ $match: { parity: 0 } }, { $count: 'n' }]).toArray()).toEqual([
      { n: 150 },
    ]);
    expect(await things.aggregate([], { batchSize: 11 }).toArray()).toHaveLength(300);
  });

  test('maxTimeMS ends long work with code 50', async () => {
    await things.insertMany(
      Array.from({ length: 20_000 }, (_, n) => ({ n: n + 1000, text: 'x'.repeat(100) })),
    );
    const error = await failure(things.find({ text: /y{1,5}z/ }, { maxTimeMS: 1 }).toArray());
    expect(error.code).toBe(50);
  });

  test('a filter on a collection that does not exist is checked all the same', async () => {
    const error = await failure(
      database.db
        .collection('none')
        .find({ a: { $nonsense: 1 } })
        .toArray(),
    );
    expect(error.code).toBe(2);
  });
});

describe('delete', () => {
  test('deleteOne takes one, deleteMany all, and the indexes follow', async () => {
    await things.createIndex({ n: 1 });
    await things.insertMany([{ n: 1 }, { n: 1 }, { n: 1 }, { n: 2 }]);
    expect((await things.deleteOne({ n: 1 })).deletedCount).toBe(1);
    expect(await things.countDocuments({ n: 1 })).toBe(2);
    expect((await things.deleteMany({ n: 1 })).deletedCount).toBe(2);
    expect(await things.find({ n: { $gte: 0 } }).toArray()).toHaveLength(1);
    expect(await things.estimatedDocumentCount()).toBe(1);
  });
});

describe('writes to several collections in one command', () => {
  const other = () => database.db.collection<Any>(`${things.collectionName}-other`);
  const namespace = (collection: Collection<Any>) => `test.${collection.collectionName}`;

  test('are all counted, and each of them is there', async () => {
    await things.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 3 },
    ]);
    const result = await database.client.bulkWrite<{ [namespace: string]: Any }>(
      [
        { namespace: namespace(other()), name: 'insertOne', document: { _id: 'a' } },
        {
          namespace: namespace(things),
          name: 'updateOne',
          filter: { _id: 1 },
          update: { $inc: { n: 5 } },
        },
        {
          namespace: namespace(things),
          name: 'updateOne',
          filter: { _id: 9 },
          update: { $inc: { n: 5 } },
        },
        {
          namespace: namespace(things),
          name: 'updateMany',
          filter: { n: { $lt: 4 } },
          update: { $set: { few: true } },
        },
        {
          namespace: namespace(things),
          name: 'replaceOne',
          filter: { _id: 3 },
          replacement: { n: 33 },
        },
        {
          namespace: namespace(other()),
          name: 'updateOne',
          filter: { _id: 'b' },
          update: { $set: { n: 1 } },
          upsert: true,
        },
        { namespace: namespace(things), name: 'deleteOne', filter: { _id: 2 } },
        { namespace: namespace(things), name: 'deleteMany', filter: { _id: { $gt: 100 } } },
      ],
      { verboseResults: true },
    );
    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 4,
      modifiedCount: 4,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(result.updateResults?.get(5)?.upsertedId).toBe('b');
    expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 6 },
      { _id: 3, n: 33 },
    ]);
    expect(await other().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a' },
      { _id: 'b', n: 1 },
    ]);
  });

  test.each([
    [true, 1],
    [false, 2],
  ])('go on after one that is refused unless they are ordered (%s)', async (ordered, written) => {
    await other().insertOne({ _id: 'there' });
    const insert = (collection: Collection<Any>, _id: string) =>
      ({ namespace: namespace(collection), name: 'insertOne', document: { _id } }) as const;
    const error = await database.client
      .bulkWrite<{ [namespace: string]: Any }>(
        [insert(things, 'a'), insert(other(), 'there'), insert(things, 'b')],
        { ordered },
      )
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(MongoClientBulkWriteError);
    const { writeErrors, partialResult } = error as MongoClientBulkWriteError;
    expect([...writeErrors].map(([index, { code }]) => [index, code])).toEqual([[1, 11000]]);
    expect(partialResult?.insertedCount).toBe(written);
    expect(await things.countDocuments({})).toBe(written);
  });

  test('do nothing at all when one of them is not well-formed', async () => {
    const ops = [
      { insert: 0, document: { _id: 1 } },
      { insert: 7, document: { _id: 2 } },
    ];
    const command = { bulkWrite: 1, ops, nsInfo: [{ ns: namespace(things) }] };
    expect((await failure(database.client.db('admin').command(command))).code).toBe(2);
    expect(await things.countDocuments({})).toBe(0);
  });
});

describe('schema commands', () => {
  test('collections and indexes are listed as they were made', async () => {
    await things.createIndexes([
      { key: { a: 1, 'b.c': -1 }, name: 'ab', unique: true, sparse: true },
      { key: { at: 1 }, expireAfterSeconds: 60 },
      { key: { k: 1 }, unique: true, partialFilterExpression: { status: 'Open' } },
    ]);
    expect(await things.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, 'b.c': -1 }, name: 'ab', unique: true, sparse: true },
      { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 60 },
      {
        v: 2,
        key: { k: 1 },
        name: 'k_1',
        unique: true,
        partialFilterExpression: { status: 'Open' },
      },
    ]);
    const [listed] = await database.db.listCollections({ name: things.collectionName }).toArray();
    expect(listed).toMatchObject({ name: things.collectionName, type: 'collection' });
  });

  test('the same index twice is fine, a contradicting one is not', async () => {
    await things.createIndex({ a: 1 });
    await things.createIndex({ a: 1 });
    expect(await failure(things.createIndex({ b: 1 }, { name: 'a_1' }))).toMatchObject({
      code: 86,
    });
    expect(await failure(things.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({
      code: 85,
    });
    expect(await failure(things.createIndex({ a: 1 }, { expireAfterSeconds: 5 }))).toMatchObject({
      code: 85,
    });
  });

  test('a unique index over duplicates is refused and leaves nothing behind', async () => {
    await things.insertMany([{ a: 1 }, { a: 1 }]);
    expect(await failure(things.createIndex({ a: 1 }, { unique: true }))).toMatchObject({
      code: 11000,
    });
    expect(await things.indexes()).toHaveLength(1);
    await things.createIndex({ a: 1 });
  });

  test('two arrays in one compound index are refused with code 171', async () => {
    await things.createIndex({ a: 1, b: 1 });
    expect(await failure(things.insertOne({ a: [1], b: [2] }))).toMatchObject({ code: 171 });
    expect(await things.countDocuments({})).toBe(0);
  });

  test('indexes and collections can be dropped, renamed and re-timed', async () => {
    await things.insertOne({ a: 1 });
    await things.createIndex({ a: 1 }, { expireAfterSeconds: 5 });
    await database.db.command({
      collMod: things.collectionName,
      index: { name: 'a_1', expireAfterSeconds: 90 },
    });
    expect(await things.indexes()).toContainEqual({
      v: 2,
      key: { a: 1 },
      name: 'a_1',
      expireAfterSeconds: 90,
    });
    await things.dropIndex('a_1');
    expect(await things.indexes()).toHaveLength(1);
    expect(await failure(things.dropIndex('a_1'))).toMatchObject({ code: 27 });
    await things.rename(`${things.collectionName}-renamed`);
    const renamed = database.db.collection(`${things.collectionName}-renamed`);
    expect(await renamed.countDocuments()).toBe(1);
    await renamed.drop();
    expect(await database.db.listCollections({ name: renamed.collectionName }).toArray()).toEqual(
      [],
    );
    expect(await failure(renamed.indexes())).toMatchObject({ code: 26 });
  });

  test('statistics count what is there', async () => {
    await things.insertMany([{ a: 1 }, { a: 2 }]);
    expect(await database.db.command({ collStats: things.collectionName })).toMatchObject({
      count: 2,
      nindexes: 1,
    });
    expect((await database.db.stats()).objects).toBeGreaterThanOrEqual(2);
    expect(await database.db.admin().ping()).toMatchObject({ ok: 1 });
    expect(await database.db.admin().serverStatus()).toMatchObject({ ok: 1 });
    expect(await database.db.admin().buildInfo()).toMatchObject({ version: '8.0.0' });
  });

  test('unacknowledged writes arrive in the order they were sent', async () => {
    await things.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await expect.poll(() => things.countDocuments({ _id: 1 })).toBe(1);
  });
});

describe('races', () => {
  test('50 concurrent upserts of one key make one document and lose no increment', async () => {
    await things.createIndex({ key: 1 }, { unique: true });
    await Promise.all(
      Array.from({ length: 50 }, () =>
        things.findOneAndUpdate({ key: 'k' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(await things.find().toArray()).toMatchObject([{ key: 'k', n: 50 }]);
  });

  test('of 50 concurrent inserts of one key exactly one succeeds', async () => {
    await things.createIndex({ key: 1 }, { unique: true });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => things.insertOne({ key: 'k' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await things.countDocuments()).toBe(1);
  });

  test('of 50 concurrent conditional updates of one version exactly one wins', async () => {
    await things.insertOne({ _id: 1, version: 1 });
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        things.updateOne({ _id: 1, version: 1 }, { $inc: { version: 1 } }),
      ),
    );
    expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
  });
});
