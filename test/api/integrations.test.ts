import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeFixtures } from '../support/fixtures.ts';

let server: TestApp;
let team: string;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_PUBLIC_URL: 'https://alerts.example.com' } });
  team = await server.api.make('/team', { displayName: 'T' });
});
afterAll(() => server.stop());

const webhook = (more: object = {}) => ({
  displayName: 'I',
  teamId: team,
  type: 'Webhook',
  ...more,
});

describe('inbound integrations', () => {
  it('get a webhook URL under the public address that cannot be guessed, or none where nothing posts', async () => {
    const { api } = server;
    const { body } = await api.post('/inbound-integration', webhook());
    expect(body.webhookUrl).toMatch(
      /^https:\/\/alerts\.example\.com\/api\/webhook\/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(body.webhookUrl).not.toContain(body.id);
    const ping = await api.post('/inbound-integration', webhook({ type: 'PingMonitor' }));
    expect(ping.body.webhookUrl).toBeNull();
  });

  it('keep team and type: another value is refused, the same one or none is fine', async () => {
    const { api } = server;
    const id = await api.make('/inbound-integration', webhook());
    const path = `/inbound-integration/${id}`;
    const other = await api.make('/team', { displayName: 'Other' });
    const moved = await api.put(path, webhook({ teamId: other }));
    expect([moved.status, Object.keys(moved.body.errors as object)]).toEqual([400, ['teamId']]);
    const retyped = await api.put(path, webhook({ type: 'Datadog' }));
    expect([retyped.status, Object.keys(retyped.body.errors as object)]).toEqual([400, ['type']]);
    expect((await api.put(path, webhook({ teamId: team.toUpperCase() }))).body.teamId).toBe(team);
    const without = await api.put(path, { displayName: 'Renamed' });
    expect([without.body.teamId, without.body.type, without.body.labels]).toEqual([
      team,
      'Webhook',
      null,
    ]);
  });

  it.each([
    ['an unknown type', { type: 'Nothing' }, 'type'],
    [
      'an address list that cannot be read',
      { webhookAuthentication: { privateIpFilter: '10.0.0.0/99' } },
      'webhookAuthentication.privateIpFilter',
    ],
    [
      'a filter of addresses without an address',
      { webhookAuthentication: { privateIpFilter: ' , ' } },
      'webhookAuthentication.privateIpFilter',
    ],
    [
      'a token of blanks',
      { webhookAuthentication: { type: 'bearer', bearer: { token: '  ' } } },
      'webhookAuthentication.bearer.token',
    ],
    [
      'a password in the URL of a monitor',
      {
        type: 'HttpMonitoring',
        integrationSettings: {
          httpMonitoring: {
            url: 'https://user:s3cr3t@example.com/health',
            method: 'GET',
            timeoutInMilliseconds: 1000,
            intervalInSeconds: 60,
          },
        },
      },
      'integrationSettings.httpMonitoring.url',
    ],
    [
      'settings of another type',
      {
        integrationSettings: {
          pingMonitor: { host: 'a', timeoutInMilliseconds: 50, intervalInSeconds: 30 },
        },
      },
      'integrationSettings.pingMonitor',
    ],
    ['a team that is not there', { teamId: '00000000-0000-4000-8000-000000000000' }, 'teamId'],
    ['an empty name', { displayName: '' }, 'displayName'],
  ])('refuse %s and name the field', async (_what, change, field) => {
    const { status, body } = await server.api.post('/inbound-integration', webhook(change));
    expect([status, Object.keys(body.errors as object)]).toEqual([400, [field]]);
  });

  it('verify senders only where the tool signs and the secret is known', async () => {
    const make = (type: string, signatureVerification: object) =>
      server.api.post('/inbound-integration', webhook({ type, signatureVerification }));
    expect((await make('Webhook', { enabled: true, secret: 's' })).body.errors).toHaveProperty([
      'signatureVerification.enabled',
    ]);
    expect((await make('GitHub', { enabled: true, secret: null })).body.errors).toHaveProperty([
      'signatureVerification.secret',
    ]);
    const made = await make('GitHub', { enabled: true, secret: 's' });
    expect(made.status).toBe(200);
    const { type: _, ...withoutType } = made.body;
    const cleared = { ...withoutType, signatureVerification: { enabled: true, secret: null } };
    const path = `/inbound-integration/${made.body.id}`;
    expect((await server.api.put(path, cleared)).status).toBe(400);
  });

  it('ignore members that nobody knows, at every depth', async () => {
    const sent = webhook({ unknown: 1, snoozeSettings: { filters: [], unknown: {} } });
    const { status, body } = await server.api.post('/inbound-integration', sent);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('unknown');
    expect(body.snoozeSettings).toEqual({ filters: [] });
  });

  it('are copied with their mapping into another team, with a webhook of their own', async () => {
    const { api } = server;
    const id = await api.make('/inbound-integration', webhook({ labels: ['x'] }));
    const attributes = ['Status', 'Severity'].map((name) => ({
      name,
      mappings: [{ static: name === 'Status' ? 'Open' : 'Minor' }],
    }));
    await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
    const other = await api.make('/team', { displayName: 'Other' });
    const copy = await api.post(`/inbound-integration/${id}/duplicate`, { teamId: other });
    expect(copy.body).toMatchObject({ teamId: other, labels: ['x'], displayName: 'I' });
    expect(copy.body.id).not.toBe(id);
    const mapping = await api.get(`/inbound-integration/${String(copy.body.id)}/mapping`);
    expect(mapping.body.attributesMapping).toMatchObject({ attributes });
  });

  it('are copied with their mapping or not at all, whatever breaks in between', async () => {
    const { api } = server;
    const id = await api.make('/inbound-integration', webhook({ displayName: 'Whole' }));
    const attributes = ['Status', 'Severity'].map((name) => ({
      name,
      mappings: [{ static: name === 'Status' ? 'Open' : 'Minor' }],
    }));
    await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
    const { connection } = server.app.world.store;
    const copies = async () => {
      const mappings = await connection
        .collection('inbound_integration_mappings')
        .countDocuments({ organizationId: server.organizationId });
      const { body } = await api.get('/inbound-integration/search/list?DisplayName=Whole');
      return [(body.inboundIntegrations as unknown[]).length, mappings];
    };
    const [integrations = 0, mappings = 0] = await copies();
    for (const name of ['inbound_integration_mappings', 'inbound_integrations']) {
      const insertion = vi
        .spyOn(connection.collection(name), 'insertOne')
        .mockRejectedValueOnce(new Error('The connection was lost.'));
      expect((await api.post(`/inbound-integration/${id}/duplicate`, {})).status).toBe(500);
      insertion.mockRestore();
      expect(await copies()).toEqual([integrations, mappings]);
    }
  });

  it('are searched exactly and listed by parts, paged, oldest first', async () => {
    const { api } = server;
    const name = `Page [1] ${randomUUID()}`;
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      server.clock.advance(1);
      ids.push(
        await api.make('/inbound-integration', webhook({ displayName: `${name} ${number}` })),
      );
    }
    const found = await api.get(
      `/inbound-integration/search?displayName=${encodeURIComponent(`${name} 2`)}`,
    );
    expect(found.body.id).toBe(ids[1]);
    expect(
      (await api.get(`/inbound-integration/search?DisplayName=${encodeURIComponent(name)}`)).status,
    ).toBe(404);
    const list = (more: string) =>
      api.get(
        `/inbound-integration/search/list?DISPLAYNAME=${encodeURIComponent(name.toUpperCase())}&${more}`,
      );
    const idsOf = (body: Record<string, unknown>) =>
      (body.inboundIntegrations as { id: string }[]).map(({ id }) => id);
    const first = await list('Limit=2');
    expect([idsOf(first.body), first.body.hasMore]).toEqual([ids.slice(0, 2), true]);
    const second = await list('Limit=2&Offset=2');
    expect([idsOf(second.body), second.body.hasMore]).toEqual([ids.slice(2), false]);
    expect((await list('Limit=101')).status).toBe(400);
  });
});

