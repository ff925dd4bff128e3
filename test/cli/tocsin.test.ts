import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, EJSON } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app.ts';
import type { App } from '../../src/app-options.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/kernel/index.ts';
import { openStore } from '../../src/store/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { sendTo, webhookPathOf } from '../support/webhook.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tocsin-cli-'));
const dataDir = join(folder, 'data');
let app: App;
beforeAll(async () => {
  app = await start(dataDir);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

it('ends without a word when nobody reads its output any more', async () => {
  const child = spawn(process.execPath, [join(root, 'src/cli/tocsin.ts'), '--help']);
  child.stdout.destroy();
  const said: Buffer[] = [];
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
  const [code] = await once(child, 'close');
  expect(Buffer.concat(said).toString()).toBe('');
  expect(code).toBe(141);
});

describe('tocsin backup', () => {
  it('copies the data of a running server into a file that another server starts from', async () => {
    const key = app.firstStart.generatedKey ?? '';
    const file = join(folder, 'copy.db');
    expect(await tocsin(['backup', file])).toMatchObject({ code: 0 });

    const restored = join(folder, 'restored');
    mkdirSync(restored, { mode: 0o700 });
    copyFileSync(file, join(restored, 'data.db'));
    copyFileSync(join(dataDir, 'secret.key'), join(restored, 'secret.key'));
    const other = await start(restored);
    const answer = await fetch(`${other.url}/api/public/v1/auth/me`, {
      headers: { 'x-api-key': key },
    });
    await other.stop();
    expect(answer.status).toBe(200);
  });

  it('does not overwrite a file', async () => {
    const { code, stderr } = await tocsin(['backup', join(dataDir, 'secret.key')]);
    expect(code).toBe(1);
    expect(stderr).toContain('exists already');
  });

  it('makes no database where there is none', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, stderr } = await tocsin(['backup', join(folder, 'x.db')], {
      TOCSIN_DATA_DIR: nowhere,
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no database in ${nowhere}`);
  });

  it('sends those who use MongoDB to its own tool', async () => {
    const { code, stderr } = await tocsin(['backup', 'x.db'], {
      MONGODB_URI: 'mongodb://localhost/tocsin',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('mongodump');
  });
});

describe('tocsin import', () => {
  const save = (product: string) =>
    tocsin(
      ['import', product, '--api', '--url', 'http://127.0.0.1:9', '--save', join(folder, 'x.json')],
      { TOCSIN_IMPORT_KEY: 'a-key-that-is-invented' },
    );

  it('names the products that it knows', async () => {
    const { code, stderr } = await save('nagios');
    expect([code, stderr]).toEqual([2, expect.stringContaining('opsgenie, jsm, pagerduty')]);
  });

  it('does not wait for an address that nobody answers', async () => {
    const { code, stderr } = await save('opsgenie');
    expect([code, stderr]).toEqual([1, expect.stringContaining('127.0.0.1:9 cannot be reached')]);
  });
});

/**
 * What `mongorestore --uri URI SOURCE` restores: with a database in the URI the files of SOURCE itself into that one,
 * and folders in it are skipped; without, each folder of SOURCE into the database of its name.
 */
function restored(uri: string, source: string): string[] {
  const database = /^mongodb:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
  const folders = database
    ? [[database, source] as const]
    : readdirSync(source).map((name) => [name, join(source, name)] as const);
  return folders.flatMap(([name, path]) =>
    readdirSync(path)
      .filter((file) => file.endsWith('.bson'))
      .map((file) => `${name}.${file.slice(0, -'.bson'.length)}`),
  );
}

it.each([
  ['without a URI', undefined, [], 'tocsin', 'mongodb://db/tocsin'],
  ['with a URI', 'mongodb://a,b/alerts?replicaSet=rs0', [], 'alerts', undefined],
  ['with a name', undefined, ['--database', 'ops'], 'ops', 'mongodb://db/ops'],
  ['with a URI without a database', 'mongodb://db:27017', [], 'test', undefined],
])(
  'tocsin dump %s prints the mongorestore that restores everything',
  async (_, uri, options, database, later) => {
    const target = join(folder, `dump-${database}`);
    const { code, stdout } = await tocsin(
      ['dump', target, ...options],
      uri === undefined ? {} : { MONGODB_URI: uri },
    );
    expect(code).toBe(0);
    const source = /mongorestore --uri "\$MONGODB_URI" (\S+)/.exec(stdout)?.[1] ?? '';
    const { connection } = app.world.store;
    const collections = (await connection.listCollections()).map(
      ({ name }) => `${database}.${name}`,
    );
    expect(restored(uri ?? later ?? '', source).toSorted()).toEqual(collections.toSorted());
    expect(stdout).toMatch(/^[1-9]\d* documents to restore\.$/m);
  },
);

it('tocsin dump holds all that another server needs: documents, and indexes as they were', async () => {
  const key = app.firstStart.generatedKey ?? '';
  const api = (of: App) => createApiClient(`${of.url}/api/public/v1`, { 'x-api-key': key });
  const teamId = await api(app).make('/team', { displayName: 'Moved' });
  const integration = { displayName: 'Moved', teamId, type: 'Webhook' };
  const id = await api(app).make('/inbound-integration', integration);
  const hook = await webhookPathOf(api(app), id);
  const alert = (of: App, title: string) =>
    sendTo(`${of.url}${hook}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, status: 'Open', severity: 'Minor', correlationId: title }),
    });
  const first = await alert(app, 'Disk');
  for (let n = 0; n < 10; n += 1) await alert(app, `Disk ${n}`);
  const target = join(folder, 'dump-moved');
  expect((await tocsin(['dump', target])).code).toBe(0);

  const moved = join(folder, 'moved');
  mkdirSync(moved, { mode: 0o700 });
  const counts = await restore(join(target, 'tocsin'), moved);
  const { connection } = app.world.store;
  for (const { name } of await connection.listCollections())
    expect(counts.get(name)).toBe((await connection.collection(name).indexes()).length);
  copyFileSync(join(dataDir, 'secret.key'), join(moved, 'secret.key'));
  const other = await start(moved);
  const list = async (of: App) => {
    const { body } = await api(of).get('/incident/search/list?Limit=100');
    const incidents = body.incidents as { id: string; title: string; createdAt: string }[];
    return incidents.map(({ id, title, createdAt }) => `${id} ${title} ${createdAt}`).toSorted();
  };
  const [expected, answered] = [await list(app), await list(other)];
  const again = await alert(other, 'Disk');
  await other.stop();
  expect(answered).toEqual(expected);
  expect(answered).toHaveLength(11);
  expect(again.body).toMatchObject({ outcome: 'Updated', incidentId: first.body.incidentId });
});

