import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadModel } from '../../src/ingest/index.ts';
import { monitorResults, monitorStateModel } from '../../src/monitors/index.ts';
import { words } from '../../src/sentences/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import {
  httpSettings,
  incidentsOf,
  makeMonitor,
  ok,
  pass,
  startWatched,
  status,
  type Watched,
} from './network.ts';

const env = { TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.1, ::1' };
let watched: Watched;
beforeAll(async () => {
  watched = await startWatched();
});
afterAll(() => watched?.stop());

describe('two processes on one store', () => {
  let dataDir: string;
  let one: ServerProcess | undefined;
  let other: TestApp | undefined;
  let now: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    one = await startServerProcess(dataDir, { env });
    now = Date.now();
    other = await startTestApp({
      besides: { dataDir, key: one.key } as TestApp,
      env,
      clock: new Date(now).toISOString(),
    });
  });
  afterAll(async () => {
    await other?.app.stop();
    await one?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('make each check once between them, whoever is first', async () => {
    const t = other as TestApp;
    const count = 60;
    watched.seen.length = 0;
    const teamId = await t.api.make('/team', { displayName: 'Team' });
    const ids = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        t.api.make('/inbound-integration', {
          displayName: `Monitor ${n}`,
          teamId,
          type: 'HttpMonitoring',
          ...httpSettings(`${watched.url}${n}`, { intervalInSeconds: 86_400 }),
        }),
      ),
    );
    // The other process looks by itself; this one joins in until all are checked.
    t.clock.set(new Date());
    await expect
      .poll(async () => {
        t.clock.set(new Date());
        await t.app.jobs.runAll();
        return monitorResults.model(t.app.world.store).countDocuments({ ownerId: { $in: ids } });
      })
      .toBe(count);
    const asked = watched.seen.map(({ path }) => path).toSorted();
    expect(asked).toEqual(Array.from({ length: count }, (_, n) => `/${n}`).toSorted());
  });
});

describe('a process that dies', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp({ env });
  });
  afterAll(() => t?.stop());

  const states = () => monitorStateModel(t.app.world.store);

  it('in the middle of a check: the check is made when its claim is over', async () => {
    const id = await makeMonitor(t, 'HttpMonitoring', httpSettings(watched.url));
    await t.app.jobs.runAll();
    watched.answer(status(500));
    // As the claim of a process on another machine left it.
    const until = new Date(t.clock.now().getTime() + 16_000);
    await states().updateOne({ _id: id }, { $set: { claim: 'dead/1', nextAt: until } });
    await pass(t, 15);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 1);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open' }]);
    watched.answer(ok);
  });

  it.each([
    ['before its news were sent: they are sent', false],
    ['after its news were sent: they are not sent again', true],
  ])('%s', async (_, wasSent) => {
    const id = await makeMonitor(t, 'HttpMonitoring', httpSettings(watched.url));
    await t.app.jobs.runAll();
    watched.answer(status(500));
    await pass(t, 60);
    watched.answer(ok);
    const payloads = () => payloadModel(t.app.world.store).find({ integrationId: id }).lean();
    const [sent] = await payloads();
    const body = JSON.parse(Buffer.from(sent?.body.buffer ?? []).toString()) as { reason: string };
    const announcement = {
      id: wasSent ? sent?.headers['tocsin-announcement'] : 'another',
      level: 'Down',
      severity: 'Critical',
      reason: words(wasSent ? body.reason : 'Found by the dead.'),
      at: new Date(t.clock.now().getTime()),
    };
    await states().updateOne(
      { _id: id },
      { $set: { announcement, claim: 'dead/1', nextAt: t.clock.now(), thenAt: until(t, 30) } },
    );
    await t.app.jobs.runAll();
    expect(await payloads()).toHaveLength(wasSent ? 1 : 2);
    const state = await states().findById(id).lean();
    expect(state?.announcement).toBeUndefined();
    expect(state?.nextAt).toEqual(until(t, 30));
  });
});

const until = (t: TestApp, seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000);

describe('a server that was killed and starts again', () => {
  it('misses no alarm and repeats none, and forgives heartbeats that nobody could hear', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    const killed = await startServerProcess(dataDir, { env });
    const { key } = killed;
    const api = createApiClient(`${killed.url}/api/public/v1`, { 'x-api-key': key });
    const teamId = await api.make('/team', { displayName: 'Team' });
    const down = await api.make('/inbound-integration', {
      displayName: 'Down',
      teamId,
      type: 'HttpMonitoring',
      ...httpSettings(`${watched.url}down`, { overrideAcceptedStatusCodes: [404] }),
    });
    const heartbeat = await api.make('/inbound-integration', {
      displayName: 'Heartbeat',
      teamId,
      type: 'HeartbeatMonitor',
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 30, gracePeriodInSec: 0, severity: 'Critical' },
      },
    });
    const opened = async () =>
      ((await api.get(`/incident/search/list?IntegrationIds=${down}`)).body.incidents as object[])
        .length;
    await expect.poll(opened).toBe(1);
    await expect
      .poll(async () => (await api.get(`/inbound-integration/${heartbeat}/heartbeat-result`)).text)
      .toContain('nextHeartbeatExpectedAt":"');
    await killed.kill();

    const t = await startTestApp({ besides: { dataDir, key } as TestApp, env });
    t.clock.set(new Date(Date.now() + 600_000));
    await t.app.jobs.runAll();
    expect(await incidentsOf(t, down), 'still down, told once').toMatchObject([
      { status: 'Open', events: 1 },
    ]);
    expect(await incidentsOf(t, heartbeat)).toEqual([]);
    await pass(t, 30);
    expect(await incidentsOf(t, heartbeat), 'silent for an interval after the start').toMatchObject(
      [{ status: 'Open' }],
    );
    await t.app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