describe('mappings', () => {
  it('that do not compile are refused with every mistake at its place', async () => {
    const id = await server.api.make('/inbound-integration', webhook());
    const attributes = [
      { name: 'Status', mappings: [{ regex: '(' }] },
      { name: 'Severity', mappings: [{ jsonPath: '$[' }] },
    ];
    const { status, body } = await server.api.post(`/inbound-integration/${id}/mapping`, {
      attributesMapping: { attributes },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)).toEqual([
      'attributesMapping.attributes[0].mappings[0].regex',
      'attributesMapping.attributes[1].mappings[0].jsonPath',
    ]);
  });

  it('are taken in the spellings of the specification', async () => {
    const id = await server.api.make('/inbound-integration', webhook());
    const sent = {
      AttributesMapping: {
        Attributes: [
          { Name: 'Status', Grouped: true, Mappings: [{ Static: 'Open' }] },
          { Name: 'Severity', mappings: [{ json_path: '$.jsonBody.a' }] },
        ],
      },
    };
    const { status, body, text } = await server.api.post(
      `/inbound-integration/${id}/mapping`,
      sent,
    );
    expect(status, text).toBe(200);
    expect(body.attributesMapping).toEqual({
      attributes: [
        { name: 'Status', isGroupingKey: true, mappings: [{ static: 'Open' }] },
        { name: 'Severity', mappings: [{ jsonPath: '$.jsonBody.a' }] },
      ],
    });
  });
});

