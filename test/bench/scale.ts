/**
 * How cost grows with work: fills a data folder through the webhook and prints what intake costs as it grows, what the
 * calls of a console take on it, and what backups, deletions and restarts do to senders meanwhile. The floors are the
 * first step of the first table, a team by its id in the second, and the same load with nothing beside it in the third.
 * Needs Linux for figures of processes. `node test/bench/scale.ts [payloads] [requests a second beside the operations]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../support/api-client.ts';
import { startServerProcess } from '../support/server-process.ts';
import { runLoad } from './intake-load.ts';
import { bytesOf, memoryOf, processorSeconds } from './process-figures.ts';
import { measureOperations, measureRestarts } from './scale-operations.ts';
import { incidentsPerGroup, makeTenants, payloadRequest, type Tenants } from './scale-payloads.ts';
import { measureReads, readCalls } from './scale-reads.ts';

const payloads = Number(process.argv[2] ?? 200_000);
const perSecond = Number(process.argv[3] ?? 500);
const steps = 10;
const connections = 64;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-scale-'));
const begunAt = new Date();
let server = await startServerProcess(folder);
try {
  const { key } = server;
  let api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': key });
  const tenants = await makeTenants(api);

  console.log(`\n1. Intake while the folder grows (${connections} connections)`);
  console.table(await fill(tenants));

  console.log('\n2. Reads, with nothing else going on');
  const { body } = await api.get('/incident/search/list?Limit=1');
  const [latest] = body.incidents as { id: string }[];
  const incidents = Math.round(payloads / 10) * incidentsPerGroup;
  console.table(
    await measureReads(
      api,
      readCalls(tenants, { begunAt, incidents, incidentId: latest?.id ?? '' }),
    ),
  );

  console.log(`\n3. Operations, with ${perSecond} webhook requests/s going on`);
  const restart = async () => {
    server = await startServerProcess(folder, { key });
    api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': key });
    return server;
  };
  const operations = { folder, tenants, perSecond, connections: 32, nextPayload: payloads };
  console.table(await measureOperations(server, api, operations));
  console.table(await measureRestarts(server, restart, operations));
} finally {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(tenants: Tenants): Promise<object[]> {
  const rows: object[] = [];
  const port = Number(new URL(server.url).port);
  const requests = Math.ceil(payloads / steps);
  let floor = 0;
  for (let step = 0; step < steps; step += 1) {
    const before = processorSeconds(server.pid);
    const result = await runLoad({
      port,
      connections,
      requests,
      request: (n) => payloadRequest(tenants, step * requests + n),
    });
    const now = processorSeconds(server.pid);
    const microseconds = (name: keyof typeof now) =>
      (((now[name] - before[name]) / requests) * 1e6).toFixed(0);
    const { resident, anonymous } = memoryOf(server.pid);
    const bytes = bytesOf(folder, 'data.db');
    floor ||= result.perSecond;
    rows.push({
      payloads: (step + 1) * requests,
      'requests/s': result.perSecond.toFixed(0),
      'of the first': (result.perSecond / floor).toFixed(2),
      'p50 ms': result.p50.toFixed(1),
      'p99 ms': result.p99.toFixed(1),
      'max ms': result.max.toFixed(0),
      'CPU us/payload': microseconds('all'),
      main: microseconds('main'),
      engine: microseconds('engine'),
      'MB resident': resident,
      anonymous,
      'data.db MB': (bytes / 1e6).toFixed(0),
      'B/payload': (bytes / ((step + 1) * requests)).toFixed(0),
      failures: result.failures,
    });
  }
  return rows;
}
