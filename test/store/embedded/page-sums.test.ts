import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf, verifyPages } from '../../../src/store/embedded/verify-pages.ts';
import { createPageSweep, partsOfFile } from '../../../src/store/page-sweep.ts';
import { runsOf } from '../../support/runs.ts';
import { openDatabase, openFolderHere, openHere, temporaryDir } from './temporary-database.ts';

/** A disk that gives back other bytes than were written: no answer may come from them. */

const files = ['data.db', 'data.db-wal', 'data.db-record', 'data.db-sums'] as const;
const documents = 400;
let base: string;
/** After a clean stop, and as `kill -9` leaves it: some in the data file, some in the log only. */
let stopped: string;
let killed: string;
let copies = 0;

function copyOf(from: string): string {
  const to = join(base, `copy-${copies++}`);
  mkdirSync(to);
  for (const file of files)
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  return to;
}

const textOf = (n: number) => `${n} ${'x'.repeat(n % 700)}`;
/** As much of it as is stored as it is: the rest repeats. */
const beginningOf = (n: number) => textOf(n).slice(0, `${n} x`.length);

beforeAll(async () => {
  base = temporaryDir();
  const dir = join(base, 'filled');
  for (const part of [0, 1]) {
    const { db, close } = await openHere(dir);
    const things = db.collection<{ _id: number; text: string; n: number }>('things');
    await things.createIndex({ text: 1 });
    await things.createIndex({ n: 1 });
    const half = documents / 2;
    await things.insertMany(
      Array.from({ length: half }, (_, i) => part * half + i).map((n) => ({
        _id: n,
        text: textOf(n),
        n: n % 17,
      })),
    );
    if (part === 1) killed = copyOf(dir);
    await close();
  }
  stopped = copyOf(dir);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Everything, by every index; the refusal of a start. */
async function answers(dir: string): Promise<string> {
  let served: Awaited<ReturnType<typeof openHere>>;
  try {
    served = await openHere(dir);
  } catch (error) {
    return String(error);
  }
  const things = served.db.collection('things');
  const found = [
    await things.find().sort({ _id: 1 }).toArray(),
    await things.find().hint('text_1').sort({ text: 1 }).toArray(),
    await things
      .find({ n: { $gte: 0 } })
      .hint('n_1')
      .sort({ _id: 1 })
      .toArray(),
    await things.countDocuments(),
  ];
  await served.close();
  return JSON.stringify(found);
}

function change(
  file: string,
  at: number,
  by: (old: number, i: number) => number,
  length = 1,
): void {
  const bytes = readFileSync(file);
  for (let i = at; i < Math.min(bytes.length, at + length); i += 1)
    bytes[i] = by(bytes[i] ?? 0, i - at);
  writeFileSync(file, bytes);
}

const runs = runsOf({ short: 6, long: 500 });

describe.each([
  ['stopped', () => stopped],
  ['killed', () => killed],
])('in a folder that was %s', (_, folder) => {
  test('a flipped bit or noise anywhere in the data file is named at the start, and never an answer', async () => {
    const right = await answers(copyOf(folder()));
    expect(right).toContain(textOf(documents - 1));
    const size = readFileSync(join(folder(), 'data.db')).length;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(size - 1),
        fc.oneof(fc.nat(7), fc.uint8Array({ minLength: 64, maxLength: 64 })),
        async (at, damage) => {
          const dir = copyOf(folder());
          const file = join(dir, 'data.db');
          if (typeof damage === 'number') change(file, at, (old) => old ^ (1 << damage));
          else change(file, at, (_, i) => damage[i] ?? 0, damage.length);
          const found = await answers(dir);
          rmSync(dir, { recursive: true });
          if (found === right) return;
          refused += 1;
          expect(found).toMatch(/^Error: .*data\.db/);
          expect(found).toMatch(/[Rr]estore a backup/);
        },
      ),
      { numRuns: runs, seed: 20, endOnFailure: true },
    );
    expect(refused).toBeGreaterThan(0);
  });

  test('a flipped bit among the checksums costs nothing', async () => {
    const right = await answers(copyOf(folder()));
    const dir = copyOf(folder());
    change(join(dir, 'data.db-sums'), 40, (old) => old ^ 4);
    expect(await answers(dir)).toBe(right);
  });
});

test('the text says which file, how much of it, whose it is, and what to do; who accepts it may start', async () => {
  const dir = copyOf(stopped);
  const file = join(dir, 'data.db');
  const at = readFileSync(file).indexOf(beginningOf(301));
  change(file, at, (old) => old ^ 1);
  const text = await answers(dir);
  expect(text).toMatch(
    /data\.db is damaged: 1 of its \d+ pages is not what was written \(page \d+; of .*things\)/,
  );
  expect(text).toContain('tocsin backup');
  expect(text).toContain('TOCSIN_ACCEPT_DATA_LOSS=yes');
  const warnings: string[] = [];
  const opened = await openFolderHere(
    dir,
    { acceptDataLoss: true },
    { warn: (warning) => warnings.push(warning) },
  );
  await opened.close();
  expect(warnings[0]).toContain('data loss accepted');
  expect(await answers(dir)).toContain(textOf(300));
});

test.each([
  ['cut by some bytes', (file: string) => truncateSync(file, readFileSync(file).length - 1234)],
  ['cut in half', (file: string) => truncateSync(file, readFileSync(file).length / 2)],
  ['zeroed in one page', (file: string) => change(file, 5 * 4096, () => 0, 4096)],
  ['noise at its head', (file: string) => change(file, 0, () => 0xa5, 64)],
])('a data file that is %s is refused by name, with checksums and without', async (_, damage) => {
  for (const without of [false, true]) {
    const dir = copyOf(stopped);
    damage(join(dir, 'data.db'));
    if (without) rmSync(join(dir, 'data.db-sums'));
    const text = await answers(dir);
    expect(text).toMatch(/^Error: .*data\.db/);
    expect(text).toMatch(/[Rr]estore a backup/);
  }
});

