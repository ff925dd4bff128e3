import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeOnce } from './made-once.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tocsin-made-once-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('is there whole for everybody, however many make it at once', async () => {
  const folder = join(home, 'browser');
  const filled = async (beside: string) => {
    for (const name of ['a', 'b', 'c']) await writeFile(join(beside, name), name);
  };
  const seen = await Promise.all(
    [1, 2, 3].map(async () => readdir(await madeOnce(folder, filled))),
  );
  expect(seen).toEqual([1, 2, 3].map(() => ['a', 'b', 'c']));
  expect(await readdir(home)).toEqual(['browser']);
});

it('is not there where making it fails', async () => {
  const failing = () => Promise.reject(new Error('The disk is full.'));
  await expect(madeOnce(join(home, 'failed'), failing)).rejects.toThrow('The disk is full.');
  expect(await readdir(home)).toEqual(['browser']);
});
