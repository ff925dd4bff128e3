import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../src/kernel/index.ts';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { openStore } from '../../src/store/index.ts';

/** Stands between the driver and a server, and can stop passing anything on without closing a connection. */
async function startProxy(socketPath: string) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const proxy = createServer((client) => {
    const server = connect(socketPath);
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (bytes) => frozen || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    };
    pass(client, server);
    pass(server, client);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    port: (proxy.address() as AddressInfo).port,
    freeze: (on: boolean) => {
      frozen = on;
      // What was lost in between cannot be made up for, so the connections of that time are over.
      if (!on) for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

/** Far above the five seconds promised, far below the minute that a driver waits by itself. */
const deadlineMilliseconds = 15_000;

test('a database that stops answering fails what waits for it soon, and works again when it answers', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const embedded = await startEmbedded({ dir });
  const [, socket = ''] = /^mongodb:\/\/([^/]+)/.exec(embedded.uri) ?? [];
  const proxy = await startProxy(decodeURIComponent(socket));
  const store = await openStore({
    mongodbUri: `mongodb://127.0.0.1:${proxy.port}/test?directConnection=true`,
    dataDir: dir,
    log: createLog('silent'),
    models: [],
    mayBeEmpty: true,
  });
  const things = store.connection.collection<{ _id: number }>('things');
  await things.insertOne({ _id: 1 });
  proxy.freeze(true);
  const giveUp = AbortSignal.timeout(deadlineMilliseconds);
  const outcome = (work: Promise<unknown>) =>
    Promise.race([
      work.then(
        () => 'answered',
        (error: Error) => error.name,
      ),
      new Promise<string>((late) => giveUp.addEventListener('abort', () => late('still waiting'))),
    ]);
  // On a connection that worked a moment ago, and later, when the driver knows.
  const first = await Promise.all([
    outcome(things.insertOne({ _id: 2 })),
    outcome(things.findOne({ _id: 1 })),
  ]);
  for (const name of [...first, await outcome(things.findOne({ _id: 1 }))])
    expect(name).toMatch(/^(Mongo(Network|Pool|ServerSelection)|PoolClearedOnNetwork)/);
  proxy.freeze(false);
  await expect.poll(() => things.findOne({ _id: 1 }).catch(() => null)).toEqual({ _id: 1 });
  await store.close();
  proxy.close();
  await embedded.close();
  await rm(dir, { recursive: true, force: true });
});
