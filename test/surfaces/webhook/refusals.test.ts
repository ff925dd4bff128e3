import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { payloadModel } from '../../../src/ingest/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { alert, ingestTokenOf, makeIntegration, send, sendTo } from '../../support/webhook.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => t.stop());
afterEach(() => {
  mongoose.set('debug', false);
  t.log.length = 0;
});

function guardedIntegration(name: string): Promise<string> {
  return makeIntegration(t, {
    displayName: name,
    webhookAuthentication: {
      type: 'bearer',
      bearer: { token: 'correct-horse' },
      privateIpFilter: '203.0.113.0/24',
    },
  });
}

const from = (id: string, ip: string, token?: string) =>
  send(t, id, {
    headers: { 'x-forwarded-for': ip, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: '{}',
  });

const told = () => t.log.filter(({ msg }) => msg === 'a webhook request was refused');

async function refusedCount(reason: string): Promise<number> {
  const text = await (await fetch(`${t.app.url}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`tocsin_webhook_refused_total{reason="${reason}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function shown(id: string): Promise<unknown> {
  await t.app.jobs.runAll();
  return (await t.api.get(`/inbound-integration/${id}`)).body.refusedRequests;
}

describe('a refused request', () => {
  test('is counted on its integration, with when and why it was the last time', async () => {
    const id = await guardedIntegration('Billing alarms');
    expect(await shown(id)).toBeNull();
    const before = await refusedCount('token');
    for (let n = 0; n < 3; n += 1)
      expect((await from(id, '203.0.113.9', 'wrong')).status).toBe(401);
    expect(await shown(id)).toEqual({
      count: 3,
      lastAt: t.clock.now().toISOString(),
      lastReason: 'token',
    });
    t.clock.advance(60);
    expect((await from(id, '198.51.100.1', 'correct-horse')).status).toBe(404);
    expect(await shown(id)).toEqual({
      count: 4,
      lastAt: t.clock.now().toISOString(),
      lastReason: 'address',
    });
    expect(await refusedCount('token')).toBe(before + 3);
    const list = await t.api.get('/inbound-integration/search/list?DisplayName=Billing');
    expect(list.body.inboundIntegrations).toMatchObject([{ id, refusedRequests: { count: 4 } }]);
  });

  test('is one line in the log a minute, which names the integration and not its token', async () => {
    const id = await guardedIntegration('Shop alarms');
    for (let n = 0; n < 5; n += 1) await from(id, '203.0.113.9', 'wrong');
    expect(told()).toMatchObject([
      { level: 'warn', integration: 'Shop alarms', reason: 'token', notTold: 0 },
    ]);
    t.clock.advance(61);
    await from(id, '203.0.113.9', 'wrong');
    expect(told()).toMatchObject([{}, { integration: 'Shop alarms', notTold: 4 }]);
    expect(told()[0]).toMatchObject({ integrationId: id });
    expect(JSON.stringify(t.log)).not.toContain(await ingestTokenOf(t, id));
  });

  test('of an unknown id is told too, without an integration', async () => {
    t.clock.advance(61);
    const before = await refusedCount('unknown-id');
    await send(t, nobody, { body: '{}' });
    expect(told()).toMatchObject([{ integration: null, reason: 'unknown-id' }]);
    expect(await refusedCount('unknown-id')).toBe(before + 1);
  });

  test('does not speak of an API key', async () => {
    const id = await guardedIntegration('Any');
    const { body } = await from(id, '203.0.113.9', 'wrong');
    expect(body.title).not.toContain('API key');
  });

  test('takes the same look into the store for an unknown id and for a refused address', async () => {
    const id = await guardedIntegration('Any');
    // Known from here on.
    expect((await from(id, '203.0.113.9', 'correct-horse')).status).toBe(200);
    const looks: string[] = [];
    mongoose.set('debug', (collection: string, method: string) => {
      looks.push(`${collection}.${method}`);
    });
    expect((await from(id, '198.51.100.1')).status).toBe(404);
    const refused = looks.splice(0);
    expect((await from(nobody, '198.51.100.1')).status).toBe(404);
    expect(refused).toEqual(looks);
    expect(looks).toHaveLength(1);
  });
});

describe('an address of a webhook in an odd spelling', () => {
  test.each([
    (id: string) => `/API/webhook/${id}`,
    (id: string) => `//api/webhook/${id}`,
    (id: string) => `/api/Webhook/${id}/x`,
    (id: string) => `/api/webhook/${id}/x`,
  ])('is not found, and the answer does not repeat the token (%#)', async (path) => {
    const id = await ingestTokenOf(t, await makeIntegration(t));
    const { status, text } = await sendTo(`${t.app.url}${path(id)}`, { body: '{}' });
    expect(status).toBe(404);
    expect(text).not.toContain(id);
  });
});

test('secrets in the query are not stored, other fields are', async () => {
  const id = await makeIntegration(t);
  const secrets = [
    'token',
    'api_key',
    'apikey',
    'auth_token',
    'password',
    'sig',
    'access-key',
    'X-Auth',
  ];
  const query = [...secrets.map((name) => `${name}=hunter2`), 'author=ann', 'status=down'];
  const { body } = await send(t, `${id}?${query.join('&')}`, { body: 'x' });
  const stored = await payloadModel(t.app.world.store).findOne({ integrationId: id }).lean();
  expect(JSON.stringify(stored?.query)).not.toContain('hunter2');
  expect(stored?.query).toMatchObject({ token: '[redacted]', author: 'ann', status: 'down' });
  expect(body.outcome).toBe('Opened');
});

test('an integration that nothing feeds says so; one that works does not', async () => {
  const teamId = await t.api.make('/team', { displayName: 'Team' });
  const warningOf = async (type: string, integrationSettings: object | null = null) => {
    const made = await t.api.post('/inbound-integration', {
      displayName: type,
      teamId,
      type,
      integrationSettings,
    });
    expect(made.status, made.text).toBe(200);
    return made.body.warning;
  };
  for (const type of [
    'Email',
    'HttpMonitoring',
    'PingMonitor',
    'HeartbeatMonitor',
    'CronJobMonitor',
  ])
    expect(await warningOf(type), type).toMatch(/nothing arrives|do not say what is watched/);
  const heartbeatMonitor = { intervalInSec: 60, gracePeriodInSec: 0, severity: 'Minor' };
  expect(await warningOf('HeartbeatMonitor', { heartbeatMonitor })).toBeNull();
  for (const type of ['Webhook', 'Grafana', 'PagerDutyEvents'])
    expect(await warningOf(type), type).toBeNull();
});

test('an alert is taken all the same while others are refused', async () => {
  const id = await makeIntegration(t);
  await send(t, nobody, { body: '{}' });
  expect((await alert(t, id, {})).status).toBe(200);
  expect(await shown(id)).toBeNull();
});
