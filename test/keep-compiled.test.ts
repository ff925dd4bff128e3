import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from './support/child-environment.ts';

const run = promisify(execFile);
const program = `
  import { getCompileCacheDir } from 'node:module';
  import { keepCompiled } from '${new URL('../src/keep-compiled.js', import.meta.url)}';
  keepCompiled();
  process.stdout.write(String(getCompileCacheDir()));
`;

async function folderWith(env: Record<string, string>): Promise<string> {
  const { PATH } = childEnvironment;
  const flags = ['--input-type=module', '--eval', program];
  return (await run(process.execPath, flags, { env: { PATH, ...env } })).stdout;
}

it('what Node makes of sources is kept beside the packages, unless it is told another folder', async () => {
  expect(await folderWith({})).toContain('/node_modules/.cache/tocsin-compiled/');
  const NODE_COMPILE_CACHE = childEnvironment.NODE_COMPILE_CACHE ?? '';
  expect(await folderWith({ NODE_COMPILE_CACHE })).toContain(`${NODE_COMPILE_CACHE}/`);
});
