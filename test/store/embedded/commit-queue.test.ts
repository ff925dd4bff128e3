import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, deserialize, serialize } from 'bson';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dispatch } from '../../../src/store/embedded/commands/dispatch.ts';
import { Engine } from '../../../src/store/embedded/engine.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';
import { replyHead } from '../../../src/store/embedded/wire.ts';
import { temporaryDir } from './temporary-database.ts';

/** A disk that fails when told to. */
class FailingStorage extends Storage {
  failsNext = false;
  commits = 0;

  failsToFlush = false;
  /** Flushes that wait to be let go; `undefined`: they are not held up. */
  heldFlushes: (() => void)[] | undefined;

  override flush(done: (error: Error | null) => void): void {
    const flush = () => super.flush((error) => done(this.failsToFlush ? new Error('EIO') : error));
    if (this.heldFlushes === undefined) flush();
    else this.heldFlushes.push(flush);
  }

  override commit(): void {
    this.commits++;
    if (this.failsNext) {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 });
    }
    super.commit();
  }
}

let dir: string;
let storage: FailingStorage;
let engine: Engine;

beforeEach(() => {
  dir = temporaryDir();
  storage = new FailingStorage({ file: join(dir, 'data.db') });
  // A stopwatch that stands still: a group ends with the commands that wait, not with a slow machine.
  engine = new Engine(storage, () => new Date(), { stopwatch: () => 0 });
});
afterEach(() => {
  storage.close();
  rmSync(dir, { recursive: true, force: true });
});

function run(command: Document): Promise<Document> {
  return new Promise((resolve) => {
    const body = serialize({ ...command, $db: 'test' });
    const request = { requestId: 1, body, sequences: undefined, legacy: false, silent: false };
    dispatch(engine, request, 1, (reply) =>
      resolve(deserialize(reply.bytes.subarray(replyHead, reply.at))),
    );
  });
}

test('write commands that wait together share one commit', async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => run({ insert: 'a', documents: [{ _id: n }] })),
  );
  expect(replies.every(({ ok, n }) => ok === 1 && n === 1)).toBe(true);
  expect(storage.commits).toBe(1);
});

test('a short write does not wait for the slices of many long ones, nor do these starve', async () => {
  let time = 0;
  // Each look at the stopwatch takes as long as a slice.
  const stopwatch = () => {
    time += 4;
    return time;
  };
  engine = new Engine(storage, () => new Date(), { stopwatch });
  const documents = Array.from({ length: 5000 }, (_, n) => ({ _id: n, n }));
  await run({ insert: 'a', documents });
  let ended = 0;
  const updates = [{ q: {}, u: { $inc: { n: 1 } }, multi: true }];
  const long = Array.from({ length: 8 }, async () => {
    const reply = await run({ update: 'a', updates });
    ended += 1;
    return reply;
  });
  const started = storage.commits;
  // Until each has had a slice.
  while (storage.commits < started + 8) await nextTurn();
  storage.heldFlushes = [];
  const short = run({ insert: 'b', documents: [{ _id: 1 }] });
  const before = storage.commits;
  const isThere = () => engine.catalog.find('test', 'b') !== undefined;
  while (!isThere()) await nextTurn();
  expect([storage.commits - before, ended]).toEqual([1, 0]);
  for (const flush of storage.heldFlushes.splice(0)) flush();
  storage.heldFlushes = undefined;
  expect((await short).n).toBe(1);
  for (const reply of await Promise.all(long)) expect(reply).toMatchObject({ ok: 1, n: 5000 });
  const { cursor } = await run({ find: 'a', filter: { _id: 7 } });
  expect(cursor.firstBatch).toEqual([{ _id: 7, n: 15 }]);
});