/**
 * As mongorestore does it: the collection, its documents, then its indexes. Gives how many of those each collection
 * has.
 */
async function restore(dump: string, into: string): Promise<Map<string, number>> {
  const store = await openStore({
    mongodbUri: undefined,
    dataDir: into,
    log: createLog('silent'),
    models: [],
    changes: [],
    mayBeEmpty: true,
  });
  const indexesOf = new Map<string, number>();
  for (const file of readdirSync(dump).filter((name) => name.endsWith('.metadata.json'))) {
    const text = readFileSync(join(dump, file), 'utf8');
    const { collectionName, indexes } = EJSON.parse(text, { relaxed: false });
    const collection = await store.connection.createCollection(collectionName);
    const bytes = readFileSync(join(dump, file.replace('.metadata.json', '.bson')));
    for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
      await collection.insertOne(
        deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteValues: false }),
      );
    await store.connection.db?.command({ createIndexes: collectionName, indexes });
    indexesOf.set(collectionName, (await collection.indexes()).length);
  }
  await store.close();
  return indexesOf;
}

it('tocsin dump refuses a name that contradicts MONGODB_URI', async () => {
  const { code, stderr } = await tocsin(['dump', join(folder, 'no'), '--database', 'ops'], {
    MONGODB_URI: 'mongodb://db/alerts',
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('names the database alerts')]);
});

it('tocsin map evaluates a template against a sample body', async () => {
  const sample = join(folder, 'firing.json');
  const labels = { alertname: 'DiskAlmostFull', severity: 'critical' };
  writeFileSync(
    sample,
    JSON.stringify({
      version: '4',
      status: 'firing',
      groupKey: '{}:{alertname="DiskAlmostFull"}',
      commonLabels: labels,
      alerts: [{ status: 'firing', labels, annotations: {} }],
    }),
  );
  const { code, stdout } = await tocsin([
    'map',
    join(root, 'templates/PrometheusAlertmanager/type.yaml'),
    sample,
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'Open', severity: 'Critical' });
});

it('tocsin terraform install puts an executable provider into the mirror', async () => {
  const mirror = join(folder, 'mirror');
  const { code, stdout } = await tocsin(['terraform', 'install', '--directory', mirror]);
  expect(code).toBe(0);
  expect(stdout).toContain('source = "tocsin/tocsin"');
  expect(readdirSync(mirror, { recursive: true }).join()).toContain('terraform-provider-tocsin_v');
});

it('an unknown command is a wrong call, and says what there is', async () => {
  const { code, stderr } = await tocsin(['bakcup']);
  expect(code).toBe(2);
  expect(stderr).toContain('backup');
});

function start(dir: string): Promise<App> {
  const config = readConfig({ PORT: '0', TOCSIN_DATA_DIR: dir });
  return startApp({ config, log: createLog('silent'), timers: false });
}

function tocsin(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'src/cli/tocsin.ts'), ...args],
      { env: { ...childEnvironment, HOME: process.env.HOME, TOCSIN_DATA_DIR: dataDir, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
