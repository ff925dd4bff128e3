import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient } from './support/api-client.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
});
afterEach(() => server.kill());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const failOnSignal = fileURLToPath(new URL('support/fail-on-signal.mjs', import.meta.url));

async function start(): Promise<void> {
  server = await startServerProcess(dataDir, { env: { NODE_OPTIONS: `--import=${failOnSignal}` } });
}

const fatalLines = () =>
  server.lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'fatal');

describe('an error that nobody caught', () => {
  it.each([
    ['thrown', 'SIGUSR2', 'thrown by a timer'],
    ['rejected', 'SIGHUP', 'rejected in passing'],
  ] as const)('%s: one line of level fatal, and exit code 1', async (_, signal, message) => {
    await start();
    server.signal(signal);
    server.signal(signal);
    expect(await server.exited).toBe(1);
    const lines = fatalLines();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ err: { message, stack: expect.stringContaining('at ') } });
    expect(lines[0].msg).toMatch(/ends this process/);
  });

  it('what was under way is finished first, and the next start has it', async () => {
    await start();
    const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
    const made = Array.from({ length: 20 }, (_, n) =>
      api.post('/team', { displayName: `Team ${n}` }).catch(() => null),
    );
    await Promise.race(made);
    server.signal('SIGUSR2');
    const ids = (await Promise.all(made)).flatMap((answer) => answer?.body.id ?? []);
    expect(await server.exited).toBe(1);
    expect(ids.length).toBeGreaterThan(0);
    const { key } = server;
    server = await startServerProcess(dataDir, { key });
    const again = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': key });
    for (const id of ids) expect((await again.get(`/team/${id}`)).status).toBe(200);
  });

  it('a caller who never finishes does not keep it', async () => {
    await start();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    const head = 'POST /api/webhook/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    server.signal('SIGUSR2');
    expect(await server.exited).toBe(1);
    socket.destroy();
  });
});

describe('a server that logs nothing', () => {
  it('still says when it listens', async () => {
    server = await startServerProcess(dataDir, { env: { TOCSIN_LOG_LEVEL: 'silent' } });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.lines).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
});

describe('a port that is taken', () => {
  it('is said with the next one, and the start that succeeds shows the key', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = join(dataDir, 'first');
    const env = { TOCSIN_BOOTSTRAP_API_KEY: '', MONGODB_URI: '' };
    await expect(
      startServerProcess(folder, { env: { ...env, PORT: String(port) } }),
    ).rejects.toThrow(`${port} is taken: PORT=${port + 1} npm start`);
    other.close();
    server = await startServerProcess(folder, { env });
    const key = /^API key +(\S+)$/m.exec(server.lines.join('\n'))?.[1] ?? '';
    const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': key });
    expect((await api.get('/auth/me')).status).toBe(200);
    const signInUrl = /^Browser +(\S+)$/m.exec(server.lines.join('\n'))?.[1] ?? '';
    expect(signInUrl.startsWith(`${server.url}/invitation/`)).toBe(true);
    expect((await fetch(signInUrl)).status).toBe(200);
  });
});