test('a short read does not wait for a slice of each long one', async () => {
  const documents = Array.from({ length: 20_000 }, (_, n) => ({ _id: n, n }));
  await run({ insert: 'a', documents });
  const long = Array.from({ length: 10 }, () =>
    run({ count: 'a', query: { n: { $mod: [7, 3] } } }),
  );
  let turns = 0;
  const turn = () => {
    turns += 1;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  await Promise.race(long);
  clearImmediate(immediate);
  // One slice a turn: all of them in each would end within a few.
  expect(turns).toBeGreaterThan(10);
  for (const reply of await Promise.all(long)) expect(reply.n).toBe(2857);
});

test('nobody is answered before the flush: neither the writer, nor a reader of what was written, nor an error', async () => {
  await run({ insert: 'a', documents: [{ _id: 1 }] });
  storage.heldFlushes = [];
  const answered: string[] = [];
  const note = (name: string) => (reply: Document) => {
    answered.push(name);
    return reply;
  };
  const write = run({ insert: 'a', documents: [{ _id: 2 }] }).then(note('write'));
  await expect.poll(() => storage.commits).toBe(2);
  const read = run({ find: 'a' }).then(note('read'));
  const duplicate = run({ insert: 'a', documents: [{ _id: 2 }] }).then(note('duplicate'));
  const ping = run({ ping: 1 }).then(note('ping'));
  await expect.poll(() => storage.commits).toBe(3);
  await ping;
  expect(answered).toEqual(['ping']);
  expect(storage.heldFlushes).toHaveLength(1);
  const [first] = storage.heldFlushes;
  storage.heldFlushes = undefined;
  first?.();
  expect((await write).n).toBe(1);
  expect((await read).cursor.firstBatch).toHaveLength(2);
  expect((await duplicate).writeErrors).toMatchObject([{ code: 11000 }]);
  expect(answered).toEqual(['ping', 'write', 'read', 'duplicate']);
});

test('groups go on being committed while a flush is under way, and the next flush covers them all', async () => {
  storage.heldFlushes = [];
  const writes: Promise<Document>[] = [];
  for (let n = 0; n < 5; n++) {
    writes.push(run({ insert: 'a', documents: [{ _id: n }] }));
    await expect.poll(() => storage.commits).toBe(n + 1);
  }
  expect(storage.heldFlushes).toHaveLength(1);
  storage.heldFlushes.shift()?.();
  await writes[0];
  expect(storage.heldFlushes).toHaveLength(1);
  storage.heldFlushes.shift()?.();
  expect((await Promise.all(writes)).map(({ n }) => n)).toEqual([1, 1, 1, 1, 1]);
  expect(storage.heldFlushes).toHaveLength(0);
});

test('a failed flush fails every write it should have covered, and ends all writing', async () => {
  await run({ insert: 'a', documents: [{ _id: 1 }] });
  storage.failsToFlush = true;
  const replies = await Promise.all([
    run({ insert: 'a', documents: [{ _id: 2 }] }),
    run({ insert: 'a', documents: [{ _id: 1 }] }),
  ]);
  for (const reply of replies) expect(reply).toMatchObject({ ok: 0, code: 96 });
  storage.failsToFlush = false;
  expect(await run({ delete: 'a', deletes: [{ q: {}, limit: 0 }] })).toMatchObject({ code: 96 });
  expect(await run({ count: 'a' })).toMatchObject({ ok: 1 });
});

test('a failed commit fails the whole group, undoes it, and ends all writing', async () => {
  await run({ insert: 'a', documents: [{ _id: 1 }] });
  storage.failsNext = true;
  const replies = await Promise.all([
    run({ insert: 'a', documents: [{ _id: 2 }] }),
    run({ insert: 'b', documents: [{ _id: 2 }] }),
  ]);
  for (const reply of replies) {
    expect(reply).toMatchObject({ ok: 0, code: 96 });
    expect(reply.errmsg).toContain('read-only since a write failed (disk I/O error)');
  }
  storage.failsNext = false;
  expect(await run({ insert: 'a', documents: [{ _id: 3 }] })).toMatchObject({ ok: 0, code: 96 });
  expect(await run({ find: 'a' })).toMatchObject({ ok: 1, cursor: { firstBatch: [{ _id: 1 }] } });
  expect(await run({ listCollections: 1, nameOnly: true })).toMatchObject({
    cursor: { firstBatch: [{ name: 'a' }] },
  });
  expect(await run({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('a fault inside one command costs only that command', async () => {
  await run({ insert: 'a', documents: [{ _id: 1 }] });
  const table = engine.catalog.find('test', 'a')?.table;
  if (table === undefined) throw new Error('no table');
  const insert = table.insert.bind(table);
  table.insert = (rid, document) => {
    if (Buffer.from(document).includes('poison')) throw new TypeError('a bug');
    insert(rid, document);
  };
  const replies = await Promise.all([
    run({ insert: 'a', documents: [{ _id: 2 }] }),
    run({ insert: 'a', documents: [{ _id: 3 }, { _id: 4, x: 'poison' }] }),
    run({ insert: 'a', documents: [{ _id: 5 }] }),
  ]);
  expect(replies.map(({ ok }) => ok)).toEqual([1, 0, 1]);
  expect(replies[1]).toMatchObject({ code: 1, errmsg: expect.stringContaining('a bug') });
  const { cursor } = await run({ find: 'a' });
  expect(cursor.firstBatch).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 5 }]);
  expect(await run({ insert: 'a', documents: [{ _id: 3 }] })).toMatchObject({ ok: 1, n: 1 });
});
