import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { createMetrics, watchRequests } from '../../src/http/index.ts';
import { noteBeginning, noteForLine } from '../../src/http/watch-requests.ts';
import { createLog } from '../../src/kernel/index.ts';

let server: Server;
afterEach(() => void server.close());

function setUp() {
  const lines = new PassThrough();
  const metrics = createMetrics();
  const web = express();
  web.use(watchRequests(createLog('info', lines), metrics, 'public-api'));
  server = web.listen(0);
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const nextLine = async (): Promise<unknown> => JSON.parse(String((await once(lines, 'data'))[0]));
  return { web, metrics, ask, nextLine };
}

it('a request leaves one line with its route and status, and nothing that a caller may keep secret', async () => {
  const { web, ask, nextLine } = setUp();
  web.get('/user/:id', (_req, res) => void res.status(418).json({}));
  const line = nextLine();
  await ask('/user/2f867cb1?email=a@b.example', {
    headers: { 'x-request-id': 'abc', 'x-api-key': 'k' },
  });
  expect(await line).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: 'abc',
    method: 'GET',
    route: '/user/:id',
    status: 418,
    milliseconds: expect.any(Number),
    msg: 'request',
  });
});

it('the line names the caller that the surface found', async () => {
  const { web, ask, nextLine } = setUp();
  web.get('/team', (_req, res) => {
    noteForLine(res, { keyId: 'k1' });
    res.json({});
  });
  const line = nextLine();
  await ask('/team');
  expect(await line).toMatchObject({ keyId: 'k1', route: '/team', status: 200 });
});

it('a request is counted with its status', async () => {
  const { web, metrics, ask, nextLine } = setUp();
  web.post('/team', (_req, res) => void res.json({}));
  const line = nextLine();
  await ask('/team', { method: 'POST' });
  await line;
  expect(await metrics.registry.metrics()).toContain(
    'tocsin_http_request_seconds_count{surface="public-api",method="POST",status="200"} 1',
  );
});

it('a caller who has gone is told apart from one who was answered', async () => {
  const { web, ask, nextLine } = setUp();
  const arrived = Promise.withResolvers<void>();
  web.get('/slow', () => arrived.resolve());
  const line = nextLine();
  const leaving = new AbortController();
  const answer = ask('/slow', { signal: leaving.signal });
  await arrived.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  expect(await line).toMatchObject({ status: 499 });
});

it('an answer without an end counts with its beginning, whoever ends it', async () => {
  const { web, metrics, ask, nextLine } = setUp();
  web.get('/events', (_req, res) => {
    res.flushHeaders();
    noteBeginning(res);
  });
  const line = nextLine();
  const leaving = new AbortController();
  await ask('/events', { signal: leaving.signal });
  leaving.abort();
  expect(await line).toMatchObject({ status: 200, openSeconds: expect.any(Number) });
  expect(await metrics.registry.metrics()).toContain(
    'tocsin_http_request_seconds_count{surface="public-api",method="GET",status="200"} 1',
  );
});
