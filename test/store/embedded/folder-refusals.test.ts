import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolderHere, temporaryDir } from './temporary-database.ts';

const base = temporaryDir();
afterAll(() => rmSync(base, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const readOnly = () => {
  const dir = join(base, 'read-only');
  mkdirSync(dir, { mode: 0o500 });
  chmodSync(dir, 0o500);
  return dir;
};

test.each([
  [
    'lies below a file',
    () => {
      writeFileSync(join(base, 'file'), '');
      return join(base, 'file', 'data');
    },
  ],
  [
    'has a lock that is none',
    () => {
      const dir = join(base, 'locked');
      mkdirSync(join(dir, 'owner.lock'), { recursive: true });
      return dir;
    },
  ],
  // A read-only file system answers likewise; root may write everywhere else.
  ...(isRoot ? [] : [['is for reading only', readOnly] as const]),
] as const)('a data folder that %s is refused by name, with what to do', async (_, make) => {
  const dir = make();
  const refusal = await openFolderHere(dir).catch(String);
  expect(refusal).toContain(`the data folder ${dir} cannot be written (`);
  expect(refusal).toMatch(/Mount it writable.*chown -R.*TOCSIN_DATA_DIR/);
});
