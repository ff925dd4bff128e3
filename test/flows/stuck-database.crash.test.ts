import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { webhookPathOf } from '../support/webhook.ts';

/**
 * Stands between the driver and a server; while stuck, it passes on only the messages by which the driver sees that a
 * server lives.
 */
async function startProxy(socketPath: string) {
  const sockets = new Set<Socket>();
  let isStuck = false;
  const proxy = createServer((client) => {
    const server = connect(socketPath);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    let pending: Buffer = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length >= 4 && pending.length >= pending.readInt32LE(0)) {
        const message = pending.subarray(0, pending.readInt32LE(0));
        pending = pending.subarray(message.length);
        if (!isStuck || isGreeting(message)) server.write(message);
      }
    });
    server.on('data', (bytes) => client.write(bytes));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    port: (proxy.address() as AddressInfo).port,
    stick: (on: boolean) => {
      isStuck = on;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

/** The first field of a command is its name. */
function isGreeting(message: Buffer): boolean {
  return /^(hello|isMaster|ismaster)\0/.test(
    // Behind the header, the flags, the kind of the section, the document's length and the field's type; OP_QUERY names
    // its collection.
    message.readInt32LE(12) === 2013 ? message.subarray(26).toString('latin1') : 'hello\0',
  );
}

let dir: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let server: TestApp;
let webhook: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  embedded = await startEmbedded({ dir });
  const [, socket = ''] = /^mongodb:\/\/([^/]+)/.exec(embedded.uri) ?? [];
  proxy = await startProxy(decodeURIComponent(socket));
  server = await startTestApp({
    env: { MONGODB_URI: `mongodb://127.0.0.1:${proxy.port}/test?directConnection=true` },
  });
  const teamId = await server.api.make('/team', { displayName: 'Team' });
  const integration = await server.api.make('/inbound-integration', {
    displayName: 'Alerts',
    teamId,
    type: 'Webhook',
  });
  webhook = await webhookPathOf(server.api, integration);
});
afterAll(async () => {
  proxy.stick(false);
  await server.stop();
  proxy.close();
  await embedded.close();
  await rm(dir, { recursive: true, force: true });
});

/** Far above the five seconds promised, far below the minutes that an operating system waits. */
const deadlineMilliseconds = 15_000;

it('a database that lives but finishes nothing costs a caller seconds until 503, and serves again when it does', async () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.app.url}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', 'x-api-key': server.key },
      signal: AbortSignal.timeout(deadlineMilliseconds),
    });
  const statuses = async () => {
    const answers = await Promise.all([
      ask(webhook, { method: 'POST', body: '{"title":"Fire"}' }),
      ask('/api/public/v1/team/search/list'),
      ask('/api/public/v1/team', { method: 'POST', body: '{"displayName":"Other"}' }),
    ]);
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  proxy.stick(true);
  expect(await statuses()).toEqual([503, 503, 503]);
  proxy.stick(false);
  await expect.poll(statuses).toEqual([200, 200, 200]);
});
