import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/kernel/index.ts';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { jointWriter } from '../../src/store/write-together.ts';
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

/** The same connection, as of a server that says it is of this version on the wire. */
function speaking(wireVersion: number): Promise<Store['writeTogether']> {
  const admin = () => ({ command: async () => ({ maxWireVersion: wireVersion }) });
  const db = new Proxy(connection.db ?? {}, {
    get: (target, name) => (name === 'admin' ? admin : Reflect.get(target, name, target)),
  });
  return jointWriter(
    new Proxy(connection, {
      get: (target, name) => (name === 'db' ? db : Reflect.get(target, name, target)),
    }),
  );
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
