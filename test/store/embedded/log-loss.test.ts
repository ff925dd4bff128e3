import { createHash } from 'node:crypto';
import {
  appendFileSync,
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
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readLogState } from '../../../src/store/embedded/log-record.ts';
import { openFolderHere, openHere, temporaryDir } from './temporary-database.ts';

/** What a start says about a write-ahead log that is not the one the last process left behind. */

let base: string;
/** A folder as `kill -9` leaves it: documents 0 to 59 acknowledged, all of them in the log only. */
let killed: string;
/** The same, killed after everything had been moved into the data file. */
let killedIdle: string;
const files = ['data.db', 'data.db-wal', 'data.db-record', 'data.db-sums'] as const;
const acknowledged = 60;
let copies = 0;

function copyOf(from: string): string {
  const to = join(base, `copy-${copies++}`);
  mkdirSync(to);
  for (const file of files)
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  return to;
}

async function fill(name: string, idleSeconds: number): Promise<string> {
  const dir = join(base, name);
  const served = await openHere(dir, { idleSeconds });
  const things = served.db.collection<{ _id: number; text: string }>('things');
  await things.createIndex({ text: 1 });
  for (let n = 0; n < acknowledged; n++) await things.insertOne({ _id: n, text: `text ${n}` });
  if (idleSeconds < 1) {
    const isMoved = () => {
      const record = readLogState(join(dir, 'data.db-record'));
      return record?.moved === record?.frames;
    };
    await vi.waitUntil(isMoved, { timeout: 120_000 });
  }
  const left = copyOf(dir);
  await served.close();
  return left;
}

/** How many of the acknowledged documents a start finds; the message when it refuses. */
async function start(
  dir: string,
  options = {},
  warn = (_: string) => {},
): Promise<number | string> {
  try {
    await (await openFolderHere(dir, options, { warn })).close();
  } catch (error) {
    return String(error);
  }
  const served = await openHere(dir);
  const found = await served.db.collection('things').countDocuments();
  await served.close();
  return found;
}

beforeAll(async () => {
  base = temporaryDir();
  killed = await fill('killed', 60);
  killedIdle = await fill('idle', 0.05);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const damages: [string, (log: string) => void][] = [
  ['removed', (log) => rmSync(log)],
  ['emptied', (log) => truncateSync(log)],
  ['cut in the middle', (log) => truncateSync(log, Math.floor(readFileSync(log).length / 2))],
  ['cut by one byte', (log) => truncateSync(log, readFileSync(log).length - 1)],
  ['zeroed at its header', (log) => overwrite(log, 0, Buffer.alloc(32))],
  ['damaged in 64 bytes', (log) => overwrite(log, 20_000, Buffer.alloc(64, 0xa5))],
  ['zeroed from the middle on', (log) => zeroFrom(log, Math.floor(readFileSync(log).length / 2))],
];

const hashOf = (file: string) =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'missing';

function overwrite(file: string, at: number, by: Uint8Array): void {
  const bytes = readFileSync(file);
  bytes.set(by, at);
  writeFileSync(file, bytes);
}

function zeroFrom(file: string, at: number): void {
  overwrite(file, at, Buffer.alloc(readFileSync(file).length - at));
}

describe('a log with acknowledged data that is', () => {
  test.each(damages)(
    '%s stops the start, untouched, until the loss is accepted',
    async (_, damage) => {
      const dir = copyOf(killed);
      const log = join(dir, 'data.db-wal');
      damage(log);
      const before = hashOf(log);
      for (const refusal of [await start(dir), await start(dir)]) {
        expect(refusal).toContain('data is lost');
        expect(refusal).toMatch(/data\.db-wal is (missing|damaged or cut off)/);
        expect(refusal).toContain('TOCSIN_ACCEPT_DATA_LOSS=yes');
      }
      expect(hashOf(log)).toBe(before);
      const warnings: string[] = [];
      const left = await start(dir, { acceptDataLoss: true }, (text) => warnings.push(text));
      expect(left).toBeLessThan(acknowledged);
      expect(warnings).toEqual([expect.stringContaining('data loss accepted')]);
    },
  );

  test.each(damages)('%s costs nothing once the data file has it', async (_, damage) => {
    const dir = copyOf(killedIdle);
    damage(join(dir, 'data.db-wal'));
    expect(await start(dir)).toBe(acknowledged);
  });
});

test('whatever bit of the log is flipped and wherever it is cut, a start has everything or says what is lost', async () => {
  const size = readFileSync(join(killed, 'data.db-wal')).length;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(size - 1),
      fc.nat(7),
      fc.option(fc.nat(size - 1)),
      async (at, bit, cut) => {
        const dir = copyOf(killed);
        const log = join(dir, 'data.db-wal');
        overwrite(log, at, Buffer.from([(readFileSync(log)[at] ?? 0) ^ (1 << bit)]));
        if (cut !== null) truncateSync(log, cut);
        const result = await start(dir);
        if (typeof result === 'string') expect(result).toContain('data is lost');
        else expect(result).toBe(acknowledged);
      },
    ),
    { numRuns: 30 },
  );
});

test('what a crash cut off before it was acknowledged is no loss', async () => {
  expect(await start(copyOf(killed))).toBe(acknowledged);
  const torn = copyOf(killed);
  const log = readFileSync(join(torn, 'data.db-wal'));
  // The head of one more page, as a kill between two writes leaves it.
  appendFileSync(join(torn, 'data.db-wal'), log.subarray(32, 32 + 24 + 1000));
  expect(await start(torn)).toBe(acknowledged);
});

describe('a data file without the log that belongs to it', () => {
  const alone = (from: string) => {
    const dir = copyOf(from);
    for (const file of files) if (file !== 'data.db') rmSync(join(dir, file), { force: true });
    return dir;
  };

  test.each([
    ['killed', () => killed, 0],
    ['killed when idle', () => killedIdle, acknowledged],
  ])(
    'of a server that was %s is refused by name until the loss is accepted',
    async (_, from, left) => {
      const dir = alone(from());
      for (const refusal of [await start(dir), await start(dir)])
        expect(refusal).toMatch(/data is lost.*data\.db-record.*data\.db-wal.*tocsin backup/);
      const warnings: string[] = [];
      expect(await start(dir, { acceptDataLoss: true }, (text) => warnings.push(text))).toBe(left);
      expect(warnings[0]).toContain('data loss accepted');
    },
  );

  test('stands for itself after a clean stop', async () => {
    const dir = copyOf(killed);
    await start(dir);
    expect(await start(alone(dir))).toBe(acknowledged);
  });

  test('is not taken for the one of a log that another database has left', async () => {
    const dir = copyOf(killed);
    const other = copyOf(killedIdle);
    await start(other);
    copyFileSync(join(other, 'data.db'), join(dir, 'data.db'));
    expect(await start(dir)).toMatch(/two different databases.*remove data\.db-wal/);
  });
});

test('a clean stop leaves neither a log nor a record', async () => {
  const dir = copyOf(killed);
  await start(dir);
  expect(files.filter((file) => existsSync(join(dir, file)))).toEqual(['data.db', 'data.db-sums']);
});
