import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { isWhole } from '../../support/runs.ts';
import { sharedTestApp } from '../../support/shared-app.ts';

/** The suite sends no key, so this adds one to whatever passes. */
let server: TestApp;
const front = createServer((req, res) => {
  const headers = { ...req.headers, authorization: `Bearer ${server.key}` };
  const onward = ask(
    `${server.app.url}${req.url}`,
    { method: req.method ?? 'GET', headers },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    },
  );
  onward.on('error', () => res.destroy());
  req.pipe(onward);
});
beforeAll(async () => {
  server = await sharedTestApp();
  await once(front.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void front.close());

/** The other scenarios call tools, resources and prompts that only a server made for the suite has. */
const scenarios = ['tools-list', 'dns-rebinding-protection', 'server-initialize', 'ping'];

/** Each is a process of its own, which takes a second to load. */
it.each(isWhole ? scenarios : scenarios.slice(0, 2))(
  'the conformance suite is content: %s',
  async (scenario) => {
    const { port } = front.address() as AddressInfo;
    const suite = fileURLToPath(
      new URL(
        '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
        import.meta.url,
      ),
    );
    const child = spawn(process.execPath, [
      ...[suite, 'server', '--url', `http://localhost:${port}/mcp`],
      ...['--scenario', scenario],
    ]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const [code] = await once(child, 'exit');
    expect(code, said).toBe(0);
    expect(said).toMatch(/Passed: [1-9]/);
  },
);
