import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/kernel/index.ts';
import { createIndexesOf } from '../../src/store/create-indexes.ts';
import { type OpenStore, openStore } from '../../src/store/index.ts';

let dataDir: string;
let store: OpenStore;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  store = await openStore({
    mongodbUri: process.env.TOCSIN_TEST_MONGODB_URI,
    databaseName: `tocsin_test_${dataDir.slice(-6)}`,
    dataDir,
    log: createLog('silent'),
    models: [],
    mayBeEmpty: true,
  });
});
afterAll(async () => {
  await store.connection.dropDatabase();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(() => store.connection.dropDatabase());

type Key = Record<string, 1 | -1>;
type Options = mongoose.IndexOptions;
let versions = 0;

/** The indexes that a version of the program declares. */
function version(indexes: [Key, Options][]) {
  const schema = new mongoose.Schema({ at: Date, n: Number }, { autoIndex: false });
  for (const [key, options] of indexes) schema.index(key, options);
  return store.connection.model(`Version${versions++}`, schema, 'things');
}

const old: [Key, Options][] = [
  [{ at: 1 }, { expireAfterSeconds: 3600 }],
  [{ n: 1 }, {}],
];

test.each<[string, [Key, Options][], Record<string, unknown>[]]>([
  [
    'another expiry',
    [[{ at: 1 }, { expireAfterSeconds: 60 }]],
    [{ name: 'at_1', expireAfterSeconds: 60 }, { name: 'n_1' }],
  ],
  ['no expiry any more', [[{ at: 1 }, {}]], [{ name: 'at_1' }, { name: 'n_1' }]],
  [
    'unique from now on',
    [[{ n: 1 }, { unique: true }]],
    [{ name: 'at_1' }, { name: 'n_1', unique: true }],
  ],
  [
    'limited to some documents',
    [[{ n: 1 }, { partialFilterExpression: { at: { $exists: true } } }]],
    [{ name: 'at_1' }, { name: 'n_1', partialFilterExpression: { at: { $exists: true } } }],
  ],
  [
    'another name',
    [[{ n: 1 }, { name: 'numbers' }]],
    [{ name: 'at_1' }, { name: 'numbers', key: { n: 1 } }],
  ],
  [
    'another key under the same name',
    [[{ n: -1, at: 1 }, { name: 'n_1' }]],
    [{ name: 'at_1' }, { name: 'n_1', key: { n: -1, at: 1 } }],
  ],
])(
  'a start changes the index that an earlier version made: %s',
  async (_name, indexes, expected) => {
    const before = version(old);
    await createIndexesOf(before);
    await before.create({ at: new Date(), n: 1 });
    const after = version(indexes);
    // Twice: the second start finds nothing to change.
    for (let start = 0; start < 2; start++) await createIndexesOf(after);
    const found = (await after.collection.indexes()).filter(({ name }) => name !== '_id_');
    const byName = found.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    expect(byName).toMatchObject(expected);
    if (
      !indexes.some(([, options]) => options.expireAfterSeconds) &&
      indexes.some(([key]) => key.at && !key.n)
    )
      expect(byName[0]).not.toHaveProperty('expireAfterSeconds');
    expect(await after.countDocuments()).toBe(1);
  },
);

test('an index that the stored documents contradict still stops the start', async () => {
  const before = version(old);
  await createIndexesOf(before);
  await before.insertMany([{ n: 1 }, { n: 1 }]);
  const after = version([[{ n: 1 }, { unique: true }]]);
  // The second is how FerretDB puts it, under a code that says nothing.
  await expect(createIndexesOf(after)).rejects.toThrow(/duplicate key|exclusion constraint/);
});
