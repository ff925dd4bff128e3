import { expect, it } from 'vitest';
import { listen } from '../src/server.ts';

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
