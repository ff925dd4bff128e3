import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectId } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appliedPayloads,
  type IncidentDocument,
  incidentModel,
} from '../../src/incidents/index.ts';
import { type PayloadDocument, payloadModel } from '../../src/ingest/index.ts';
import { watermarkModel } from '../../src/ingest/model.ts';
import { processModel } from '../../src/processes/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import {
  alert,
  makeIntegration,
  map,
  plainMapping,
  sendTo,
  webhookPathOf,
} from '../support/webhook.ts';

/** Payload ids that have no event in the incident they name. */
async function unapplied(t: TestApp, payloads: readonly PayloadDocument[]): Promise<string[]> {
  const idOf = ({ _id }: PayloadDocument) => _id.toHexString();
  const incidentIds = payloads.flatMap(({ incidentId }) => incidentId ?? []);
  const applied = await appliedPayloads(t.app.world, incidentIds, payloads.map(idOf));
  return (
    payloads
      // The end of a problem that has ended already is stored, and changes nothing.
      .filter(({ reason }) => reason.code !== 'endRepeated')
      .filter((payload) => !applied.get(payload.incidentId ?? '')?.has(idOf(payload)))
      .map(idOf)
  );
}

/** How often a payload changed the incident. */
function appliedEvents(incident: Pick<IncidentDocument, 'events'> | null): number {
  return incident?.events.filter(({ by }) => by?.kind === 'integration').length ?? 0;
}

describe('kill -9 under load, again and again', () => {
  const rounds = 3;
  let dataDir: string;
  let server: ServerProcess | undefined;
  let t: TestApp | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  });
  afterAll(async () => {
    await server?.kill();
    await t?.app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('every payload that was answered is there and applied, and nothing waits afterwards', async () => {
    const answered: { payloadId: string; incidentId: string; outcome: string }[] = [];
    let integrationId = '';
    let hook = '';
    server = await startServerProcess(dataDir);
    const { key } = server;
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) server = await startServerProcess(dataDir, { key });
      if (!integrationId) integrationId = await arrange(server);
      const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': key });
      hook ||= await webhookPathOf(api, integrationId);
      await loadUntil(server, hook, round, 120 + 40 * round, answered);
    }
    expect(answered.length).toBeGreaterThanOrEqual(rounds * 120);

    const own = await startTestApp({ besides: { dataDir, key } as TestApp });
    t = own;
    const { store } = own.app.world;
    const ofIntegration = () =>
      payloadModel(store).find({ integrationId }).sort({ _id: 1 }).lean<PayloadDocument[]>();
    // On a shared MongoDB the dead are believed for some seconds: their machine may be another one.
    await expect
      .poll(async () => {
        await own.app.jobs.runAll();
        return unapplied(own, await ofIntegration());
      })
      .toEqual([]);
    const stored = await ofIntegration();
    const ids = new Map(stored.map((payload) => [payload._id.toHexString(), payload]));
    for (const { payloadId, incidentId } of answered)
      expect(ids.get(payloadId), payloadId).toMatchObject({ incidentId });
    expect(stored.filter((payload) => payload.pending)).toEqual([]);
    const open = await incidentModel(store).find({ integrationId, status: 'Open' }).lean();
    const problems = open.map(({ correlationId }) => correlationId);
    expect(new Set(problems).size, 'one open incident per problem').toBe(problems.length);
    if (!process.env.TOCSIN_TEST_MONGODB_URI)
      for (const model of [watermarkModel(store), processModel(store)])
        expect(await model.countDocuments(), 'the dead are forgotten').toBe(1);
  });

  async function arrange({ url, key }: ServerProcess): Promise<string> {
    const api = createApiClient(`${url}/api/public/v1`, { 'x-api-key': key });
    const teamId = await api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' });
    const id = await api.make('/inbound-integration', {
      displayName: 'Alarms',
      teamId,
      type: 'Webhook',
    });
    await api.post(`/inbound-integration/${id}/mapping`, {
      attributesMapping: { attributes: plainMapping },
    });
    return id;
  }

  /** 16 senders at once, unique and repeated problems mixed, until so many are answered; then the power goes. */
  async function loadUntil(
    { url, kill }: ServerProcess,
    hook: string,
    round: number,
    count: number,
    answered: { payloadId: string; incidentId: string; outcome: string }[],
  ): Promise<void> {
    let left = count;
    let dead: Promise<void> | undefined;
    const sender = async (name: number) => {
      for (let n = 0; left > 0; n += 1) {
        const id = n % 3 === 0 ? `shared-${n % 4}` : `${round}-${name}-${n}`;
        const status = n % 5 === 4 ? 'Resolved' : 'Open';
        const body = JSON.stringify({ status, id, title: id });
        const answer = await sendTo(`${url}${hook}`, {
          headers: { 'content-type': 'application/json' },
          body,
        }).catch(() => null);
        if (answer === null) return;
        expect(answer.status).toBe(200);
        answered.push(answer.body as never);
        left -= 1;
        if (left === 0) dead = kill();
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, name) => sender(name)));
    await dead;
  }
});

