import { MongoClientBulkWriteError } from 'mongodb';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/kernel/index.ts';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { jointWriter } from '../../src/store/write-together.ts';
import { asOldServer, type OnWrite } from '../support/old-server.ts';
import { temporaryDir } from './embedded/temporary-database.ts';

let close: () => Promise<void>;
let connection: Connection;
beforeAll(async () => {
  const embedded = await startEmbedded({ dir: temporaryDir() });
  connection = await mongoose.createConnection(embedded.uri).asPromise();
  close = async () => {
    await connection.close();
    await embedded.close();
  };
});
afterAll(() => close());

function speaking(wireVersion: number, onWrite?: OnWrite): Promise<Store['writeTogether']> {
  return jointWriter(asOldServer(connection, { wireVersion, ...(onWrite ? { onWrite } : {}) }));
}

describe.each([
  ['in one command', 25],
  ['in one for each collection', 21],
])('writes that belong together, %s', (_how, wireVersion) => {
  const [ones, others] = [`ones${wireVersion}`, `others${wireVersion}`];

  test('are all done, and say which of them were refused', async () => {
    const writeTogether = await speaking(wireVersion);
    expect(await writeTogether([])).toEqual({ refused: new Map(), isEachFound: true });
    const done = await writeTogether([
      { collection: ones, insert: { _id: 'a', n: 1 } },
      { collection: others, insert: { _id: 'b', n: 1 } },
    ]);
    expect(done).toEqual({ refused: new Map(), isEachFound: true });
    const mixed = await writeTogether([
      { collection: others, insert: { _id: 'c' } },
      { collection: ones, insert: { _id: 'a' } },
      { collection: ones, filter: { _id: 'a', n: 1 }, update: { $set: { n: 2 } } },
      { collection: ones, insert: { _id: 'd' } },
    ]);
    expect(mixed).toEqual({ refused: new Map([[1, 11000]]), isEachFound: true });
    const late = await writeTogether([
      { collection: ones, filter: { _id: 'a', n: 1 }, update: { $set: { n: 3 } } },
      { collection: others, filter: { _id: 'b', n: 1 }, update: { $set: { n: 3 } } },
    ]);
    expect(late).toEqual({ refused: new Map(), isEachFound: false });
    const all = async (name: string) =>
      connection.collection(name).find().sort({ _id: 1 }).toArray();
    expect(await all(ones)).toEqual([{ _id: 'a', n: 2 }, { _id: 'd' }]);
    expect(await all(others)).toEqual([{ _id: 'b', n: 3 }, { _id: 'c' }]);
  });

  test('throw when none of them was understood', async () => {
    const writeTogether = await speaking(wireVersion);
    await expect(writeTogether([{ collection: '', insert: {} }])).rejects.toThrow();
  });
});

describe('without the command for several collections', () => {
  const writes = (name: string) => [
    { collection: `${name} updated`, filter: { _id: 'a' }, update: { $set: { n: 2 } } },
    { collection: `${name} new`, insert: { _id: 'b' } },
    { collection: `${name} last`, filter: { _id: 'a' }, update: { $set: { n: 2 } } },
  ];

  test('what an update says is stored before anything that is named after it', async () => {
    const sent: string[] = [];
    const writeTogether = await speaking(21, async (collection) => {
      const updated = await connection.collection('order updated').findOne({ _id: 'a' as never });
      sent.push(`${collection}: ${updated?.n}`);
      return undefined;
    });
    for (const name of ['order updated', 'order last'])
      await connection.collection(name).insertOne({ _id: 'a' as never, n: 1 });
    expect(await writeTogether(writes('order'))).toEqual({ refused: new Map(), isEachFound: true });
    expect(sent.toSorted()).toEqual(['order last: 2', 'order new: 2', 'order updated: 1']);
  });

  test('a failure is told when nothing is on its way any more', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    const writeTogether = await speaking(21, async (collection) => {
      if (collection === 'slow') await failed.then(() => connection.db?.command({ ping: 1 }));
      else fail();
      return collection === 'slow' ? undefined : 'never arrives';
    });
    const both = [
      { collection: 'slow', insert: { _id: 'a' } },
      { collection: 'broken', insert: { _id: 'a' } },
    ];
    await expect(writeTogether(both)).rejects.toThrow('connection was closed');
    expect(await connection.collection('slow').countDocuments()).toBe(1);
    expect(await connection.collection('broken').countDocuments()).toBe(0);
  });
});

test('a write that the disks of too few servers have is not done, whatever else was refused', async () => {
  const error = new MongoClientBulkWriteError({ message: 'some' });
  error.writeErrors = new Map([[0, { code: 11000, message: 'a duplicate' }]]);
  error.writeConcernErrors = [{ code: 64, message: 'waiting for replication timed out' }];
  const getClient = () => ({ bulkWrite: () => Promise.reject(error) });
  const writeTogether = await jointWriter(
    new Proxy(connection, {
      get: (of, name) => (name === 'getClient' ? getClient : Reflect.get(of, name, of)),
    }),
  );
  await expect(writeTogether([{ collection: 'x', insert: {} }])).rejects.toBe(error);
});
