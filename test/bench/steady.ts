/**
 * What a server costs that has little to do: nothing in its second minute, then some hundred alerts of 500 bytes a
 * second, each of which opens an incident, while nobody is on call and while somebody is. Prints processor time, how
 * often threads were woken, bytes that reach the disk and bytes that stay; and of which collections and indexes the
 * pages are that an alert writes to the log. The floors are the idle server and the size of an alert. Needs Linux.
 * `node test/bench/steady.ts [seconds each] [alerts a second…]`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { plainMapping, webhookPathOf } from '../support/webhook.ts';
import { type LogFrames, LogWatch, ownersOf } from './log-frames.ts';
import { bytesOf, memoryOf, processorSeconds } from './process-figures.ts';
import { SteadyLoadRunner } from './steady-load.ts';

const [seconds = 60, ...given] = process.argv.slice(2).map(Number);
const rates = given.length > 0 ? given : [100, 300, 700];
const integrations = 32;
const connections = 32;
/** Until what was sent has been moved into the data file. */
const restSeconds = 5;

const smtp = await startSmtpServer();
const rows: object[] = [];
/** By row: how often pages of each table and index were written for an alert. */
const byOwner = new Map<string, Record<string, number>>();
try {
  await measure('nobody on call');
  await measure('on call', smtp.url);
  console.table(rows);
  console.table(Object.fromEntries(byOwner));
} finally {
  await smtp.stop();
}

/** A server of its own; where it can send mails, somebody is on call. */
async function measure(name: string, smtpUrl?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-steady-'));
  const server = await startServerProcess(folder, {
    env: smtpUrl === undefined ? {} : { TOCSIN_SMTP_URL: smtpUrl },
  });
  const log = new LogWatch(folder);
  try {
    const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
    const teamId =
      smtpUrl === undefined
        ? await api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' })
        : (await staffTeam(api, 'Team', [{ people: ['Ann'] }])).id;
    const hooks = await makeHooks(api, teamId);
    const measured = { server, folder, log, hooks };
    // Its first minute is that of a start.
    await pause(seconds * 1000);
    rows.push(await rowOf(measured, `idle, ${name}`, () => pause(seconds * 1000)));
    for (const perSecond of rates)
      rows.push(await rowOf(measured, `${perSecond}/s, ${name}`, () => send(measured, perSecond)));
  } finally {
    log.stop();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeHooks(api: ApiClient, teamId: string): Promise<string[]> {
  const hooks: string[] = [];
  for (let n = 0; n < integrations; n += 1) {
    const settings = { displayName: `Integration ${n}`, teamId, type: 'Webhook' };
    const id = await api.make('/inbound-integration', settings);
    await api.make(`/inbound-integration/${id}/mapping`, {
      attributesMapping: { attributes: plainMapping },
    });
    hooks.push(await webhookPathOf(api, id));
  }
  return hooks;
}

interface Measured {
  server: ServerProcess;
  folder: string;
  log: LogWatch;
  hooks: readonly string[];
}

async function send({ server, hooks }: Measured, perSecond: number): Promise<number> {
  const load = new SteadyLoadRunner({
    port: Number(new URL(server.url).port),
    connections,
    perSecond,
    request: (n) => request(hooks[n % integrations] ?? '', `${perSecond} ${n}`),
  });
  const { window } = await load.during(() => pause(seconds * 1000));
  load.stop();
  await pause(restSeconds * 1000);
  return window.answered;
}

async function rowOf(
  measured: Measured,
  name: string,
  work: () => Promise<unknown>,
): Promise<object> {
  const { server, folder, log } = measured;
  const begun = performance.now();
  const before = figures(server.pid, folder);
  log.take();
  const alerts = await work();
  const passed = (performance.now() - begun) / 1000;
  const after = figures(server.pid, folder);
  const frames = log.take();
  const of = (figure: keyof typeof before) => after[figure] - before[figure];
  const shared = {
    name,
    '% of a core': ((of('cpu') / passed) * 100).toFixed(2),
    'wake-ups/s': (of('wakeUps') / passed).toFixed(0),
    'MB resident': memoryOf(server.pid).resident,
  };
  if (typeof alerts !== 'number') return shared;
  const each = (figure: keyof typeof before, factor: number) =>
    ((of(figure) / alerts) * factor).toFixed(0);
  noteOwners(folder, name, { frames, alerts });
  const logged = sum(frames.pages.values()) * frames.frameBytes;
  return {
    ...shared,
    alerts,
    'commits/alert': (frames.commits / alerts).toFixed(2),
    'of it log': (logged / alerts).toFixed(0),
    'CPU us/alert': each('cpu', 1e6),
    main: each('main', 1e6),
    'bytes written/alert': each('written', 1),
    'bytes stored/alert': each('stored', 1),
  };
}

function noteOwners(
  folder: string,
  row: string,
  { frames, alerts }: { frames: LogFrames; alerts: number },
): void {
  const owners = ownersOf(folder);
  for (const [page, count] of frames.pages) {
    const owner = owners.get(page) ?? '(none)';
    const line = byOwner.get(owner) ?? {};
    byOwner.set(owner, line);
    line[row] = (line[row] ?? 0) + count / alerts;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function figures(pid: number, folder: string) {
  const { all, main } = processorSeconds(pid);
  const written = numberIn(`/proc/${pid}/io`, /^write_bytes: (\d+)/m);
  const stored = bytesOf(folder, 'data.db');
  return { cpu: all, main, written, stored, wakeUps: wakeUps(pid) };
}

/** How often threads had waited for something. */
function wakeUps(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => numberIn(join(tasks, task, 'status'), /^voluntary_ctxt_switches:\s+(\d+)/m))
    .reduce((sum, count) => sum + count, 0);
}

/** 0 where a thread has ended meanwhile. */
function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** 500 bytes. */
function request(hook: string, id: string): Buffer {
  const body = JSON.stringify({
    status: 'Open',
    severity: 'Warning',
    title: `Disk of host ${id} is full`,
    id: `problem ${id}`,
    host: `${id}.example.com`,
    message: 'x'.repeat(350),
  });
  return Buffer.from(
    `POST ${hook} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}