describe('a crash between the payload and its incident', () => {
  let t: TestApp;

  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t?.stop());

  const deadMark = 'deadbeef00';
  const seconds = Math.floor(Date.now() / 1000);

  /** An id as the dead process made them. */
  function deadId(n: number): ObjectId {
    const time = seconds.toString(16).padStart(8, '0');
    return new ObjectId(`${time}${deadMark}${n.toString(16).padStart(6, '0')}`);
  }

  async function leaveBehind(
    integrationId: string,
    n: number,
    body: Record<string, unknown>,
    over: Partial<PayloadDocument> = {},
  ): Promise<ObjectId> {
    const template = await alert(t, integrationId, { id: `template ${n}` });
    const { collection } = payloadModel(t.app.world.store);
    const document = await collection.findOne({
      _id: new ObjectId(String(template.body.payloadId)),
    });
    const _id = deadId(n);
    await collection.insertOne({
      ...document,
      _id,
      body: Buffer.from(JSON.stringify(body)),
      outcome: 'Opened',
      incidentId: '00000000-0000-7000-8000-000000000000',
      ...over,
    } as never);
    return _id;
  }

  /** A process that died after `appliedThrough`, on another machine and a while ago. */
  async function died(appliedThrough: ObjectId, aliveAt = new Date(Date.now() - 120_000)) {
    const { store } = t.app.world;
    await processModel(store).create({ _id: deadMark, aliveAt, host: 'elsewhere', pid: 1 });
    await watermarkModel(store).create({ _id: deadMark, appliedThrough });
  }

  const payload = (id: ObjectId) => payloadModel(t.app.world.store).findById(id).lean();
  const open = { status: 'Open', title: 'Left behind', id: 'left behind' };

  it('is made good for what was stored behind the watermark, once', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const left = await leaveBehind(id, 1, open);
    await died(deadId(0));
    await t.app.jobs.runAll();
    const document = await payload(left);
    expect(document).toMatchObject({ outcome: 'Opened' });
    expect(document?.pending).toBeUndefined();
    const incident = await incidentModel(t.app.world.store).findById(document?.incidentId).lean();
    expect(incident).toMatchObject({ title: 'Left behind', status: 'Open' });
    expect(appliedEvents(incident)).toBe(1);
    expect(await watermarkModel(t.app.world.store).exists({ _id: deadMark })).toBeNull();
    await died(deadId(0));
    await t.app.jobs.runAll();
    const again = await incidentModel(t.app.world.store).findById(document?.incidentId).lean();
    expect(appliedEvents(again), 'a second look changes nothing').toBe(1);
  });

  it('waits while the process may be alive', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const left = await leaveBehind(id, 11, { ...open, id: 'alive' });
    await died(deadId(10), new Date());
    await t.app.jobs.runAll();
    expect((await payload(left))?.incidentId).toBe('00000000-0000-7000-8000-000000000000');
    await processModel(t.app.world.store).updateOne({ _id: deadMark }, { aliveAt: new Date(0) });
    await t.app.jobs.runAll();
    expect((await payload(left))?.incidentId).not.toBe('00000000-0000-7000-8000-000000000000');
  });

  it('of a payload of two alerts only the missing one is applied', async () => {
    const id = await makeIntegration(t, { type: 'PrometheusAlertmanager', splitAlerts: true });
    const firing = (fingerprint: string, status: string) => ({
      status,
      fingerprint,
      labels: { alertname: fingerprint },
      annotations: { summary: fingerprint },
    });
    const left = await leaveBehind(id, 21, {
      version: '4',
      status: 'firing',
      groupKey: 'g',
      alerts: [firing('done', 'resolved'), firing('missing', 'firing')],
    });
    // The first alert made an incident that is resolved; the second got no further.
    const { collection } = incidentModel(t.app.world.store);
    const any = await collection.findOne({ integrationId: id });
    const done = '00000000-0000-7000-8000-00000000d04e';
    await collection.insertOne({
      ...any,
      _id: done,
      correlationId: 'done',
      status: 'Resolved',
      openKeys: ['only here'],
      events: [
        {
          id: 'e',
          at: new Date(),
          intent: 'Created',
          status: 'Resolved',
          severity: 'Critical',
          by: { kind: 'integration', payloadId: left.toHexString() },
        },
      ],
    } as never);
    await payloadModel(t.app.world.store).updateOne(
      { _id: left },
      { incidentIds: [done, '00000000-0000-7000-8000-000000000000'], incidentId: done },
    );
    await died(deadId(20));
    await t.app.jobs.runAll();
    const of = (correlationId: string) =>
      incidentModel(t.app.world.store).find({ integrationId: id, correlationId }).lean();
    expect(await of('done'), 'not applied a second time').toHaveLength(1);
    expect(await of('missing')).toMatchObject([{ status: 'Open' }]);
    const document = await payload(left);
    expect(document?.incidentIds?.[0]).toBe(done);
    expect(document?.pending).toBeUndefined();
  });

  it('a payload whose integration is gone goes with it, and holds up no other', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const left = await leaveBehind(id, 31, open, { pending: true });
    const other = await makeIntegration(t);
    await map(t, other);
    const kept = await leaveBehind(other, 32, open, { pending: true });
    expect((await t.api.delete(`/inbound-integration/${id}`)).status).toBe(200);
    await t.app.jobs.runAll();
    expect(await payload(left)).toBeNull();
    expect(await payload(kept)).toMatchObject({ outcome: 'Opened' });
  });

  it("one that could not be applied in forty attempts is given up, and in nobody's way", async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const hopeless = await leaveBehind(id, 41, open, { pending: true, attempts: 40 });
    const fine = await leaveBehind(
      id,
      42,
      { ...open, id: 'fine' },
      { pending: true, attempts: 39 },
    );
    await t.app.jobs.runAll();
    expect(await payload(hopeless)).toMatchObject({ outcome: 'Failed' });
    expect(await payload(fine)).toMatchObject({ outcome: 'Opened' });
  });

  // Who shares a MongoDB leaves it to the next turn of the job.
  it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)(
    'is made good at the next start, before anything new is taken',
    async () => {
      const own = await startTestApp();
      const id = await makeIntegration(own);
      await map(own, id);
      await alert(own, id, { id: 'before' });
      const { collection } = payloadModel(own.app.world.store);
      const [stored] = await collection.find({ integrationId: id }).toArray();
      await collection.insertOne({
        ...stored,
        _id: deadId(61),
        body: Buffer.from(JSON.stringify(open)),
        pending: true,
      } as never);
      await own.app.stop();
      const again = await startTestApp({ besides: own });
      const found = await incidentModel(again.app.world.store)
        .find({ integrationId: id, correlationId: open.id })
        .lean();
      expect(found).toMatchObject([{ status: 'Open', title: 'Left behind' }]);
      await again.stop();
      await rm(own.dataDir, { recursive: true, force: true });
    },
  );

  it('pending payloads are applied in the order they came', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    await leaveBehind(id, 53, { ...open, id: 'p', host: 'third' }, { pending: true });
    await leaveBehind(id, 51, { ...open, id: 'p', host: 'first' }, { pending: true });
    await leaveBehind(id, 52, { ...open, id: 'p', status: 'Resolved' }, { pending: true });
    await t.app.jobs.runAll();
    const incidents = await incidentModel(t.app.world.store)
      .find({ integrationId: id, correlationId: 'p' })
      .sort({ _id: 1 })
      .lean();
    expect(incidents.map(({ status }) => status)).toEqual(['Resolved', 'Open']);
    expect(incidents[1]?.attributes).toContainEqual(expect.objectContaining({ value: 'third' }));
  });
});
