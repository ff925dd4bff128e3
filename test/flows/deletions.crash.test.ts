import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const payloads = 4_000;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  server = await startServerProcess(folder);
});
afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The server's database, beside it: what the API shows no more is counted there. */
async function besideServer<Result>(work: (db: ReturnType<MongoClient['db']>) => Promise<Result>) {
  const { uri } = await startEmbedded({ dir: folder });
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5000 }).connect();
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

// On a MongoDB the server's death leaves the same documents, and is the same start.
it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)(
  'what a deletion had still to remove when the process died goes after the restart',
  async () => {
    const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
    const teamId = await api.make('/team', { displayName: 'T', timeZoneId: 'UTC' });
    const integrationId = await api.make('/inbound-integration', {
      displayName: 'I',
      teamId,
      type: 'Webhook',
    });
    const organizationId = String((await api.get('/auth/me')).body.organizationId);
    await besideServer(async (db) => {
      const stored = db.collection('payloads');
      for (let n = 0; n < payloads; n += 2000)
        await stored.insertMany(
          Array.from({ length: 2000 }, () => ({ organizationId, integrationId, incidentId: null })),
        );
      expect((await api.delete(`/team/${teamId}`)).status).toBe(200);
      await expect
        .poll(() => stored.countDocuments({ integrationId }), { interval: 20, timeout: 120_000 })
        .toBeLessThan(payloads);
    });
    // Without a client of its own: one that says goodbye to a dead server may wait for it.
    await server.kill();

    server = await startServerProcess(folder, { key: server.key });
    await besideServer(async (db) => {
      const stored = db.collection('payloads');
      await expect
        .poll(() => stored.countDocuments({ integrationId }), { interval: 100, timeout: 120_000 })
        .toBe(0);
    });
  },
);
