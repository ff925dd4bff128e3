import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withAllEventsOfEach } from '../../src/incidents/earlier-events.ts';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { type DeliveryDocument, deliveryModel } from '../../src/notifications/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { createApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type OpenEvents, openEvents } from '../support/events.ts';
import { makeKey, makePerson } from '../support/keys.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { signIn } from '../support/sessions.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { ingestTokenOf, makeIntegration, map, plainMapping, sendTo } from '../support/webhook.ts';

const senders = 8;
/** Answered payloads after which the first, and then the second server is killed, and after which the load ends. */
const killsAt = [60, 140];
const answersWanted = 220;
const teamsCount = 3;
/** As many as one person gets as messages of their own within a minute. */
const alarmsPerTeam = 3;
const readers = ['one@example.com', 'two@example.com', 'three@example.com'];
const keyLimit = 30;

interface Answer {
  payloadId: string;
  incidentId: string | null;
  outcome: string;
}

/**
 * Two servers as an operator runs them, on one store that a third process keeps (or a MongoDB). Tools send to both, and
 * try the other one where one does not answer; each server is killed in the middle of it and started again.
 */
describe('two servers on one store, each killed under load', () => {
  let smtp: FakeSmtpServer;
  let keeper: TestApp;
  let env: Record<string, string>;
  const servers: ServerProcess[] = [];
  const answered: Answer[] = [];
  const teams: { id: string; integration: string }[] = [];
  let integration: string;
  let page: string;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    env = {
      TOCSIN_SMTP_URL: smtp.url,
      TOCSIN_LOG_LEVEL: 'info',
      TOCSIN_RATE_LIMITS: `webhook=off;public-api=${keyLimit}/300s`,
    };
    keeper = await startTestApp({
      clock: new Date().toISOString(),
      env: { TOCSIN_SMTP_URL: smtp.url },
    });
    await arrange();
    servers.push(...(await Promise.all([start(), start()])));
    await load();
    await settled();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await keeper?.stop();
    await smtp?.stop();
  });

  const start = () => startServerProcess(keeper.dataDir, { key: keeper.key, env });

  async function arrange(): Promise<void> {
    integration = await makeIntegration(keeper);
    await map(keeper, integration);
    for (let n = 0; n < teamsCount; n += 1) {
      const { id } = await staffTeam(keeper.api, `Team ${n}`, [{ people: [`Ada${n}`] }]);
      const settings = { displayName: 'Alarms', teamId: id, type: 'Webhook' };
      const own = await keeper.api.make('/inbound-integration', settings);
      await map(keeper, own, plainMapping);
      teams.push({ id, integration: own });
    }
    const serviceId = await keeper.api.make('/service', {
      displayName: 'Shop',
      publicTitle: 'Shop',
      integrations: [],
    });
    page = await keeper.api.make('/status-page', {
      displayName: 'Page',
      publicTitle: 'Acme status',
      slug: 'acme',
      historyInDays: 7,
      disablePublicSubscription: false,
      serviceIds: [serviceId],
    });
    for (const email of readers)
      await keeper.api.make('/status-page-subscriber', { statusPageId: page, email });
    await keeper.api.make('/incident', {
      title: 'Shop is slow',
      status: 'Open',
      severity: 'Critical',
      teamIds: [await keeper.api.make('/team', { displayName: 'Shop' })],
      serviceIds: [serviceId],
      publicComment: 'We are looking.',
    });
  }

  async function load(): Promise<void> {
    const restarts: Promise<void>[] = [];
    const sender = async (name: number) => {
      for (let n = 0; answered.length < answersWanted; n += 1) {
        const id = n % 3 === 0 ? `shared ${n % 4}` : `${name} ${n}`;
        await deliver(integration, { status: n % 5 === 4 ? 'Resolved' : 'Open', id, title: id }, n);
        const due = killsAt[restarts.length];
        if (due !== undefined && answered.length >= due) restarts.push(restart(restarts.length));
      }
    };
    const alarms = async () => {
      for (let n = 0; n < teamsCount * alarmsPerTeam; n += 1) {
        const { integration: own } = teams[n % teamsCount] ?? { integration };
        await deliver(own, { status: 'Open', id: `alarm ${n}`, title: `Alarm ${n}` }, n);
        const wanted = (answersWanted / (teamsCount * alarmsPerTeam)) * (n + 1);
        await vi.waitUntil(() => answered.length >= Math.min(wanted, answersWanted), 120_000);
      }
    };
    await Promise.all([alarms(), ...Array.from({ length: senders }, (_, name) => sender(name))]);
    expect(restarts).toHaveLength(killsAt.length);
    await Promise.all(restarts);
  }

  /** As a tool does it: again, and elsewhere, until it is answered. */
  async function deliver(to: string, alert: object, turn: number): Promise<void> {
    const token = await ingestTokenOf(keeper, to);
    for (let attempt = turn; ; attempt += 1) {
      const { url } = servers[attempt % servers.length] ?? { url: '' };
      const answer = await sendTo(`${url}/api/webhook/${token}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alert),
      }).catch(() => null);
      if (answer?.status !== 200) continue;
      answered.push(answer.body as object as Answer);
      return;
    }
  }

  async function restart(index: number): Promise<void> {
    await servers[index]?.kill();
    servers[index] = await start();
  }

  /** Until nothing is waiting, leases of the dead included. */
  async function settled(): Promise<void> {
    const { store } = keeper.app.world;
    const waiting = async () =>
      (await payloadModel(store).countDocuments({ pending: true })) +
      (await deliveryModel(store).countDocuments({ state: 'queued' })) +
      (await incidentModel(store).collection.countDocuments({
        'alerting.nextAt': { $lte: new Date() },
      }));
    const told = () => smtp.mails.filter(({ text }) => text?.includes('We are looking.')).length;
    await vi.waitUntil(async () => told() >= readers.length && (await waiting()) === 0, {
      timeout: 240_000,
      interval: 250,
    });
  }

  const incidentsOf = async (integrationIds: string[]): Promise<IncidentDocument[]> => {
    const found = await incidentModel(keeper.app.world.store)
      .find({ integrationId: { $in: integrationIds } })
      .lean<IncidentDocument[]>();
    return withAllEventsOfEach(keeper.app.world, found);
  };

  it('lose no payload that was answered, and apply each once', async () => {
    const incidents = await incidentsOf([integration, ...teams.map((team) => team.integration)]);
    const applied = new Map<string, number>();
    for (const { events } of incidents)
      for (const { by } of events)
        if (by?.kind === 'integration')
          applied.set(by.payloadId, (applied.get(by.payloadId) ?? 0) + 1);
    // The end of a problem that has ended already changes nothing.
    const repetitions = await payloadModel(keeper.app.world.store)
      .find({ outcome: 'Discarded', 'reason.code': 'endRepeated' })
      .select('_id')
      .lean();
    const repeated = new Set(repetitions.map(({ _id }) => String(_id)));
    const lost = answered.filter(
      ({ payloadId }) => !applied.has(payloadId) && !repeated.has(payloadId),
    );
    expect(lost).toEqual([]);
    expect([...applied].filter(([, times]) => times > 1)).toEqual([]);
    const stored = await payloadModel(keeper.app.world.store).find({}, { _id: 1 }).lean();
    const others = stored.map(({ _id }) => _id.toHexString()).filter((id) => !repeated.has(id));
    expect(new Set(applied.keys())).toEqual(new Set(others));
  });

  it('open no problem twice', async () => {
    const open = (await incidentsOf([integration])).filter(({ status }) => status === 'Open');
    expect(new Set(open.map((one) => one.correlationId)).size).toBe(open.length);
  });

  it('tell whoever is on call of each alarm, once', async () => {
    const alarms = await incidentsOf(teams.map((team) => team.integration));
    expect(alarms).toHaveLength(teamsCount * alarmsPerTeam);
    const messages = await deliveryModel(keeper.app.world.store)
      .find({ incidentId: { $in: alarms.map(({ _id }) => _id) }, lane: 'Email', isAlert: true })
      .lean<DeliveryDocument[]>();
    expect(messages.map(({ incidentId }) => incidentId).toSorted()).toEqual(
      alarms.map(({ _id }) => _id).toSorted(),
    );
    expect(messages.map(({ state }) => state)).not.toContain('dropped');
    for (const { _id } of messages) expect(copiesOf(_id), `the mail of ${_id}`).toBeGreaterThan(0);
    // What was being sent when a process died is sent again, under the same Message-ID.
    const mails = smtp.mails.map(({ messageId }) => messageId ?? '');
    expect(mails.length - new Set(mails).size).toBeLessThanOrEqual(killsAt.length);
  });

  const copiesOf = (key: string) =>
    smtp.mails.filter(({ messageId }) => messageId?.includes(key)).length;

  it('tell each reader of a status page once', async () => {
    const told = smtp.mails.filter(({ text }) => text?.includes('We are looking.'));
    const different = new Map(told.map((mail) => [mail.messageId, mail.to_.join()]));
    expect([...different.values()].toSorted()).toEqual(readers.toSorted());
    const news = await keeper.app.world.store.connection
      .collection('status_page_news')
      .countDocuments({ statusPageId: page });
    expect(news).toBe(1);
  });

  it('count the requests of a key together', async () => {
    const key = await makeKey(keeper);
    const apis = servers.map(({ url }) =>
      createApiClient(`${url}/api/public/v1`, { 'x-api-key': key }),
    );
    const statuses: number[] = [];
    for (let n = 0; n < keyLimit + 4; n += 1)
      statuses.push((await apis[n % 2]?.get('/auth/me'))?.status ?? 0);
    expect(statuses.filter((status) => status === 200)).toHaveLength(keyLimit);
    expect(statuses.slice(keyLimit)).toEqual([429, 429, 429, 429]);
  });

  it('show at one what happens at the other', async () => {
    const team = teams[0] ?? { id: '', integration };
    const { id: userId } = await makePerson(keeper, { teams: { [team.id]: 'Member' } });
    const { cookie } = await signIn(keeper, { userId });
    const pages: OpenEvents[] = [];
    for (const { url } of servers) pages.push(await openEvents(url, cookie));
    const token = await ingestTokenOf(keeper, team.integration);
    for (const { url } of servers) {
      const answer = await sendTo(`${url}/api/webhook/${token}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'Open', id: url, title: url }),
      });
      for (const events of pages)
        await events.next(({ data }) => data.id === answer.body.incidentId);
    }
    for (const events of pages) events.close();
  });

  it('end without a word of complaint', async () => {
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
    const complaints = servers.flatMap(({ lines }) =>
      lines.filter((line) => /"level":"?(error|50|60)/.test(line)),
    );
    expect(complaints).toEqual([]);
  });
});
