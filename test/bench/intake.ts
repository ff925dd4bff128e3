import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { createApiClient } from '../support/api-client.ts';
import { type LoadResult, runLoad } from './intake-load.ts';
import { type ProcessorSeconds, processorSeconds } from './process-figures.ts';

/**
 * Durable webhook intake beside two floors measured in the same run: `read` reads the body and answers,
 * `insert` stores the body in batches and does nothing else. Where somebody is on call, mails go to a server in this
 * process. `node test/bench/intake.ts [share of the requests [incidents that are open before]]`. Needs Linux.
 */
const scale = Number(process.argv[2] ?? 1);
/** Storing them takes longer than a small share of the requests. */
const openIncidents = Number(process.argv[3] ?? 100_000 * Math.min(1, scale));

interface Scenario {
  name: string;
  integrations: number;
  alerts: 'unique' | 'repeated';
  bytes: number;
  requests: number;
  connections: number;
  /** So that what follows from an alert is done before the next one. */
  restMilliseconds?: number;
  /** Somebody is told of all of it. */
  isStaffed?: true;
  /** Incidents are held back, and count their payloads. */
  isHeld?: true;
}

const scenarios: Scenario[] = [
  {
    name: '1 integration, unique, 500 B',
    integrations: 1,
    alerts: 'unique',
    bytes: 500,
    requests: 20_000,
    connections: 64,
  },
  {
    name: '32 integrations, unique, 500 B',
    integrations: 32,
    alerts: 'unique',
    bytes: 500,
    requests: 20_000,
    connections: 64,
  },
  {
    // What users run: the processor time has that of telling in it, as far as telling keeps up.
    name: '32 integrations, unique, 500 B, on call',
    integrations: 32,
    alerts: 'unique',
    bytes: 500,
    requests: 20_000,
    connections: 64,
    isStaffed: true,
  },
  {
    name: '32 integrations, repeated, 500 B',
    integrations: 32,
    alerts: 'repeated',
    bytes: 500,
    requests: 20_000,
    connections: 64,
  },
  {
    // What a threshold costs beside the one before, which has none.
    name: '32 integrations, repeated, 500 B, threshold',
    integrations: 32,
    alerts: 'repeated',
    bytes: 500,
    requests: 20_000,
    connections: 64,
    isHeld: true,
  },
  {
    name: '1 integration, repeated, 500 B',
    integrations: 1,
    alerts: 'repeated',
    bytes: 500,
    requests: 10_000,
    connections: 64,
  },
  {
    // The processor time of a payload that shares nothing with others: no batch, and no flush.
    name: 'one after the other, unique, 500 B',
    integrations: 1,
    alerts: 'unique',
    bytes: 500,
    requests: 2_000,
    connections: 1,
  },
  {
    // How long somebody waits whose alert comes alone.
    name: 'alone, unique, 500 B',
    integrations: 1,
    alerts: 'unique',
    bytes: 500,
    requests: 300,
    connections: 1,
    restMilliseconds: 30,
  },
  {
    name: '32 integrations, unique, 256 KB',
    integrations: 32,
    alerts: 'unique',
    bytes: 262_144,
    requests: 400,
    connections: 16,
  },
];

const rows: Record<string, string>[] = [];
for (const scenario of scenarios) {
  const insert = await measure('insert', scenario);
  const read = await measure('read', scenario);
  const tocsin = await measure('tocsin', scenario);
  for (const [server, result] of Object.entries({ read, insert, tocsin })) {
    rows.push({
      scenario: scenario.name,
      server,
      'requests/s': result.perSecond.toFixed(0),
      'of insert': (result.perSecond / insert.perSecond).toFixed(2),
      'p50 ms': result.p50.toFixed(1),
      'p50 of insert': (result.p50 / insert.p50).toFixed(2),
      'p99 ms': result.p99.toFixed(1),
      'CPU us/payload': result.cpuMicroseconds.all.toFixed(0),
      'main thread': result.cpuMicroseconds.main.toFixed(0),
      'stored bytes/payload': result.bytesPerPayload.toFixed(0),
      failures: String(result.failures),
    });
  }
}
console.table(rows);

