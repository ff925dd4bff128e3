/**
 * Whether a folder stops growing: steady payloads, of which each second one resolves the incident of another, on a
 * server that keeps everything for one hour of a clock that runs fast. The floor is what is stored; without retention
 * the folder would have what was sent. `node test/bench/plateau.ts [seconds that an hour takes] [hours] [payloads a
 * second]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { plainMapping, webhookPathOf } from '../support/webhook.ts';
import { SteadyLoadRunner } from './steady-load.ts';

const secondsPerHour = Number(process.argv[2] ?? 60);
const hours = Number(process.argv[3] ?? 4);
const perSecond = Number(process.argv[4] ?? 1000);
const rowsPerHour = 4;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-plateau-'));
const child = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('plateau-server.ts', import.meta.url)),
    folder,
    String(3600 / secondsPerHour),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(String(line)) as { url: string };
  const api = createApiClient(`${url}/api/public/v1`, {
    'x-api-key': 'bench-key-0000000000000000',
  });
  const teamId = await api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' });
  const integration = await api.make('/inbound-integration', {
    displayName: 'Integration',
    teamId,
    type: 'Webhook',
  });
  await api.make(`/inbound-integration/${integration}/mapping`, {
    attributesMapping: { attributes: plainMapping },
  });
  const hook = await webhookPathOf(api, integration);
  const embedded = await startEmbedded({ dir: folder });
  const client = await new MongoClient(embedded.uri).connect();
  const count = (name: string) => client.db('test').collection(name).estimatedDocumentCount();

  const load = new SteadyLoadRunner({
    port: Number(new URL(url).port),
    connections: 32,
    perSecond,
    request: (n) => request(hook, n),
  });
  const rows: object[] = [];
  const sizes: { hour: number; megabytes: number; stored: number }[] = [];
  for (let row = 1; row <= hours * rowsPerHour; row += 1) {
    const { window } = await load.during(() => pause((secondsPerHour / rowsPerHour) * 1000));
    const [payloads, incidents] = await Promise.all([count('payloads'), count('incidents')]);
    const megabytes = megabytesOf('data.db');
    sizes.push({ hour: row / rowsPerHour, megabytes, stored: payloads });
    rows.push({
      hour: (row / rowsPerHour).toFixed(2),
      'payloads sent': Math.round((row / rowsPerHour) * secondsPerHour * perSecond),
      'payloads stored': payloads,
      'incidents stored': incidents,
      'data.db MB': megabytes.toFixed(1),
      'log MB': megabytesOf('data.db-wal').toFixed(1),
      'p50 ms': window.p50.toFixed(1),
      'p99 of a second: worst': window.p99Worst.toFixed(0),
      refused: window.failed,
    });
  }
  load.stop();
  await client.close();
  console.table(rows);
  const largest = (from: number, until: number) =>
    Math.max(
      ...sizes.filter(({ hour }) => hour > from && hour <= until).map((one) => one.megabytes),
    );
  const second = largest(1, 2);
  const last = largest(hours - 1, hours);
  console.log(
    `data.db was ${second.toFixed(1)} MB at most in the second hour, ${last.toFixed(1)} MB in the last: ${(last / second).toFixed(2)} of it`,
  );
} finally {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

/** Two for each incident; the second one resolves it, a second later. */
function request(hook: string, n: number): Buffer {
  const isResolving = n % 2 === 1;
  const incident = Math.abs(Math.floor(n / 2) - (isResolving ? Math.ceil(perSecond / 2) : 0));
  const body = JSON.stringify({
    status: isResolving ? 'Resolved' : 'Open',
    severity: 'Warning',
    title: `Disk of host ${incident} is full`,
    id: `problem-${incident}`,
    host: `host-${incident}.example.com`,
    message: 'x'.repeat(350),
  });
  return Buffer.from(
    `POST ${hook} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

function megabytesOf(file: string): number {
  return (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) / 1e6;
}
