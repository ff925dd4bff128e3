import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Checkpointer } from '../../../src/store/embedded/checkpointer.ts';
import { DatabaseThread, startEmbedded } from '../../../src/store/embedded/index.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';
import { openDatabase, temporaryDir } from './temporary-database.ts';

let dir: string;
let threads: Worker[];
const remember = (worker: Worker) => threads.push(worker);

beforeEach(() => {
  dir = temporaryDir();
  threads = [];
  process.on('worker', remember);
});
afterEach(() => {
  process.off('worker', remember);
  rmSync(dir, { recursive: true, force: true });
});

test('an engine thread that ends by itself is reported once, and the folder can be opened again', async () => {
  const failures: Error[] = [];
  const { db, client, embedded } = await openDatabase({
    dir,
    onFailure: (error) => failures.push(error),
  });
  await db.collection<{ _id: number }>('a').insertOne({ _id: 1 });
  await client.close();
  await Promise.all(threads.map((thread) => thread.terminate()));
  await expect.poll(() => failures).toHaveLength(1);
  expect(failures[0]?.message).toMatch(/^the embedded database stopped unexpectedly: /);
  await embedded.close();

  const again = await startEmbedded({ dir, onFailure: (error) => failures.push(error) });
  expect(again.role).toBe('owner');
  const reader = await new MongoClient(again.uri).connect();
  expect(await reader.db('test').collection('a').countDocuments()).toBe(1);
  await reader.close();
  await again.close();
  // A stop that was asked for is no failure.
  expect(failures).toHaveLength(1);
});

test('a thread that is kept serves one folder after another, and mixes them up in nothing', async () => {
  const thread = new DatabaseThread();
  for (const name of ['one', 'other', 'one']) {
    const place = join(dir, name);
    const { db, close } = await openDatabase({ dir: place, thread });
    const found = await db.collection('a').find().toArray();
    await db.collection<{ from: string }>('a').insertOne({ from: name });
    expect(found.every(({ from }) => from === name)).toBe(true);
    await close();
  }
  const { db, close } = await openDatabase({ dir: join(dir, 'one'), thread });
  expect(await db.collection('a').countDocuments()).toBe(2);
  await close();
  expect(threads.filter(({ threadName }) => threadName === 'embedded-database')).toHaveLength(1);
  await thread.end();
  await expect(startEmbedded({ dir, thread })).rejects.toThrow('stopped unexpectedly');
});

test('without its helper thread the engine moves the log into the data file itself', async () => {
  const storage = new Storage({ file: join(dir, 'data.db') });
  const lost: Error[] = [];
  const checkpointer = new Checkpointer(storage, {
    idleSeconds: 3600,
    onHelperLost: (error) => lost.push(error),
  });
  storage.db.exec('CREATE TABLE t (x BLOB)');
  const grow = () => {
    storage.begin();
    storage.db.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
      INSERT INTO t SELECT randomblob(4000) FROM numbers`);
    storage.commit();
    checkpointer.afterCommit();
  };
  // The helper is asked for a pass, and dies before it has answered.
  grow();
  await expect.poll(() => threads).toHaveLength(1);
  await Promise.all(threads.map((thread) => thread.terminate()));
  await expect.poll(() => lost).toHaveLength(1);
  grow();
  const { frames, moved } = storage.logState();
  expect(moved).toBe(frames);
  await checkpointer.close();
  storage.close();
});
