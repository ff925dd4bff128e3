import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

const run = promisify(execFile);
const src = new URL('../../src/', import.meta.url);
const program = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      packages.add(/\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  await import('${new URL('ingest/reading.ts', src)}');
  await import('${new URL('surfaces/webhook/dialects/translate.ts', src)}');
  process.stdout.write(JSON.stringify([...packages]));
`;

it('a thread that reads large bodies loads nothing of the store', async () => {
  const flags = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, flags, { env: childEnvironment });
  const packages: unknown = JSON.parse(stdout);
  expect(packages).toEqual(expect.arrayContaining(['json-p3', 'htmlparser2', 'busboy']));
  expect(packages).not.toEqual(expect.arrayContaining(['mongoose']));
  expect(packages).not.toEqual(expect.arrayContaining(['mongodb']));
  expect(packages).not.toEqual(expect.arrayContaining(['handlebars']));
});
