import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type Documents, loadDocuments } from '../src/documents.ts';
import { createLog } from '../src/kernel/index.ts';
import { processModel } from '../src/processes/model.ts';
import { databaseNameOf, dropDatabase } from './support/test-database.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await dropDatabase(dataDir);
});

const documents = await loadDocuments();

function start(env: Record<string, string> = {}, changed: Partial<Documents> = {}) {
  const mongodbUri = process.env.TOCSIN_TEST_MONGODB_URI;
  return startApp({
    config: readConfig({
      PORT: '0',
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_BOOTSTRAP_API_KEY: 'a-key-for-tests-only-0123456789',
      ...(mongodbUri ? { MONGODB_URI: mongodbUri } : {}),
      ...env,
    }),
    log: createLog('silent'),
    timers: false,
    documents: { ...documents, ...changed },
    ...(mongodbUri ? { databaseName: databaseNameOf(dataDir) } : {}),
  });
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

it('a server that is stopped twice ends once, and its folder and port are free', async () => {
  const app = await start();
  const port = Number(new URL(app.url).port);
  await Promise.all([app.stop(), app.stop()]);
  await app.stop();
  expect(await isListening(port)).toBe(false);

  const next = await start({ PORT: String(port) });
  // Not even the process that was there before is left.
  const processes = await processModel(next.world.store)
    .find({ _id: { $gt: '' } })
    .lean();
  expect(processes).toHaveLength(1);
  await next.stop();
});

it('a start that fails late leaves nothing behind: no port, no process, no open folder', async () => {
  const first = await start();
  const port = new URL(first.url).port;
  await first.stop();
  // Found out when the store is open and the process has joined.
  const incomplete = { links: { ...documents.links, operations: [] } };
  await expect(start({ PORT: port }, incomplete)).rejects.toThrow(/operation/);
  expect(await isListening(Number(port))).toBe(false);

  const next = await start({ PORT: port });
  const processes = await processModel(next.world.store)
    .find({ _id: { $gt: '' } })
    .lean();
  expect(processes).toHaveLength(1);
  expect(next.processes.exclusive() || process.env.TOCSIN_TEST_MONGODB_URI !== undefined).toBe(
    true,
  );
  await next.stop();
});
