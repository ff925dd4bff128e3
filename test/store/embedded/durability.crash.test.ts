import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { deserialize, EJSON } from 'bson';
import type { Document } from 'mongodb';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../src/store/embedded/index.ts';
import {
  openDatabase,
  openFolderHere,
  openHere,
  smallDisk,
  temporaryDir,
} from './temporary-database.ts';
import { expectWholeIndexes } from './whole-indexes.ts';

const childFile = (name: string) => new URL(`./${name}`, import.meta.url).pathname;

const folders: string[] = [];
function folder(): string {
  const dir = temporaryDir();
  folders.push(dir);
  return dir;
}
afterEach(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

describe('kill -9 under load', () => {
  test('loses no acknowledged write and leaves every index whole', async () => {
    const dir = folder();
    const expected = new Map<string, number>();
    const deleted = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [childFile('crash-child.ts'), dir, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await killAfter(child, 200 + round * 100, (line) => {
        const [verb, id = '', n] = line.split(' ');
        if (verb === 'insert') expected.set(id, 0);
        if (verb === 'update') expected.set(id, Number(n));
        if (verb === 'delete') {
          expected.delete(id);
          deleted.add(id);
        }
      });
      const { client, close } = await openHere(dir);
      const things = client.db('crash').collection<{ _id: string; n: number }>('things');
      const stored = new Map((await things.find().toArray()).map(({ _id, n }) => [_id, n]));
      const lost = [...expected].filter(
        // An update sent but not acknowledged may be there; an acknowledged one must.
        ([id, n]) => !stored.has(id) || (n > 0 && stored.get(id) !== n),
      );
      expect(lost.filter(([id]) => !stored.has(id) && !mayBeDeleted(id))).toEqual([]);
      expect(lost.filter(([id]) => stored.has(id))).toEqual([]);
      expect([...deleted].filter((id) => stored.has(id))).toEqual([]);
      // What was in flight is settled now: the next round starts from what is stored.
      for (const [id] of expected) if (!stored.has(id)) expected.delete(id);
      await close();
      expectWholeIndexes(dir);
    }
    expect(expected.size).toBeGreaterThan(500);
  });
});

/** The last write of a worker may be a delete that was stored but not acknowledged. */
function mayBeDeleted(id: string): boolean {
  const serial = Number(id.split('-')[2]);
  return serial % 7 === 5;
}

async function killAfter(
  child: ChildProcess,
  lines: number,
  onLine: (line: string) => void,
): Promise<void> {
  if (child.stdout === null) throw new Error('the child has no output');
  let seen = 0;
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    onLine(line);
    if (++seen === lines) child.kill('SIGKILL');
  });
  await Promise.all([once(reader, 'close'), once(child, 'exit')]);
  expect(seen).toBeGreaterThanOrEqual(lines);
}

