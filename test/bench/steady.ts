/**
 * What a server costs that has little to do: nothing in its second minute, then some hundred alerts of 500 bytes a
 * second, each of which opens an incident. Prints processor time, how often threads were woken, bytes that reach the
 * disk and bytes that stay; and of which collections and indexes the pages are that an alert writes to the log. The
 * floors are the idle server and the size of an alert. Needs Linux.
 * `node test/bench/steady.ts [seconds each] [alerts a second…]`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from '../support/api-client.ts';
import { startServerProcess } from '../support/server-process.ts';
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

const folder = mkdtempSync(join(tmpdir(), 'tocsin-steady-'));
const server = await startServerProcess(folder);
const log = new LogWatch(folder);
/** By rate: how often pages of each table and index were written for an alert. */
const byOwner = new Map<string, Record<string, number>>();
try {
  const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
  const teamId = await api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' });
  const hooks: string[] = [];
  for (let n = 0; n < integrations; n += 1) {
    const settings = { displayName: `Integration ${n}`, teamId, type: 'Webhook' };
    const id = await api.make('/inbound-integration', settings);
    await api.make(`/inbound-integration/${id}/mapping`, {
      attributesMapping: { attributes: plainMapping },
    });
    hooks.push(await webhookPathOf(api, id));
  }
  // Its first minute is that of a start.
  await pause(seconds * 1000);
  const rows: object[] = [await rowOf('idle', () => pause(seconds * 1000))];
  for (const perSecond of rates) rows.push(await rowOf(`${perSecond}/s`, () => send(perSecond)));
  console.table(rows);
  console.table(Object.fromEntries(byOwner));

  async function send(perSecond: number): Promise<number> {
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

  async function rowOf(name: string, work: () => Promise<unknown>): Promise<object> {
    const begun = performance.now();
    const before = figures();
    log.take();
    const alerts = await work();
    const passed = (performance.now() - begun) / 1000;
    const after = figures();
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
    noteOwners(name, frames, alerts);
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
} finally {
  log.stop();
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}

function noteOwners(rate: string, frames: LogFrames, alerts: number): void {
  const owners = ownersOf(folder);
  for (const [page, count] of frames.pages) {
    const owner = owners.get(page) ?? '(none)';
    const line = byOwner.get(owner) ?? {};
    byOwner.set(owner, line);
    line[rate] = (line[rate] ?? 0) + count / alerts;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function figures() {
  const { all, main } = processorSeconds(server.pid);
  const written = numberIn(`/proc/${server.pid}/io`, /^write_bytes: (\d+)/m);
  const stored = bytesOf(folder, 'data.db');
  return { cpu: all, main, written, stored, wakeUps: wakeUps() };
}

/** How often threads had waited for something. */
function wakeUps(): number {
  const tasks = `/proc/${server.pid}/task`;
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
