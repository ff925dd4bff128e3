import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { incidentModel, portionMax } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import type { JointWrite } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeIntegration } from '../support/incidents.ts';

/** More than are applied without a break, and no multiple of it. */
const many = 2 * portionMax + 17;
/** Two payloads of them use it up. */
const budget = many + 10;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    env: { TOCSIN_RATE_LIMITS: `public-api=off;webhook=off;alerts=${budget}/20s` },
  });
});
afterAll(() => server?.stop());
afterEach(() => {
  vi.restoreAllMocks();
  server.clock.advance(60);
});

const names = (count: number) => Array.from({ length: count }, (_, n) => `db-${n}`);

const group = (hosts: readonly string[], status = 'firing') => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  status,
  commonLabels: { alertname: 'DiskFull' },
  commonAnnotations: {},
  alerts: hosts.map((instance) => ({
    status,
    labels: { alertname: 'DiskFull', instance, severity: 'critical' },
    annotations: { summary: instance },
    fingerprint: instance,
  })),
});

interface Answer {
  payloadId: string;
  outcome: string;
  incidentId: string | null;
}

async function post(webhook: string, body: unknown): Promise<Answer> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

const splitting = () =>
  makeIntegration(server.api, 'PrometheusAlertmanager', { splitAlerts: true });
const payload = async (answer: Answer) =>
  payloadModel(server.app.world.store).findById(answer.payloadId).lean();
/** What the health of the integration says of payloads that wait. */
async function waitingOf(integrationId: string): Promise<unknown> {
  const { body } = await server.api.get('/inbound-integration/health/search/list?Limit=100');
  const { inboundIntegrationsHealth } = body as {
    inboundIntegrationsHealth: { integrationId: string; waitingPayloads: unknown }[];
  };
  return inboundIntegrationsHealth.find((one) => one.integrationId === integrationId)
    ?.waitingPayloads;
}
/** Each incident of the integration: its title, its state and how often its tool reported it. */
async function seen(integrationId: string): Promise<[string, string, number][]> {
  const found = await incidentModel(server.app.world.store).find({ integrationId }).lean();
  return found
    .map(({ title, status, events }): [string, string, number] => [
      title,
      status,
      events.filter(({ by }) => by?.kind === 'integration').length,
    ])
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}
const expected = (status: string, times: number, count = many) =>
  names(count).map((title) => [title, status, times]);

/** The store; `fail` may throw for one of its writes of incidents, before or after it is done. */
function withFaults(fail: (incidents: number, isDone: boolean) => unknown) {
  const { store } = server.app.world;
  const { writeTogether } = store;
  return vi.spyOn(store, 'writeTogether').mockImplementation(async (writes) => {
    const incidents = writes.filter(
      ({ collection }: JointWrite) => collection === 'incidents',
    ).length;
    await fail(incidents, false);
    const done = await writeTogether(writes);
    await fail(incidents, true);
    return done;
  });
}

