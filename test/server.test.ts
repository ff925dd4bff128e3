import { expect, it } from 'vitest';
import { listen, localUrl } from '../src/server.ts';

it('who calls during the start is asked to come back, and served when it is over', async () => {
  const server = await listen(0, '127.0.0.1');
  const early = await fetch(`${server.url}/api/webhook/x`, { method: 'POST', body: '{}' });
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  server.serve((_req, res) => void res.end('served'));
  expect(await (await fetch(server.url)).text()).toBe('served');
  await server.stop(0);
});

it.each([
  ['a port that is taken', (port: number) => [port, '127.0.0.1'], 'is taken: PORT='],
  ['an address of another machine', () => [0, '192.0.2.1'], 'HOST=0.0.0.0'],
] as const)('%s is explained', async (_, addressAt, message) => {
  const first = await listen(0, '127.0.0.1');
  const [port = 0, host = ''] = addressAt(first.port) as [number, string];
  await expect(listen(port, host)).rejects.toThrow(message);
  await first.stop(0);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['tocsin.local', 'http://tocsin.local:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('who listens at %s is reached at %s', (host, url) => {
  expect(localUrl({ host, port: 8080 })).toBe(url);
});

it('an address to open is shown where it listens at all of them', async () => {
  const server = await listen(0, '0.0.0.0');
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  await server.stop(0);
});