describe('deleting', () => {
  it('a team takes what is in it, and refuses nothing', async () => {
    const { api } = server;
    const made = await makeFixtures(server);
    expect((await api.delete(`/team/${made.team}`)).status).toBe(200);
    const gone = [
      'team',
      'team-membership',
      'team-escalations',
      'inbound-integration',
      'inbound-integration-maintenance-windows',
      'outbound-integration',
      'routing',
      'on-call-override',
    ];
    for (const kind of gone)
      expect((await api.get(`/${kind}/${made[kind]}`)).status, kind).toBe(404);
    expect(
      (await api.get(`/inbound-integration/${made['inbound-integration']}/mapping`)).status,
    ).toBe(404);
    for (const kind of ['user', 'service', 'status-page', 'organization-membership'])
      expect((await api.get(`/${kind}/${made[kind]}`)).status, kind).toBe(200);
  });

  it('an integration that a service and a routing name succeeds, and they keep naming it', async () => {
    const { api } = server;
    const integrationId = await api.make('/inbound-integration', webhook());
    const service = await api.make('/service', {
      displayName: 'S',
      publicTitle: 'S',
      integrations: [{ integrationId, severities: [] }],
    });
    expect((await api.delete(`/inbound-integration/${integrationId}`)).status).toBe(200);
    const { body } = await api.get(`/service/${service}`);
    expect(JSON.stringify(body.integrations)).toContain(integrationId);
    expect((await api.put(`/service/${service}`, body)).status).toBe(200);
  });
});

describe('the provision mark', () => {
  it('is set by calls that provision, kept by others, and moved by the query', async () => {
    const { api, key } = server;
    const provider = server.as('', { 'x-authorization': key, authorization: 'Basic eDp5' });
    const { body } = await provider.post('/team', { displayName: 'T' });
    const path = `/team/${String(body.id)}`;
    expect(body.isProvisioned).toBe(true);
    expect((await api.put(path, { displayName: 'T' })).body.isProvisioned).toBe(true);
    expect(
      (await api.put(`${path}?provision=false`, { displayName: 'T' })).body.isProvisioned,
    ).toBe(false);
    expect((await api.post('/team?provision=true', { displayName: 'T' })).body.isProvisioned).toBe(
      true,
    );
    expect(
      (await provider.post('/team?provision=false', { displayName: 'T' })).body.isProvisioned,
    ).toBe(false);
  });
});
