import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Document, MongoClient } from 'mongodb';
import { urgenciesOf } from '../../src/incidents/listing.ts';
import { startEmbedded } from '../../src/store/embedded/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { runLoad } from './intake-load.ts';
import { bytesOf } from './process-figures.ts';
import { payloadRequest, type Tenants } from './scale-payloads.ts';
import { SteadyLoadRunner, type Window } from './steady-load.ts';

export interface Operations {
  folder: string;
  tenants: Tenants;
  perSecond: number;
  connections: number;
  /** Number of the first payload that was not sent yet. */
  nextPayload: number;
}

const command = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
const open = urgenciesOf({ statuses: ['Open'] });
/** What has not ended by then is left to itself. */
const patienceMilliseconds = 300_000;

/** What operators and users do to a server that takes payloads all the time, and what senders notice of it. */
export async function measureOperations(
  server: ServerProcess,
  api: ApiClient,
  { folder, tenants, perSecond, connections, nextPayload }: Operations,
): Promise<object[]> {
  const { teams, integrations } = tenants;
  const elsewhere = mkdtempSync(join(dirname(folder), 'tocsin-copies-'));
  const store = await openStoreBeside(folder);
  const load = new SteadyLoadRunner({
    port: Number(new URL(server.url).port),
    connections,
    perSecond,
    request: (n) => payloadRequest(tenants, nextPayload + n),
  });
  const rows: object[] = [];
  const list = '/incident/search/list';
  const search = () => api.get(`${list}?SearchTerm=nowhere-at-all`);
  // Their payloads answer 404 once they are gone, so those of the deletions come last.
  const [small = '', large = ''] = [integrations.at(-1), integrations[0]];
  const team = teams[1] ?? '';
  const operations: Record<string, () => Promise<unknown>> = {
    '(floor: nothing else)': () => pause(5000),
    'a search without hits': search,
    '4 searches at once': () => Promise.all([search(), search(), search(), search()]),
    'a console polling 3 lists, 5 s': async () => {
      const until = performance.now() + 5000;
      while (performance.now() < until) {
        await Promise.all([
          api.get(list),
          api.get(`${list}?Statuses=Open`),
          api.get('/incident/search/changes?Limit=20'),
        ]);
        await pause(250);
      }
    },
    'audit export': () => api.get('/auditlog/export?Format=ndjson'),
    'tocsin backup': () => run(['backup', join(elsewhere, 'copy.db')], folder),
    'after it, 10 s': () => pause(10_000),
    'tocsin dump': () => run(['dump', join(elsewhere, 'dump')], folder),
    'after it, 10 s ': () => pause(10_000),
    'delete an organization without anything': async () => {
      const id = await api.make('/organizations', { displayName: 'Empty' });
      await expectDeleted(api, `/organizations/${id}`);
      await until(() => store.isEmpty('organizations', { _id: id }));
    },
    'delete an integration (2 %), until nothing is left': async () => {
      await expectDeleted(api, `/inbound-integration/${small}`);
      await until(() => store.isGone([small]));
    },
    'delete an integration (37 %), until nothing is left': async () => {
      await expectDeleted(api, `/inbound-integration/${large}`);
      await until(() => store.isGone([large]));
    },
    'delete a team, until nothing is left': async () => {
      const of = integrations.filter((_, n) => teams[n % teams.length] === team);
      await expectDeleted(api, `/team/${team}`);
      await until(() => store.isGone(of));
    },
    'space given back, 20 s': () => pause(20_000),
  };
  try {
    for (const [action, work] of Object.entries(operations)) {
      const startedAt = performance.now();
      const { window } = await load.during(work);
      rows.push({
        action,
        's taken': ((performance.now() - startedAt) / 1000).toFixed(1),
        ...figuresOf(window),
        'data.db MB': (bytesOf(folder, 'data.db') / 1e6).toFixed(0),
      });
    }
  } finally {
    load.stop();
    await store.close();
    rmSync(elsewhere, { recursive: true, force: true });
  }
  return rows;
}

/** Stops and starts, with and without notice. */
export async function measureRestarts(
  server: ServerProcess,
  restart: () => Promise<ServerProcess>,
  { folder, tenants, connections, nextPayload }: Operations,
): Promise<object[]> {
  const rows: object[] = [];
  const time = async (action: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    rows.push({
      action,
      's taken': ((performance.now() - startedAt) / 1000).toFixed(2),
      'data.db MB': (bytesOf(folder, 'data.db') / 1e6).toFixed(0),
    });
  };
  let current = server;
  const start = async () => {
    current = await restart();
  };
  await time('stop, idle', () => current.stop());
  await time('start after a clean stop', start);
  // Some that are in the log only.
  await runLoad({
    port: Number(new URL(current.url).port),
    connections,
    requests: 5000,
    request: (n) => payloadRequest(tenants, nextPayload + 10_000_000 + n),
  });
  await current.kill();
  await time('start after kill -9 under load', start);
  return rows;
}

function figuresOf({ answered, failed, p50, max, p99Median, p99Worst }: Window): object {
  return {
    answered,
    refused: failed,
    'p50 ms': p50.toFixed(1),
    'p99 of a second: median': p99Median.toFixed(0),
    worst: p99Worst.toFixed(0),
    'max ms': max.toFixed(0),
  };
}

async function expectDeleted(api: ApiClient, path: string): Promise<void> {
  const { status, text } = await api.delete(path);
  if (status !== 200) throw new Error(`DELETE ${path}: ${status} ${text}`);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end) {
    if (await isTrue()) return;
    await pause(500);
  }
}

/** The same database, beside the server: what the API shows no more can be counted there. */
async function openStoreBeside(folder: string) {
  const embedded = await startEmbedded({ dir: folder });
  const client = await new MongoClient(embedded.uri).connect();
  const isEmpty = async (collection: string, filter: object, hint?: Document) =>
    (await client
      .db('test')
      .collection(collection)
      .findOne(filter, hint ? { hint } : {})) === null;
  return {
    isEmpty,
    /** No payload and no open incident of these integrations. */
    async isGone(integrations: readonly string[]): Promise<boolean> {
      for (const integrationId of integrations)
        if (
          !(await isEmpty('payloads', { integrationId })) ||
          // By the index of open ones: this bench is not to hold up senders itself.
          !(await isEmpty('incidents', { integrationId, urgency: { $in: open } }, { urgency: 1 }))
        )
          return false;
      return true;
    },
    close: () => client.close(),
  };
}

async function run(words: string[], folder: string): Promise<void> {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...childEnvironment, TOCSIN_DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tocsin ${words.join(' ')} ended with ${code}.`);
}
