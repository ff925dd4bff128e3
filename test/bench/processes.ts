/**
 * One server and two on the same store, under the same load: unique alerts from 64 senders. `node
 * test/bench/processes.ts [requests]`. With TOCSIN_TEST_MONGODB_URI the store is that MongoDB; otherwise the first
 * server keeps the embedded database and the second is its guest. Senders, servers and store share the processors of
 * this machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { createApiClient } from '../support/api-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { databaseNameOf } from '../support/test-database.ts';
import { webhookPathOf } from '../support/webhook.ts';
import { type LoadResult, runLoad } from './intake-load.ts';
import { processorSeconds } from './process-figures.ts';

const requests = Number(process.argv[2] ?? 20_000);
const connections = 64;

const rows: Record<string, string | number>[] = [];
for (const count of [1, 2]) rows.push(...(await measure(count)));
console.log(`on ${process.env.TOCSIN_TEST_MONGODB_URI ? 'a MongoDB' : 'the embedded database'}`);
console.table(rows);

async function measure(count: number): Promise<Record<string, string | number>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'));
  const servers: ServerProcess[] = [];
  try {
    for (let n = 0; n < count; n += 1) {
      const key = servers[0]?.key;
      const env = { TOCSIN_LOG_LEVEL: 'info' };
      servers.push(await startServerProcess(folder, key ? { key, env } : { env }));
    }
    const [first] = servers;
    if (!first) return [];
    const api = createApiClient(`${first.url}/api/public/v1`, { 'x-api-key': first.key });
    const teamId = await api.make('/team', { displayName: 'Bench' });
    const settings = { displayName: 'Bench', teamId, type: 'Webhook' };
    const hook = await webhookPathOf(api, await api.make('/inbound-integration', settings));
    const load = (share: number, name: string) =>
      Promise.all(
        servers.map((server, n) =>
          runLoad({
            port: Number(new URL(server.url).port),
            connections: connections / count,
            requests: Math.round(share / count),
            request: (own) => webhook(hook, `${name} ${n} ${own}`),
          }),
        ),
      );
    // Compiled code and open connections, as in a server that has run for a minute.
    await load(requests / 4, 'warm');
    const before = servers.map(({ pid }) => processorSeconds(pid).all);
    const begun = performance.now();
    const results = await load(requests, 'measured');
    const seconds = (performance.now() - begun) / 1000;
    const cpu = servers.map((server, n) => processorSeconds(server.pid).all - (before[n] ?? 0));
    const all = cpu.reduce((sum, one) => sum + one, 0);
    return [
      ...results.map((result, n) =>
        row(`${count}: server ${n + 1}`, result.perSecond, [result], cpu[n] ?? 0, requests / count),
      ),
      row(`${count}: together`, requests / seconds, results, all, requests),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await dropDatabaseOf(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(
  what: string,
  perSecond: number,
  results: readonly LoadResult[],
  cpu: number,
  answered: number,
): Record<string, string | number> {
  const worst = (of: 'p50' | 'p99') => Math.max(...results.map((result) => result[of]));
  return {
    servers: what,
    'requests/s': perSecond.toFixed(0),
    'p50 ms': worst('p50').toFixed(1),
    'p99 ms': worst('p99').toFixed(1),
    'CPU us/request': ((cpu / answered) * 1e6).toFixed(0),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function webhook(hook: string, problem: string): Buffer {
  const body = JSON.stringify({
    status: 'Open',
    severity: 'Warning',
    title: `Problem ${problem}`,
    correlationId: problem,
    description: 'x'.repeat(300),
  });
  return Buffer.from(
    `POST ${hook} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

async function dropDatabaseOf(folder: string): Promise<void> {
  const uri = process.env.TOCSIN_TEST_MONGODB_URI;
  if (!uri) return;
  const connection = await mongoose
    .createConnection(uri, { dbName: databaseNameOf(folder) })
    .asPromise();
  await connection.dropDatabase();
  await connection.close();
}
