import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Schema } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog, type OwnedModel } from '../../src/kernel/index.ts';
import { applyChanges } from '../../src/store/apply-changes.ts';
import { type StoreChange, storeChanges } from '../../src/store/changes/index.ts';
import { defineModel, type OpenStore, openStore } from '../../src/store/index.ts';

/** Data of an earlier version is brought into the shape of this one, and data of a later one is left alone. */

let dataDir: string;
let store: OpenStore;
const open = (changes: readonly StoreChange[], models: readonly OwnedModel[] = []) =>
  openStore({
    mongodbUri: process.env.TOCSIN_TEST_MONGODB_URI,
    databaseName: `tocsin_test_${dataDir.slice(-6)}`,
    dataDir,
    log: createLog('silent'),
    models,
    mayBeEmpty: true,
    changes,
  });

const otherwiseIndexed = defineModel<{ at: Date }>(
  'of_both_versions',
  new Schema<{ at: Date }>({ at: Date }).index({ at: 1 }, { expireAfterSeconds: 60 }),
);

let madeAtFirst = 0;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const counting = async () => {
    madeAtFirst += 1;
  };
  store = await open([counting, counting]);
});
afterAll(async () => {
  await store?.connection.dropDatabase();
  await store?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const numberOf = async () =>
  (await store.connection.collection('store_changes').findOne({}))?.number as number | undefined;

test('the files of changes are numbered from 1 and without gaps, and all of them are made', () => {
  const files = readdirSync(join(import.meta.dirname, '../../src/store/changes'));
  const numbers = files
    .filter((file) => file !== 'index.ts')
    .map((file) => Number.parseInt(file, 10));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(storeChanges.map((_, index) => index + 1));
});

test('a new store has the number of the newest change, and has nothing to change', async () => {
  expect(madeAtFirst).toBe(0);
  expect(await numberOf()).toBe(2);
});

describe('a start', () => {
  let made: string[];
  const noting =
    (name: string): StoreChange =>
    async () =>
      void made.push(name);
  beforeEach(async () => {
    made = [];
    await store.connection.collection('store_changes').deleteMany({});
  });

  test('makes what is new, in order and once', async () => {
    await applyChanges(store.connection, [noting('one')]);
    await applyChanges(store.connection, [noting('one'), noting('two'), noting('three')]);
    await applyChanges(store.connection, [noting('one'), noting('two'), noting('three')]);
    expect(made).toEqual(['one', 'two', 'three']);
    expect(await numberOf()).toBe(3);
  });

  test('goes on where one was cut off', async () => {
    let isCut = true;
    const cut: StoreChange = async (connection) => {
      await noting('two')(connection);
      if (isCut) throw new Error('The process was killed.');
    };
    const all = [noting('one'), cut, noting('three')];
    await expect(applyChanges(store.connection, all)).rejects.toThrow('killed');
    isCut = false;
    await applyChanges(store.connection, all);
    expect(made).toEqual(['one', 'two', 'two', 'three']);
  });

  test('of several processes at once changes no number back', async () => {
    const all = [noting('one'), noting('two')];
    await Promise.all([1, 2, 3].map(() => applyChanges(store.connection, all)));
    expect(await numberOf()).toBe(2);
  });

  test('of an older program is refused with what to do, and changes nothing', async () => {
    await applyChanges(store.connection, [noting('one'), noting('two')]);
    const collection = store.connection.collection('of_both_versions');
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    const before = await collection.indexes();
    await expect(open([noting('other')], [otherwiseIndexed])).rejects.toThrow(
      'A newer version of Tocsin has changed the data here (2 changes; this version knows 1). Start that version again, or restore a backup from before the update.',
    );
    expect(made).toEqual(['one', 'two']);
    expect(await numberOf()).toBe(2);
    expect(await collection.indexes()).toEqual(before);
  });
});
