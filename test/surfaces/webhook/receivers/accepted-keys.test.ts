/** Keys that senders have of another product, and the addresses at which they use them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compatibleProducts } from '../../../../src/config.ts';
import { dialects } from '../../../../src/surfaces/webhook/dialects/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { incidentsOf, makeIntegration, payloadsOf } from '../../../support/incidents.ts';
import { makeKey, makeOrganization } from '../../../support/keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_COMPATIBLE_PATHS: 'oncall, GoAlert' } });
});
afterAll(() => server.stop());

const newKey = () => randomUUID().replaceAll('-', '');

async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const webhook = (type: string, key: string, more: object = {}) =>
  makeIntegration(server.api, type, { acceptedKeys: [{ key }], ...more });

const firing = (name: string, status = 'firing') => ({
  version: '4',
  groupKey: name,
  status,
  alerts: [{ status, labels: { alertname: name, severity: 'critical' }, annotations: {} }],
});

describe('an accepted key', () => {
  test('is that of one integration, whoever has it; only its own organization learns which', async () => {
    const key = newKey();
    const first = await webhook('Webhook', key);
    const again = await server.api.post('/inbound-integration', {
      displayName: 'again',
      teamId: first.teamId,
      type: 'Webhook',
      acceptedKeys: [{ key: newKey() }, { key: key.toUpperCase() }],
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(again.body.detail).toContain(first.id);

    const there = await makeOrganization(server);
    const teamId = await there.api.make('/team', { displayName: 'Theirs' });
    const theirs = await there.api.post('/inbound-integration', {
      displayName: 'theirs',
      teamId,
      type: 'Webhook',
      acceptedKeys: [{ key }],
    });
    expect(theirs.status).toBe(409);
    expect(theirs.text).not.toContain(first.id);

    // Nor does it take over what somebody else's ingest token leads to.
    const token = await server.api.post('/inbound-integration', {
      displayName: 'token',
      teamId: first.teamId,
      type: 'Webhook',
      acceptedKeys: [{ key: first.key }],
    });
    expect(token.status).toBe(409);
  });

  test('is refused where it is there twice, too short to be secret, or no request comes', async () => {
    const teamId = await server.api.make('/team', { displayName: 'Team' });
    const make = (type: string, ...keys: string[]) =>
      server.api.post('/inbound-integration', {
        displayName: 'x',
        teamId,
        type,
        acceptedKeys: keys.map((key) => ({ key })),
      });
    const key = newKey();
    const twice = await make('Webhook', key, newKey(), key.toUpperCase());
    expect(twice).toMatchObject({
      status: 400,
      body: { errors: { 'acceptedKeys[2].key': [expect.anything()] } },
    });
    expect((await make('Webhook', 'short')).status).toBe(400);
    expect((await make('Webhook', `${newKey()}\n`)).status).toBe(400);
    const mail = await make('Email', newKey());
    expect(mail).toMatchObject({
      status: 400,
      body: { errors: { acceptedKeys: [expect.anything()] } },
    });
    expect((await make('Webhook', ...Array.from({ length: 21 }, newKey))).status).toBe(400);
  });

  test('is shown to who may edit the integration, stays where it is left out, and ends at once', async () => {
    const key = newKey();
    const { id, teamId } = await webhook('Webhook', key, { displayName: 'mine' });
    const reader = server.as(
      await makeKey(server, {
        scopes: [{ resource: 'inbound-integrations', permissions: ['get'] }],
      }),
    );
    const seen = await reader.get(`/inbound-integration/${id}`);
    expect(seen.body.acceptedKeys).toEqual([{ key: '********' }]);
    const own = await server.api.get(`/inbound-integration/${id}`);
    expect(own.body.acceptedKeys).toEqual([{ key }]);

    await server.api.put(`/inbound-integration/${id}`, { displayName: 'kept' });
    expect(await send(`/api/webhook/${key}`, { title: 'a' })).toMatchObject({ status: 200 });
    await server.api.put(`/inbound-integration/${id}`, { displayName: 'x', acceptedKeys: null });
    expect(await send(`/api/webhook/${key}`, { title: 'b' })).toMatchObject({ status: 404 });
    expect(await incidentsOf(server, teamId)).toHaveLength(1);

    const copied = await webhook('Webhook', newKey());
    const copy = await server.api.post(`/inbound-integration/${copied.id}/duplicate`, {});
    expect(copy).toMatchObject({ status: 200, body: { acceptedKeys: null } });
  });
});

describe('addresses of other products', () => {
  test('PagerDuty: the key in the path, and version 1', async () => {
    const key = newKey();
    const { teamId, id } = await webhook('PagerDutyEvents', key);
    const byPath = await send(`/api/receivers/pagerduty/integration/${key}/enqueue`, {
      event_action: 'trigger',
      dedup_key: 'a',
      payload: { summary: 'Disk full', source: 'db-1', severity: 'critical' },
    });
    expect(byPath).toMatchObject({ status: 202, body: { dedup_key: 'a' } });

    const old = '/api/receivers/pagerduty/generic/2010-04-15/create_event.json';
    const opened = await send(old, {
      service_key: key,
      event_type: 'trigger',
      incident_key: 'b',
      description: 'Queue stuck',
      client: 'Nagios',
      details: { queue: 'mail' },
    });
    expect(opened).toEqual({
      status: 200,
      body: { status: 'success', message: 'Event processed', incident_key: 'b' },
    });
    expect(await send(old, { service_key: key, event_type: 'resolve' })).toMatchObject({
      status: 400,
      body: { errors: ["'incident_key' is missing or blank"] },
    });
    await send(old, { service_key: key, event_type: 'resolve', incident_key: 'b' });
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Open', severity: 'Critical' },
      { title: 'Queue stuck', status: 'Resolved' },
    ]);
    expect(JSON.stringify(await payloadsOf(server, id))).not.toContain(key);
  });

  test('Opsgenie: tools with an integration of their own, and heartbeats', async () => {
    const key = newKey();
    const { teamId } = await webhook('PrometheusAlertmanager', key);
    const tool = await send(
      `/api/receivers/opsgenie/v1/json/prometheus?apiKey=${key}`,
      firing('Disk'),
    );
    expect(tool.status).toBe(200);
    expect(await incidentsOf(server, teamId)).toMatchObject([{ title: 'Disk', status: 'Open' }]);

    const monitor = await webhook('HeartbeatMonitor', `${key}/nightly backup`, {
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 300, gracePeriodInSec: 60, severity: 'Critical' },
      },
    });
    const ping = await send(
      '/api/receivers/opsgenie/v2/heartbeats/nightly%20backup/ping',
      undefined,
      {
        authorization: `GenieKey ${key}`,
      },
    );
    expect(ping.status).toBe(200);
    expect(ping.body.lastHeartbeatReceivedAt).toEqual(expect.any(String));
    const other = await send('/api/receivers/opsgenie/v2/heartbeats/other/ping', undefined, {
      authorization: `GenieKey ${key}`,
    });
    expect(other.status).toBe(401);
    expect(await payloadsOf(server, monitor.id)).toEqual([]);
  });

  test.each([
    ['base', '/api/receivers/oncall'],
    ['own path', ''],
  ])('Grafana OnCall, by its %s', async (_, base) => {
    const key = `tok${newKey()}`;
    const { teamId } = await webhook('PrometheusAlertmanager', key);
    const path = `${base}/integrations/v1/alertmanager/${key}/`;
    expect((await send(path, firing('Disk'))).status).toBe(200);
    expect((await send(path, firing('Disk', 'resolved'))).status).toBe(200);
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
    expect((await send(`${base}/integrations/v1/x/${newKey()}/`, {})).status).toBe(401);
    expect((await send(`${base}/integrations/v1/x/${key}/y/`, {})).status).toBe(404);
  });

  test.each([
    ['base', '/api/receivers/goalert'],
    ['own path', ''],
  ])('GoAlert, by its %s', async (_, base) => {
    const key = randomUUID();
    const { teamId, id } = await webhook('Webhook', key);
    const path = `${base}/api/v2/generic/incoming?token=${key}`;
    expect((await send(`${path}&summary=Disk+full&details=96+%25&dedup=d1`)).status).toBe(200);
    expect((await send(path, { summary: 'Disk full', dedup: 'd1', action: 'close' })).status).toBe(
      200,
    );
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Resolved' },
    ]);
    const stored = JSON.stringify(await payloadsOf(server, id));
    expect(stored).toContain('96 %');
    expect(stored).not.toContain(key);

    const beat = randomUUID();
    await webhook('HeartbeatMonitor', beat, {
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 300, gracePeriodInSec: 60, severity: 'Critical' },
      },
    });
    expect((await send(`${base}/api/v2/heartbeat/${beat}`)).status).toBe(200);
    expect((await send(`${base}/api/v2/generic/outgoing?token=${key}`)).status).toBe(404);
  });

  test('no log line holds a key', () => {
    expect(JSON.stringify(server.log)).not.toMatch(/incoming\?token|integrations\/v1\/\w+\/\w/);
  });

  test('their own paths are nobody’s unless a setting names the product, which is one of these', async () => {
    const originals = dialects.flatMap(({ original }) => original?.product ?? []);
    expect(originals.toSorted()).toEqual(compatibleProducts);
    const plain = await startTestApp();
    try {
      for (const path of ['/integrations/v1/webhook/abc/', '/api/v2/generic/incoming?token=abc'])
        expect((await fetch(`${plain.app.url}${path}`, { method: 'POST' })).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
