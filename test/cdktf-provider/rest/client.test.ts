import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient, keyHeaders } from '../../../cdktf-provider/rest/client.ts';
import type { PaceClock } from '../../../cdktf-provider/rest/pace.ts';
import { createPacer } from '../../../cdktf-provider/rest/pace.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'break off';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientFor(answers: Answer[], signal = new AbortController().signal) {
  const seen: string[] = [];
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.push(`${request.method} ${request.url}`);
      const answer = answers.shift() ?? { status: 200, body: '{}' };
      if (answer === 'break off') return request.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const waits: number[] = [];
  let now = 0;
  const clock: PaceClock = {
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    headers: keyHeaders('key', 'test'),
    pacer: createPacer([{ requests: 100, seconds: 1 }], clock),
    signal,
    log: () => {},
    clock,
  });
  return { client, seen, waits };
}

test('Retry-After of 429 holds every request, of 503 this one', async () => {
  const { client, seen, waits } = await clientFor([
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503, headers: { 'retry-after': '3' } },
    { status: 200, body: '{"ok":true}' },
  ]);
  expect(await client.send({ method: 'POST', path: '/x', body: {} })).toEqual({ ok: true });
  expect(waits).toEqual([7000, 3000]);
  expect(seen).toHaveLength(3);
});

test('patience ends after ten minutes: the last refusal is reported with what to do about it', async () => {
  const refused = { status: 429, headers: { 'retry-after': '60' } };
  const { client, seen, waits } = await clientFor(Array.from({ length: 20 }, () => refused));
  await expect(client.send({ method: 'GET', path: '/x' })).rejects.toThrow(/Lower the parallelism/);
  expect(waits).toEqual(Array.from({ length: 10 }, () => 60_000));
  expect(seen).toHaveLength(11);
});

test('a broken connection is tried again, but a creation only under an idempotency key', async () => {
  const reading = await clientFor(['break off', { status: 200, body: '{}' }]);
  await reading.client.send({ method: 'GET', path: '/x' });
  expect(reading.seen).toHaveLength(2);

  const creating = await clientFor(['break off']);
  await expect(creating.client.send({ method: 'POST', path: '/x', body: {} })).rejects.toThrow(
    /POST .*\/x failed/,
  );
  expect(creating.seen).toHaveLength(1);

  const keyed = await clientFor(['break off', { status: 200, body: '{}' }]);
  await keyed.client.send({ method: 'POST', path: '/x', body: {}, idempotencyKey: 'k' });
  expect(keyed.seen).toHaveLength(2);
});

/** A client of servers that come and go: one answer a request, or the code of what went wrong with the connection. */
function clientOf(outcomes: (string | number)[], signal = new AbortController().signal) {
  const keys: unknown[] = [];
  const waits: number[] = [];
  let now = 0;
  const clock: PaceClock = {
    now: () => now,
    sleep: async (milliseconds, stop) => {
      stop.throwIfAborted();
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
  const client = createClient({
    baseUrl: 'https://tocsin.example.com',
    headers: {},
    pacer: createPacer([], clock),
    signal,
    log: () => {},
    clock,
    fetch: async (_url, { headers }) => {
      keys.push((headers as Record<string, string>)['idempotency-key']);
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (typeof outcome === 'number') return new Response('{}', { status: outcome });
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error(outcome), { code: outcome }),
      });
    },
  });
  return { client, keys, waits };
}

const creation = { method: 'POST', path: '/team', body: {}, idempotencyKey: 'k' };
const lost = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT', 502, 504];
const away = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

test('a server that was there is waited for while it is away, and asked the same again', async () => {
  for (const first of [...lost, 200]) {
    for (const then of [...away, ...lost, 503]) {
      const { client, keys, waits } = clientOf([
        first,
        ...Array.from({ length: 12 }, () => then),
        200,
      ]);
      if (first === 200) await client.send({ method: 'GET', path: '/team/1' });
      await client.send(creation);
      expect(new Set(keys.slice(first === 200 ? 1 : 0)), `${first} ${then}`).toEqual(
        new Set(['k']),
      );
      expect(waits.length).toBeGreaterThanOrEqual(12);
    }
  }
});

test('nobody waits for a server that was never there, nor for one that is not trusted', async () => {
  for (const code of [
    ...away,
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EPROTO',
  ]) {
    const { client, keys } = clientOf([code]);
    const failure = await client.send(creation).catch((error: unknown) => error);
    expect(failure, code).toMatchObject({ isUnsettled: false });
    expect(String(failure), code).not.toContain('may exist');
    expect(keys).toHaveLength(1);
  }
});

test('patience ends: what was sent is said to be possible, and the next request fails at once', async () => {
  for (const outcome of lost) {
    const { client, keys } = clientOf([outcome, 'ECONNREFUSED']);
    await expect(client.send(creation)).rejects.toMatchObject({
      isUnsettled: true,
      message: expect.stringContaining('an object to be created may exist now'),
    });
    const tried = keys.length;
    expect(tried).toBeGreaterThan(100);
    await expect(client.send(creation)).rejects.toMatchObject({ isUnsettled: false });
    expect(keys).toHaveLength(tried + 1);
  }
});

test('a creation without a key is repeated only as long as nothing of it was sent', async () => {
  const { idempotencyKey, ...plain } = creation;
  const refused = clientOf([200, 'ECONNREFUSED', 'ECONNREFUSED', 200]);
  await refused.client.send({ method: 'GET', path: '/team/1' });
  await refused.client.send(plain);
  expect(refused.keys).toHaveLength(4);
  for (const outcome of lost) {
    const { client, keys } = clientOf([200, 'ECONNREFUSED', outcome, 200]);
    await client.send({ method: 'GET', path: '/team/1' });
    await expect(client.send(plain)).rejects.toMatchObject({ isUnsettled: true });
    expect(keys).toHaveLength(3);
  }
});

test('an answer settles what a lost one left open; being told to wait does not', async () => {
  const settled = clientOf(['ECONNRESET', 400]);
  await expect(settled.client.send(creation)).rejects.toMatchObject({ isUnsettled: false });
  const open = clientOf(['ECONNRESET', 503]);
  await expect(open.client.send(creation)).rejects.toMatchObject({ isUnsettled: true });
});

test('a failure of the server is reported and not repeated', async () => {
  const { client, seen } = await clientFor([{ status: 500, body: '<html>oops</html>' }]);
  await expect(client.send({ method: 'DELETE', path: '/x' })).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining('<html>oops</html>'),
  });
  expect(seen).toHaveLength(1);
});

test('a page that is no JSON is said to be none', async () => {
  const { client } = await clientFor([{ status: 200, body: '<html>' }]);
  await expect(client.send({ method: 'GET', path: '/x' })).rejects.toThrow(
    /is the endpoint that of a Tocsin server/,
  );
});

test('stopping ends a request under way', async () => {
  const stop = new AbortController();
  const { client } = await clientFor([], stop.signal);
  stop.abort(new Error('stopped by Terraform'));
  await expect(client.send({ method: 'GET', path: '/x' })).rejects.toThrow('stopped by Terraform');
});

test('numbers keep every digit in both directions', async () => {
  const { client } = await clientFor([{ status: 200, body: '{"a":9007199254740993,"b":0.1}' }]);
  const answer = await client.send({ method: 'GET', path: '/x' });
  expect(answer).toMatchObject({ a: { text: '9007199254740993' }, b: { text: '0.1' } });
});
