import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';

/** What the container image has of the sources is enough for the server and for its console. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tocsin-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As Docker reads it: the last pattern that fits decides. */
function isSent(file: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => {
    const path = pattern.replace(/^!/, '');
    return path === '*' || matchesGlob(file, path) || matchesGlob(file, `${path}/**`);
  });
  return last === undefined || last.startsWith('!');
}

it('a server starts from the files of the image, and its console is there', async () => {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim();
  const sent = files.split('\n').filter((file) => isSent(file, patterns));
  expect(sent.filter((file) => /^(?:test\/|docs\/.+\/|\.ci\/)/.test(file))).toEqual([]);
  // Agents may read them; and a test of an integration sends one.
  expect(sent).toContain('docs/mcp.md');
  expect(sent).toContain('templates/Grafana/samples/open.yaml');
  const image = join(folder, 'app');
  for (const file of sent) {
    mkdirSync(dirname(join(image, file)), { recursive: true });
    cpSync(join(root, file), join(image, file));
  }
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  const server = await startServerProcess(join(folder, 'data'), {
    main: join(image, 'src/main.js'),
  });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // Answered as soon as it is bundled.
    const worker = await fetch(`${server.url}/service-worker.js`);
    expect([worker.status, worker.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(server.lines.filter((line) => line.includes('could not be bundled'))).toEqual([]);
  } finally {
    await server.kill();
  }
});