test('a backup carries its checksums, and one that was damaged since is refused', async () => {
  const { db, embedded, remove } = await openDatabase();
  await db
    .collection<{ _id: number; text: string }>('things')
    .insertMany(Array.from({ length: 200 }, (_, n) => ({ _id: n, text: textOf(n) })));
  const target = join(base, 'backup.db');
  await embedded.backup(target);
  await remove();
  const restored = join(base, 'restored');
  for (const isDamaged of [true, false]) {
    rmSync(restored, { recursive: true, force: true });
    mkdirSync(restored);
    copyFileSync(target, join(restored, 'data.db'));
    if (isDamaged) {
      const at = readFileSync(target).indexOf(beginningOf(150));
      change(join(restored, 'data.db'), at, (old) => old ^ 1);
      await expect(openFolderHere(restored)).rejects.toThrow('is damaged');
    } else {
      const served = await openHere(restored);
      expect(await served.db.collection('things').countDocuments()).toBe(200);
      await served.close();
      expect(await verifyPages(join(restored, 'data.db'))).toMatchObject({ damaged: [] });
    }
  }
});

test('while the log is moved under load, and after the file has become shorter, every page agrees with its checksum', async () => {
  const { db, dir, remove } = await openDatabase({ idleSeconds: 0.05 });
  const things = db.collection<{ _id: number; text: string }>('things');
  const file = join(dir, 'data.db');
  for (let round = 0; round < 4; round += 1) {
    const batch = Array.from({ length: 1500 }, (_, n) => ({
      _id: round * 1500 + n,
      text: 'y'.repeat(5000),
    }));
    const writing = things.insertMany(batch);
    expect((await verifyPages(file))?.damaged ?? []).toEqual([]);
    await writing;
    await things.deleteMany({ _id: { $lt: round * 1500 + 1200 } });
  }
  await expect.poll(() => readFileSync(file).length).toBeLessThan(20_000_000);
  expect((await verifyPages(file))?.damaged).toEqual([]);
  await remove();
});

describe('the sweep of a file that is served', () => {
  test('sees every page in as many parts as there are, and no part is larger than its share', () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.integer({ min: 1, max: 1000 }), (pages, parts) => {
        const seen = new Set<number>();
        let first = 1;
        for (let part = 0; part < parts; part += 1) {
          const { first: begin, last } = partOf(pages, { first, parts });
          expect(last - begin + 1).toBeLessThanOrEqual(Math.ceil(pages / parts));
          for (let page = begin; page <= last; page += 1) seen.add(page);
          first = last + 1;
        }
        expect(seen.size).toBe(pages);
      }),
      { numRuns: 50, seed: 3 },
    );
    // One part a minute.
    expect(partsOfFile).toBeLessThanOrEqual(12 * 60);
  });

  test('tells new damage once, and forgets it when it is right again or gone', async () => {
    const told: string[] = [];
    const log = { error: (_: object, text: string) => told.push(text) };
    let bad: number[] = [];
    let pages = 1440;
    const sweep = createPageSweep(
      async (wish) => {
        const part = partOf(pages, wish);
        const damaged = bad.filter((page) => page >= part.first && page <= part.last);
        return { pages, ...part, damaged, text: `damaged ${damaged}` };
      },
      log as unknown as Parameters<typeof createPageSweep>[1],
    );
    const pass = async (day: number) => {
      for (let part = 0; part < partsOfFile; part += 1) await sweep.next(new Date(day));
      return sweep.damage();
    };
    expect(await pass(1)).toBeNull();
    bad = [7, 8, 1440];
    expect(await pass(2)).toEqual({ pages: 3, since: new Date(2) });
    expect(await pass(3)).toEqual({ pages: 3, since: new Date(2) });
    expect(told.map((text) => text.split('.')[0])).toEqual(['damaged 7,8', 'damaged 1440']);
    bad = [1440];
    expect(await pass(4)).toEqual({ pages: 1, since: new Date(2) });
    pages = 720;
    expect(await pass(5)).toBeNull();
  });

  test('names what the disk has changed while it is served, and whose it is', async () => {
    const dir = copyOf(stopped);
    const file = join(dir, 'data.db');
    const at = readFileSync(file).indexOf(beginningOf(301));
    const { embedded, close } = await openDatabase({ dir });
    const pass = async () => {
      const found: string[] = [];
      for (let first = 1, part = 0; part < 5; part += 1) {
        const { last, damaged, text } = await embedded.verifyPart({ first, parts: 5 });
        if (damaged.length > 0) found.push(text);
        first = last + 1;
      }
      return found;
    };
    expect(await pass()).toEqual([]);
    turnBit(file, at);
    expect(await pass()).toEqual([
      expect.stringMatching(/data\.db is damaged: 1 of its \d+ pages .*of .*things/),
    ]);
    turnBit(file, at);
    expect(await pass()).toEqual([]);
    await close();
  });
});

/** By another process, as a disk does: this one would lose its locks when it closed the file. */
function turnBit(file: string, at: number): void {
  const program = `const fs = require('node:fs'); const h = fs.openSync(${JSON.stringify(file)}, 'r+');
    const b = Buffer.alloc(1); fs.readSync(h, b, 0, 1, ${at}); b[0] ^= 1; fs.writeSync(h, b, 0, 1, ${at});`;
  execFileSync(process.execPath, ['-e', program]);
}
