import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { runLoad } from './intake-load.ts';
import { processorSeconds } from './process-figures.ts';
import { makeTenants, payloadRequest, type Tenants } from './scale-payloads.ts';
import { SteadyLoadRunner } from './steady-load.ts';

/**
 * What the real server does on the folder whose lists are measured: makes its organization, and takes alerts while
 * lists are read.
 */

export interface ListsFolder {
  key: string;
  tenants: Tenants;
}

const noteName = 'bench.json';
const connections = 16;
const perSecond = 200;

/** Teams, integrations and payloads of a new folder; those that it has of an earlier run. */
export async function prepareFolder(dataDir: string, payloads: number): Promise<ListsFolder> {
  const known = readNote(dataDir);
  if (known) return known;
  const server = await startServerProcess(dataDir);
  try {
    const tenants = await makeTenants(apiOf(server));
    await runLoad({
      port: portOf(server),
      connections: 32,
      requests: payloads,
      // Each resolves what was never open, so none opens an incident.
      request: (n) => payloadRequest(tenants, n * 10 + 9),
    });
    const folder = { key: server.key, tenants };
    writeFileSync(join(dataDir, noteName), JSON.stringify(folder));
    return folder;
  } finally {
    await server.stop();
  }
}

function readNote(dataDir: string): ListsFolder | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, noteName), 'utf8'));
  } catch {
    return undefined;
  }
}

/** What senders notice of four calls that are made again and again, each as soon as it is answered. */
export async function measureBeside(
  dataDir: string,
  { key, tenants }: ListsFolder,
  seconds: number,
): Promise<object[]> {
  const server = await startServerProcess(dataDir, { key });
  const load = new SteadyLoadRunner({
    port: portOf(server),
    connections,
    perSecond,
    request: (n) => payloadRequest(tenants, n),
  });
  const api = apiOf(server);
  const list = '/incident/search/list';
  const calls = [
    `${list}?SearchTerm=q~`,
    `${list}?SearchTerm=checkout-12&Severities=Minor`,
    `${list}?SortBy=Title&Offset=2000&Limit=100`,
    '/inbound-integration-payload/search/list?SearchTerm=nowhere-at-all',
  ];
  const rows: object[] = [];
  try {
    await pause(1000);
    for (const [beside, paths] of [
      ['warming up', calls],
      ['(floor: nothing)', []],
      ...calls.map((path) => [path, [path]] as const),
      ['all four of them', calls],
    ] as const) {
      const before = processorSeconds(server.pid).all;
      const { result: made, window } = await load.during(() => repeat(api, paths, seconds));
      const { p50, p99Median, p99Worst, max, failed } = window;
      rows.push({
        beside,
        calls: made.join(', '),
        'webhook p50 ms': p50.toFixed(1),
        'p99 of a second': p99Median.toFixed(1),
        worst: p99Worst.toFixed(1),
        max: max.toFixed(0),
        failed,
        'CPU %': (((processorSeconds(server.pid).all - before) / seconds) * 100).toFixed(0),
      });
    }
  } finally {
    load.stop();
    await server.stop();
  }
  return rows.slice(1);
}

/** How often each was answered. */
function repeat(api: ApiClient, paths: readonly string[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const made = paths.map(async (path) => {
    let count = 0;
    for (; performance.now() < until; count++) {
      const { status, text } = await api.get(path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    }
    return count;
  });
  return Promise.all([...made, pause(seconds * 1000)]).then((all) =>
    all.filter((count) => count !== undefined),
  );
}

function apiOf({ url, key }: ServerProcess): ApiClient {
  return createApiClient(`${url}/api/public/v1`, { 'x-api-key': key });
}

function portOf({ url }: ServerProcess): number {
  return Number(new URL(url).port);
}