describe('a payload of many alerts', () => {
  test('is applied whole, in portions, and answered when all of its incidents have it', async () => {
    const { id, webhook } = await splitting();
    const sizes: number[] = [];
    withFaults((incidents, isDone) => void (isDone && sizes.push(incidents)));
    const answer = await post(webhook, group(names(many)));
    expect(answer.outcome).toBe('Opened');
    expect(await seen(id)).toEqual(expected('Open', 1));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(portionMax);
    expect(await payload(answer)).toMatchObject({
      outcome: 'Opened',
      incidentId: answer.incidentId,
    });
    expect(await payload(answer)).not.toHaveProperty('pending');
    expect((await payload(answer))?.incidentIds?.every((one) => one !== null)).toBe(true);
  });

  test('keeps nobody else waiting: their payloads are answered between its portions', async () => {
    const [long, short] = [await splitting(), await splitting()];
    const outcomes: string[] = [];
    withFaults(async (incidents, isDone) => {
      // The next portion waits for the answer.
      if (isDone && incidents === portionMax)
        outcomes.push((await post(short.webhook, group([`x-${outcomes.length}`]))).outcome);
    });
    expect(await post(long.webhook, group(names(many)))).toMatchObject({ outcome: 'Opened' });
    expect(outcomes).toEqual(['Opened', 'Opened']);
    expect(await seen(long.id)).toEqual(expected('Open', 1));
  });

  test('is before whatever its integration sends after it', async () => {
    const { id, webhook } = await splitting();
    const answers = await Promise.all([
      post(webhook, group(names(many))),
      post(webhook, group(['db-0', 'db-110'], 'resolved')),
      post(webhook, group(['db-1'], 'resolved')),
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['Opened', 'Resolved', 'Resolved']);
    const resolved = (await seen(id)).filter(([, status]) => status === 'Resolved');
    expect(resolved.map(([title]) => title)).toEqual(['db-0', 'db-1', 'db-110']);
  });

  test.each([0, 1, 2])(
    'that the store stops taking after %i portions is applied later, each alert once',
    async (portions) => {
      for (const isLost of [false, true]) {
        const { id, webhook } = await splitting();
        let taken = 0;
        const trouble = withFaults((incidents, isDone) => {
          if (incidents === 0 || isDone !== isLost) return;
          if (taken === portions) throw new Error('the line is dead');
          taken += 1;
        });
        expect(await post(webhook, group(names(many)))).toMatchObject({
          outcome: 'Accepted',
          incidentId: null,
        });
        trouble.mockRestore();
        await server.app.jobs.runAll();
        await server.app.jobs.runAll();
        expect(await seen(id)).toEqual(expected('Open', 1));
        server.clock.advance(60);
      }
    },
  );

  test('is not applied a second time by the task that looks after those that wait', async () => {
    const { id, webhook } = await splitting();
    let looked: Promise<void> | null = null;
    withFaults((incidents) => {
      if (incidents > 0) looked ??= server.app.jobs.runAll();
    });
    await post(webhook, group(names(many)));
    await looked;
    expect(await seen(id)).toEqual(expected('Open', 1));
  });
});

describe('more alerts than the budget of an integration', () => {
  test('are stored, answered as accepted, applied in their order and lost by nobody', async () => {
    const { id, webhook } = await splitting();
    const other = await splitting();
    expect((await post(webhook, group(names(many)))).outcome).toBe('Opened');
    expect((await post(webhook, group(names(many)))).outcome).toBe('Updated');
    // The budget is used up; what comes now waits, also when it would be small enough by itself.
    const late = await post(webhook, group(names(many), 'resolved'));
    expect(late).toMatchObject({ outcome: 'Accepted', incidentId: null });
    server.clock.advance(60);
    const behind = await post(webhook, group(['db-0']));
    expect(behind.outcome).toBe('Accepted');
    expect(await payload(behind)).toMatchObject({ pending: true, incidentId: null });
    expect(await waitingOf(id)).toMatchObject({ count: 2 });
    expect(await waitingOf(other.id)).toBeNull();
    // Nobody else is concerned.
    expect((await post(other.webhook, group(['a']))).outcome).toBe('Opened');

    await server.app.jobs.runAll();
    const incidents = await seen(id);
    const open = incidents.filter(([, status]) => status === 'Open');
    expect(open).toEqual([['db-0', 'Open', 1]]);
    expect(incidents.filter((one) => !open.includes(one))).toEqual(expected('Resolved', 3));
    expect(await waitingOf(id)).toBeNull();
    expect(await payload(late)).toMatchObject({ outcome: 'Resolved' });
    expect(await payload(behind)).toMatchObject({ outcome: 'Opened' });
  });

  test('once they are applied, what comes next is applied at once', async () => {
    const { webhook } = await splitting();
    await post(webhook, group(names(many)));
    await post(webhook, group(names(many)));
    expect((await post(webhook, group(['late']))).outcome).toBe('Accepted');
    await server.app.jobs.runAll();
    server.clock.advance(60);
    await vi.waitFor(
      async () => expect((await post(webhook, group(['next']))).outcome).toBe('Opened'),
      { timeout: 120_000, interval: 1200 },
    );
  });
});
