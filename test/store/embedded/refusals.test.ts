import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TemporaryDatabase } from './temporary-database.ts';

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await openDatabase();
  await database.db.collection('a').insertOne({ _id: 1 as never, n: 1 });
});
afterAll(() => database.remove());

const cases: [string, Record<string, unknown>, number][] = [
  ['an unknown command', { nonsense: 1 }, 59],
  ['an unknown field', { find: 'a', nonsense: 1 }, 40415],
  [
    'an unknown field of an update statement',
    { update: 'a', updates: [{ q: {}, u: {}, nonsense: 1 }] },
    40415,
  ],
  [
    'a sort in an update',
    { update: 'a', updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] },
    40415,
  ],
  [
    'an unknown field of a delete statement',
    { delete: 'a', deletes: [{ q: {}, limit: 1, nonsense: 1 }] },
    40415,
  ],
  [
    'a transaction',
    { insert: 'a', documents: [{}], txnNumber: 1, autocommit: false, startTransaction: true },
    20,
  ],
  ['a commit', { commitTransaction: 1 }, 20],
  ['a change stream', { aggregate: 'a', pipeline: [{ $changeStream: {} }], cursor: {} }, 40324],
  ['a text index', { createIndexes: 'a', indexes: [{ key: { t: 'text' }, name: 't' }] }, 67],
  ['a geo index', { createIndexes: 'a', indexes: [{ key: { t: '2dsphere' }, name: 't' }] }, 67],
  ['a hashed index', { createIndexes: 'a', indexes: [{ key: { t: 'hashed' }, name: 't' }] }, 67],
  ['a wildcard index', { createIndexes: 'a', indexes: [{ key: { '$**': 1 }, name: 't' }] }, 67],
  [
    'an unknown index option',
    { createIndexes: 'a', indexes: [{ key: { t: 1 }, name: 't', bits: 3 }] },
    67,
  ],
  [
    'a compound TTL index',
    { createIndexes: 'a', indexes: [{ key: { t: 1, u: 1 }, name: 't', expireAfterSeconds: 5 }] },
    67,
  ],
  [
    'a partial filter nobody can reason about',
    {
      createIndexes: 'a',
      indexes: [{ key: { t: 1 }, name: 't', partialFilterExpression: { n: { $ne: 1 } } }],
    },
    67,
  ],
  ['$where', { find: 'a', filter: { $where: 'true' } }, 2],
  ['mapReduce', { mapReduce: 'a', map: 'x', reduce: 'y', out: { inline: 1 } }, 2],
  ['a capped collection', { create: 'c', capped: true, size: 1000 }, 72],
  ['a time series', { create: 'c', timeseries: { timeField: 't' } }, 72],
  ['a view', { create: 'c', viewOn: 'a', pipeline: [] }, 72],
  ['a validator', { create: 'c', validator: { a: 1 } }, 72],
  ['$out', { aggregate: 'a', pipeline: [{ $out: 'b' }], cursor: {} }, 40324],
  ['$merge', { aggregate: 'a', pipeline: [{ $merge: { into: 'b' } }], cursor: {} }, 40324],
  ['a collation', { find: 'a', collation: { locale: 'de' } }, 2],
  ['a snapshot read', { find: 'a', readConcern: { level: 'snapshot' } }, 72],
  ['a write concern of two servers', { insert: 'a', documents: [{}], writeConcern: { w: 2 } }, 2],
  ['a tailable cursor', { find: 'a', tailable: true }, 72],
  ['showRecordId', { find: 'a', showRecordId: true }, 72],
  [
    'an unknown field of an operation of a bulkWrite',
    { bulkWrite: 1, ops: [{ insert: 0, document: {}, nonsense: 1 }], nsInfo: [{ ns: 'test.a' }] },
    40415,
  ],
  ['authentication', { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '' }, 115],
  ['a stable API of the future', { ping: 1, apiVersion: '2' }, 322],
  ['a stable API that is no text', { ping: 1, apiVersion: 1 }, 322],
  ['the strict stable API', { ping: 1, apiVersion: '1', apiStrict: true }, 72],
  ['errors of the stable API', { ping: 1, apiVersion: '1', apiDeprecationErrors: true }, 72],
  ['a multi replacement', { update: 'a', updates: [{ q: {}, u: { a: 1 }, multi: true }] }, 9],
  ['a negative skip', { find: 'a', skip: -1 }, 2],
  ['an empty collection name', { find: '' }, 73],
  ['an unknown query operator', { find: 'a', filter: { n: { $nonsense: 1 } } }, 2],
  ['an unknown stage', { aggregate: 'a', pipeline: [{ $nonsense: 1 }], cursor: {} }, 40324],
  ['aggregate without a cursor', { aggregate: 'a', pipeline: [] }, 9],
  ['variables of find', { find: 'a', let: { v: 1 } }, 72],
  ['variables of aggregate', { aggregate: 'a', pipeline: [], cursor: {}, let: { v: 1 } }, 72],
  ['variables of update', { update: 'a', updates: [{ q: {}, u: {} }], let: { v: 1 } }, 72],
  ['variables of delete', { delete: 'a', deletes: [{ q: {}, limit: 0 }], let: { v: 1 } }, 72],
  ['variables of findAndModify', { findAndModify: 'a', remove: true, let: { v: 1 } }, 72],
  ['an empty batch', { insert: 'a', documents: [] }, 16],
];

test.each(cases)('%s is refused with its code', async (_name, command, code) => {
  // A write statement reports its error beside `ok: 1`, everything else as the command's own error.
  const outcome = await database.db.command(command).then(
    (reply) => reply.writeErrors?.[0],
    (error: unknown) => error,
  );
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MongoServerError);
  expect(outcome).toMatchObject({ code });
});

test('a refusal of a MongoDB feature says what to do instead', async () => {
  await expect(database.db.command({ create: 'c', capped: true })).rejects.toThrow(
    "embedded database: option 'capped' of 'create' is not supported; set MONGODB_URI to use MongoDB",
  );
});

test('nothing that was refused has changed anything', async () => {
  expect(await database.db.collection('a').find().toArray()).toEqual([{ _id: 1, n: 1 }]);
  expect(await database.db.collection('a').indexes()).toHaveLength(1);
  expect((await database.db.listCollections().toArray()).map(({ name }) => name)).toEqual(['a']);
});