interface Measured extends LoadResult {
  cpuMicroseconds: Pick<ProcessorSeconds, 'all' | 'main'>;
  bytesPerPayload: number;
}

async function measure(kind: 'read' | 'insert' | 'tocsin', scenario: Scenario): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'));
  const smtp = kind === 'tocsin' && scenario.isStaffed ? await startSmtpServer() : null;
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('intake-servers.ts', import.meta.url)),
      kind,
      folder,
      String(openIncidents),
      scenario.isHeld ? 'held' : 'told',
      ...(smtp ? [smtp.url] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const { port, paths, key, teamId } = await firstLine(child);
    if (smtp) await putOnCall(port, key ?? '', teamId ?? '');
    const requests = Math.max(100, Math.round(scenario.requests * scale));
    const load = {
      port,
      connections: scenario.connections,
      restMilliseconds: scenario.restMilliseconds,
      request: (n: number) =>
        requestOf(paths[n % Math.min(paths.length, scenario.integrations)] ?? '/', scenario, n),
    };
    // Warm: compiled code and page cache, as in a server that has run for a minute.
    await runLoad({
      ...load,
      requests: Math.round(requests / 4),
      request: (n) => load.request(n + 10_000_000),
    });
    const bytesBefore = storedBytes(folder);
    const { pid = 0 } = child;
    const before = processorSeconds(pid);
    const result = await runLoad({ ...load, requests });
    const after = processorSeconds(pid);
    const each = (thread: 'all' | 'main') => ((after[thread] - before[thread]) / requests) * 1e6;
    return {
      ...result,
      cpuMicroseconds: { all: each('all'), main: each('main') },
      bytesPerPayload: (storedBytes(folder) - bytesBefore) / requests,
    };
  } finally {
    child.kill('SIGKILL');
    await smtp?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function requestOf(path: string, scenario: Scenario, n: number): Buffer {
  const key = scenario.alerts === 'unique' ? n : n % 1000;
  const body = {
    version: '4',
    groupKey: `{}:{alertname="HighLatency", instance="host-${key}"}`,
    status: 'firing',
    commonLabels: { alertname: 'HighLatency', instance: `host-${key}`, severity: 'critical' },
    commonAnnotations: { summary: `Latency of host-${key} is high` },
    alerts: [
      {
        status: 'firing',
        labels: { instance: `host-${key}` },
        startsAt: '2026-03-01T08:30:00Z',
        padding: '',
      },
    ],
  };
  const bare = JSON.stringify(body);
  const alert = body.alerts[0];
  if (alert) alert.padding = 'x'.repeat(Math.max(0, scenario.bytes - bare.length));
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nuser-agent: Alertmanager/0.28\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    'latin1',
  );
}

/** One person is the only tier of the team. */
async function putOnCall(port: number, key: string, teamId: string): Promise<void> {
  const api = createApiClient(`http://127.0.0.1:${port}/api/public/v1`, { 'x-api-key': key });
  const person = { displayName: 'Ann', email: 'ann@example.com', timeZoneId: 'UTC' };
  const userId = await api.make('/user', person);
  const teamMembershipId = await api.make('/team-membership', { userId, teamId, role: 'Member' });
  const schedules = [{ rotations: [{ members: [{ teamMembershipId }] }] }];
  await api.make('/team-escalations', { teamId, escalationTiers: [{ schedules }] });
}

interface Ready {
  port: number;
  paths: string[];
  key?: string;
  teamId?: string;
}

function firstLine(child: ChildProcess): Promise<Ready> {
  if (!child.stdout) throw new Error('The server has no output.');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"port"')) resolve(JSON.parse(line) as Ready);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

/** Pages of the data file, those included that are only in the log yet. */
function storedBytes(folder: string): number {
  const file = join(folder, 'data.db');
  if (!existsSync(file)) return 0;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const numberOf = (pragma: string) => Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    return numberOf('page_count') * numberOf('page_size');
  } finally {
    db.close();
  }
}
