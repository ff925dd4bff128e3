import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoadGenerator, runGenerators } from '../../generate/run-generators.ts';

let folder: string;
let schema: string;
let copy: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generators-'));
  schema = join(folder, 'schema.generated.mjs');
  copy = join(folder, 'copy.txt');
  await writeFile(schema, 'export const members = "old";');
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/**
 * One that writes a module, and one behind it whose file imports that module, as the catalogue imports its validator.
 */
function chain(): LoadGenerator[] {
  return [
    async () => ({
      name: 'schema',
      outputs: async () => new Map([[schema, 'export const members = "new";']]),
    }),
    async () => {
      const { members } = await import(pathToFileURL(schema).href);
      return { name: 'copy', outputs: async () => new Map([[copy, members]]) };
    },
  ];
}

it('one run is enough: a generator sees what those before it wrote', async () => {
  expect(await runGenerators(chain(), false)).toBe(2);
  expect(await readFile(copy, 'utf8')).toBe('new');
  expect(await runGenerators(chain(), false)).toBe(0);
});

it('a check writes nothing and names each file that differs', async () => {
  expect(await runGenerators(chain(), true)).toBe(2);
  expect(await readFile(schema, 'utf8')).toContain('old');
  await expect(readFile(copy)).rejects.toThrow('ENOENT');
  const said = vi.mocked(console.error).mock.calls.flat();
  expect(said).toEqual([expect.stringContaining(schema), expect.stringContaining(copy)]);
});