describe('two processes on one folder', () => {
  test('the second is a guest of the first and both see the same data', async () => {
    const { dir, db, remove } = await openDatabase();
    const { stdout } = await promisify(execFile)(process.execPath, [
      childFile('guest-child.ts'),
      dir,
    ]);
    expect(stdout.trim()).toBe('guest');
    expect(await db.collection('guests').countDocuments({ role: 'guest' })).toBe(1);
    await remove();
  });

  test('a second start in the same process is a guest too, and its close leaves the owner alone', async () => {
    const { dir, db, embedded, remove } = await openDatabase();
    const second = await startEmbedded({ dir });
    expect([embedded.role, second.role]).toEqual(['owner', 'guest']);
    expect(second.uri).toBe(embedded.uri);
    await second.close();
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await remove();
  });

  test('after the owner is killed the next start owns the folder, whatever the files say', async () => {
    const dir = folder();
    const child = spawn(process.execPath, [childFile('crash-child.ts'), dir, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await killAfter(child, 5, () => {});
    expect(existsSync(join(dir, 'owner.json'))).toBe(true);
    const { close } = await openHere(dir);
    await close();
    expect(existsSync(join(dir, 'owner.json'))).toBe(false);
  });

  test('an owner that does not answer is named, and the folder is not touched', async () => {
    const dir = folder();
    const holder = new DatabaseSync(join(dir, 'owner.lock'));
    holder.exec('BEGIN EXCLUSIVE');
    await expect(startEmbedded({ dir })).rejects.toThrow('has not published its socket');
    writeFileSync(
      join(dir, 'owner.json'),
      JSON.stringify({ pid: 4242, socket: join(dir, 'none.sock') }),
    );
    await expect(startEmbedded({ dir })).rejects.toThrow('process 4242 owns the data folder');
    holder.close();
    expect(existsSync(join(dir, 'data.db'))).toBe(false);
  });
});

/** As somebody leaves the folder who takes the data file only, or writes to it past the engine. */
function forgetChecksums(dir: string): void {
  rmSync(join(dir, 'data.db-sums'));
}

describe('start and stop', () => {
  test('everything is there after a clean restart', async () => {
    const dir = folder();
    const first = await openHere(dir);
    await first.db.collection('a').createIndex({ n: 1 }, { unique: true });
    await first.db.collection('a').insertMany([{ n: 1 }, { n: [2, 3] }]);
    await first.close();
    const second = await openHere(dir);
    expect(await second.db.collection('a').countDocuments({ n: { $in: [1, 3] } })).toBe(2);
    await expect(second.db.collection('a').insertOne({ n: 3 })).rejects.toMatchObject({
      code: 11000,
    });
    await second.close();
  });

  test('an index that lost entries is built anew where there are no checksums', async () => {
    const dir = folder();
    const first = await openHere(dir);
    await first.db.collection('a').createIndex({ n: 1 });
    await first.db.collection('a').insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await first.close();
    const file = new DatabaseSync(join(dir, 'data.db'));
    const index = file.prepare("SELECT id FROM indexes WHERE name = 'n_1'").get();
    file.exec(`DELETE FROM i${Number(index?.id)} WHERE rid = 2`);
    file.close();
    forgetChecksums(dir);
    const second = await openHere(dir);
    expect(await second.db.collection('a').find({ n: 2 }).hint('n_1').toArray()).toHaveLength(1);
    await second.close();
  });

  test('a damaged file is not served where there are no checksums, either', async () => {
    const dir = folder();
    const first = await openHere(dir);
    await first.db
      .collection('a')
      .insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, x: 'x'.repeat(100) })));
    await first.close();
    forgetChecksums(dir);
    const bytes = readFileSync(join(dir, 'data.db'));
    bytes.fill(0xa5, 20 * 4096, 40 * 4096);
    writeFileSync(join(dir, 'data.db'), bytes);
    await expect(openFolderHere(dir)).rejects.toThrow('is damaged');
  });

  test('after a kill nothing is said; a file without checksums is checked, and the operator told', async () => {
    const dir = folder();
    const child = spawn(process.execPath, [childFile('crash-child.ts'), dir, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await killAfter(child, 200, () => undefined);
    const warnings: string[] = [];
    const start = async () => {
      const opened = await startEmbedded({ dir, onWarning: (text) => warnings.push(text) });
      await opened.close();
    };
    await start();
    expect(warnings).toEqual([]);
    expectWholeIndexes(dir);
    forgetChecksums(dir);
    await start();
    expect(warnings.splice(0)).toEqual([expect.stringContaining('has no checksums beside it')]);
    await start();
    expect(warnings).toEqual([]);
  });

  test('a folder of another layout is refused with what to do', async () => {
    const dir = folder();
    await (await openFolderHere(dir)).close();
    const file = new DatabaseSync(join(dir, 'data.db'));
    file.exec('PRAGMA user_version = 99');
    file.close();
    forgetChecksums(dir);
    await expect(openFolderHere(dir)).rejects.toThrow('layout 99');
  });

  test('a path too long for a socket still works', async () => {
    const dir = join(folder(), 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(dir, { recursive: true });
    const { db, close } = await openHere(dir);
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await close();
  });
});

describe('a full disk', () => {
  test('fails the writes with a clear error, loses nothing acknowledged, and is over when there is room', async () => {
    const dir = folder();
    const disk = smallDisk(150);
    const news: string[] = [];
    const { db, client, close } = await openHere(
      dir,
      { disk },
      {
        trouble: ({ isFull }) => news.push(isFull ? 'full' : 'failing'),
        recovered: () => news.push('recovered'),
      },
    );
    const things = db.collection<{ _id: number; body: string }>('things');
    await things.createIndex({ body: 1 }, { name: 'body' });
    const acknowledged: number[] = [];
    let refusal: unknown;
    for (let n = 0; refusal === undefined && n < 1000; n++) {
      await things.insertOne({ _id: n, body: `${n} ${'x'.repeat(3000)}` }).then(
        () => acknowledged.push(n),
        (error: unknown) => {
          refusal = error;
        },
      );
    }
    expect(refusal).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
    expect(String(refusal)).toContain('Free disk space: the database goes on by itself');
    await expect(things.deleteOne({ _id: 0 })).rejects.toMatchObject({ code: 14031 });
    await expect(things.updateOne({ _id: 0 }, { $set: { body: '' } })).rejects.toMatchObject({
      code: 14031,
    });
    expect((await things.find().toArray()).map(({ _id }) => _id)).toEqual(acknowledged);
    const isReadOnly = async () =>
      (await client.db('admin').admin().serverStatus()).storageEngine.readOnly;
    expect(await isReadOnly()).toBe(true);
    expect(news).toEqual(['full']);
    disk.makeRoom();
    await expect.poll(() => news).toEqual(['full', 'recovered']);
    expect(await isReadOnly()).toBe(false);
    expect((await things.find().toArray()).map(({ _id }) => _id)).toEqual(acknowledged);
    await things.insertOne({ _id: 1000, body: 'x'.repeat(100_000) });
    acknowledged.push(1000);
    await close();
    const again = await openHere(dir);
    const reopened = again.db.collection<{ _id: number; body: string }>('things');
    expect((await reopened.find().toArray()).map(({ _id }) => _id)).toEqual(acknowledged);
    await reopened.insertOne({ _id: -1, body: '' });
    await again.close();
    expectWholeIndexes(dir);
  });
});

describe('backup and export', () => {
  test('a backup made while writing is one consistent state and can be started', async () => {
    const { db, embedded, dir, remove } = await openDatabase();
    const pairs = db.collection<{ _id: string; twin: string; text: string }>('pairs');
    await pairs.createIndex({ twin: 1 });
    // So that the copy takes many steps, between which there are writes.
    const text = 'x'.repeat(7000);
    let writing = true;
    let before = 0;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        // One command, so one group: a state between the two documents is never visible.
        await pairs.insertMany([
          { _id: `left-${n}`, twin: `right-${n}`, text },
          { _id: `right-${n}`, twin: `left-${n}`, text },
        ]);
        before = n;
      }
    })();
    await expect.poll(() => before).toBeGreaterThan(150);
    const target = join(folder(), 'copy.db');
    await embedded.backup(target);
    const after = before;
    await expect.poll(() => before).toBeGreaterThan(after);
    writing = false;
    await writer;
    await expect(embedded.backup(target)).rejects.toThrow('exists already');
    const restored = folder();
    writeFileSync(join(restored, 'data.db'), readFileSync(target));
    const copy = await openHere(restored);
    const stored = await copy.db
      .collection<{ _id: string; twin: string }>('pairs')
      .find()
      .toArray();
    expect(stored.length).toBeGreaterThan(100);
    const ids = new Set(stored.map(({ _id }) => _id));
    expect(stored.filter(({ twin }) => !ids.has(twin))).toEqual([]);
    await copy.close();
    expectWholeIndexes(restored);
    expect(existsSync(join(dir, 'data.db'))).toBe(true);
    await remove();
  });

  test('an export has the files and the bytes mongorestore expects', async () => {
    const { db, embedded, client, remove } = await openDatabase();
    const things = db.collection<{ _id: number; at: Date; text: string }>('odd/name');
    const documents = Array.from({ length: 300 }, (_, n) => ({
      _id: n,
      at: new Date(n),
      text: `text ${n}`,
    }));
    await things.insertMany(documents);
    await things.createIndex({ at: 1 }, { expireAfterSeconds: 3600, name: 'ttl' });
    const target = join(folder(), 'dump');
    expect(await embedded.exportDump(target, 'tocsin')).toBe(300);
    const bytes = readFileSync(join(target, 'tocsin', 'odd%2Fname.bson'));
    const read: Document[] = [];
    for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
      read.push(deserialize(bytes.subarray(at, at + bytes.readInt32LE(at))));
    }
    expect(read).toEqual(documents);
    const metadata = readFileSync(join(target, 'tocsin', 'odd%2Fname.metadata.json'), 'utf8');
    expect(JSON.parse(metadata)).toMatchObject({
      collectionName: 'odd/name',
      type: 'collection',
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      options: {},
      indexes: [
        { v: { $numberInt: '2' }, key: { _id: { $numberInt: '1' } }, name: '_id_' },
        {
          name: 'ttl',
          key: { at: { $numberInt: '1' } },
          expireAfterSeconds: { $numberInt: '3600' },
        },
      ],
    });
    expect(EJSON.parse(metadata).indexes).toMatchObject([
      { v: 2, key: { _id: 1 } },
      { key: { at: 1 }, expireAfterSeconds: 3600 },
    ]);
    await expect(embedded.exportDump(target, 'tocsin')).rejects.toThrow('not empty');
    await client.db('other').collection('b').insertOne({ n: 1 });
    const another = join(folder(), 'dump');
    await expect(embedded.exportDump(another, 'tocsin')).rejects.toThrow('several databases');
    await remove();
  });
});
