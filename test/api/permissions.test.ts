import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/identity/index.ts';
import { loadPublicApi } from '../../src/surfaces/public-api/index.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { bodyFor, type Fixtures, idsFor, makeFixtures } from '../support/fixtures.ts';
import { makeKey, makeOrganization, makePerson, type TestOrganization } from '../support/keys.ts';
import {
  addressOf,
  type DocumentedOperation,
  documentedOperations,
} from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const operations = documentedOperations();

let server: TestApp;
let fixtures: Fixtures;
let other: TestOrganization;

beforeAll(async () => {
  server = await sharedTestApp();
  fixtures = await makeFixtures(server);
  other = await makeOrganization(server);
});

function callWith(
  api: ApiClient,
  operation: DocumentedOperation,
  ids = idsFor(operation, fixtures),
): Promise<ApiAnswer> {
  return api.call(operation.method, addressOf(operation, ids), bodyFor(operation, fixtures));
}

it('an operation that does not say who may call it stops the start', async () => {
  const text = await readFile('openapi/bundled/public-v1.json', 'utf8');
  for (const extension of ['x-required-role', 'x-scope']) {
    const document = JSON.parse(text);
    delete document.paths['/team'].post[extension];
    const file = join(server.dataDir, `${extension}.json`);
    await writeFile(file, JSON.stringify(document));
    await expect(loadPublicApi(file)).rejects.toThrow(`POST /team has no`);
  }
});

it.each([
  ['x-required-role', 'king', 'no known x-required-role'],
  ['x-rate-limit', 'now-and-then', 'no known x-rate-limit'],
  ['x-key-kinds', 'personal', 'a list of values that are not strings'],
  ['x-plan', [1], 'a list of values that are not strings'],
])('%s: %j stops the start', async (extension, value, message) => {
  const document = JSON.parse(await readFile('openapi/bundled/public-v1.json', 'utf8'));
  document.paths['/team'].post[extension] = value;
  const file = join(server.dataDir, `unknown-${extension}.json`);
  await writeFile(file, JSON.stringify(document));
  await expect(loadPublicApi(file)).rejects.toThrow(`POST /team has ${message}`);
});

it('unknown, expired and revoked keys are refused with one text', async () => {
  const expired = await makeKey(server, { expiresAt: '2026-03-02T10:00:00Z' });
  const texts = new Set<unknown>();
  for (const key of ['', 'tocsin_key_unknown', expired]) {
    const { status, body } = await server.as(key).get('/auth/me');
    expect(status).toBe(401);
    texts.add(body.detail);
  }
  expect(texts.size).toBe(1);
});

it('another organization named by organizationId is answered like one that does not exist', async () => {
  const named = await server.api.get(`/team/search/list?organizationId=${other.id}`);
  const random = await server.api.get(`/team/search/list?organizationId=${randomUUID()}`);
  expect(named.status).toBe(404);
  expect(withoutIds(named)).toEqual(withoutIds(random));
  const own = await server.api.get(
    `/team/search/list?OrganizationID=${server.organizationId.toUpperCase()}`,
  );
  expect(own.status).toBe(200);
});

function withoutIds({ status, body }: ApiAnswer) {
  const text = JSON.stringify({ ...body, traceId: '', instance: '' });
  return {
    status,
    text: text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID'),
  };
}

describe('self-service', () => {
  it('people change their own record and notification settings, and nobody else’s', async () => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const somebody = await makePerson(server, { organizationRole: 'Member' });
    const mine = await me.api.get(`/user/${me.id}`);
    const renamed = { ...mine.body, displayName: 'New name' };
    const taken = await me.api.put(`/user/${me.id}`, { ...renamed, email: 'ceo@bigcorp.example' });
    expect([taken.status, taken.body.detail]).toEqual([
      403,
      expect.stringContaining('ask an administrator'),
    ]);
    expect((await me.api.put(`/user/${me.id}`, renamed)).body.displayName).toBe('New name');
    expect((await me.api.put(`/user/${somebody.id}`, renamed)).status).toBe(403);
    const settings = `/user/${me.id}/incident-notification-settings`;
    expect((await me.api.get(settings)).status).toBe(200);
    expect((await me.api.delete(settings)).status).toBe(200);
    expect((await somebody.api.get(settings)).status).toBe(403);
    expect((await somebody.api.delete(settings)).status).toBe(403);
  });

  it('people make overrides of their own and cannot make them for others or give theirs away', async () => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const somebody = await makePerson(server, {});
    const own = await me.api.post('/on-call-override', { userId: me.id, type: 'offline' });
    expect(own.status, own.text).toBe(200);
    const address = `/on-call-override/${String(own.body.id)}`;
    expect((await me.api.put(address, { userId: somebody.id, type: 'offline' })).status).toBe(403);
    expect((await me.api.put(address, { userId: me.id, type: 'online' })).status).toBe(200);
    expect((await somebody.api.delete(address)).status).toBe(403);
    const forAnother = await me.api.post('/on-call-override', {
      userId: somebody.id,
      type: 'offline',
    });
    expect(forAnother.status).toBe(403);
    expect((await me.api.delete(address)).status).toBe(200);
  });
});

it('auth/me needs no scope', async () => {
  const key = await makeKey(server, { scopes: [{ resource: 'teams', permissions: ['get'] }] });
  const { status, body } = await server.as(key).get('/auth/me');
  expect(status).toBe(200);
  expect(body.resourceScopes).toEqual([{ resource: 'teams', permissions: ['get'] }]);
  expect(body.isUnrestricted).toBe(false);
});
describe('keys for some teams', () => {
  it('see and change what their teams have, and nothing else', async () => {
    const elsewhere = await makeFixtures(server);
    const api = server.as(await makeKey(server, { teamIds: [fixtures.team ?? ''] }));
    const own = `/inbound-integration/${fixtures['inbound-integration']}`;
    const { body } = await api.get(own);
    expect(body.displayName).toBe('Alerts');
    expect((await api.put(own, body)).status).toBe(200);
    expect((await api.get(`/inbound-integration/${elsewhere['inbound-integration']}`)).status).toBe(
      404,
    );
    const { body: listed } = await api.get('/team/search/list?Limit=100');
    expect((listed.teams as { id: string }[]).map(({ id }) => id)).toEqual([fixtures.team]);
    expect((await api.post('/team', { displayName: 'Mine' })).status).toBe(403);
    expect((await api.delete(`/team/${fixtures.team}`)).status).toBe(403);
  });

  it('see the people of their teams, and of the organizations only their own', async () => {
    const teamId = await server.api.make('/team', { displayName: 'Small' });
    const outsider = await makePerson(server, { organizationRole: 'Owner' });
    const insider = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const made = await makeOrganization(server);
    const api = server.as(await makeKey(server, { teamIds: [teamId] }));
    const own = server.as(await makeKey(server, { teamIds: [teamId], userId: outsider.id }));
    const listed = async (by: ApiClient) => {
      const { body, text } = await by.get('/user/search/list?Limit=100');
      return { ids: (body.users as { id: string }[]).map(({ id }) => id), text };
    };
    const { ids, text } = await listed(api);
    expect(ids, text).toEqual([insider.id]);
    expect((await listed(own)).ids.toSorted()).toEqual([insider.id, outsider.id].toSorted());
    expect((await api.get(`/user/${insider.id}`)).status).toBe(200);
    expect((await api.get(`/user/${outsider.id}`)).status).toBe(404);
    const { body: hidden } = await server.api.get(`/user/${outsider.id}`);
    expect((await api.get(`/user/search?Email=${hidden.email}`)).status).toBe(404);
    expect((await api.get(`/user/search/list?Email=${hidden.email}`)).body.users).toEqual([]);

    const { body } = await api.get('/organizations/search/list');
    const organizations = body.organizations as { id: string }[];
    expect(organizations.map(({ id }) => id)).toEqual([server.organizationId]);
    expect((await api.get(`/organizations/${made.id}`)).status).toBeGreaterThanOrEqual(403);
  });
});

it.each(['STANDARD', 'PRO'])('what a plan lacks is refused: %s', async (plan) => {
  const organization = await makeOrganization(server);
  await setPlan(server.app.world, organization.id, plan);
  const lacking = operations.filter(({ plans }) => plans && !plans.includes(plan));
  expect(lacking.length).toBeGreaterThan(3);
  for (const operation of lacking) {
    const answer = await callWith(organization.api, operation);
    expect([operation.operationId, answer.body.code]).toEqual([
      operation.operationId,
      'plan-required',
    ]);
  }
});
it('what PRO has, its keys reach', async () => {
  const organization = await makeOrganization(server);
  await setPlan(server.app.world, organization.id, 'PRO');
  expect((await organization.api.get('/team/search/list')).status).toBe(200);
});
it('call routing numbers are made by the organization and edited by the team', async () => {
  const teamId = fixtures.team ?? '';
  const body = {
    displayName: 'Hotline',
    teamId,
    type: 'Twilio',
    integrationSettings: { twilio: { accessSettings: { phoneNumber: '+4930123456' } } },
  };
  const administrator = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
  expect((await administrator.api.post('/inbound-integration', body)).status).toBe(403);
  const id = await server.api.make('/inbound-integration', body);
  const edited = await administrator.api.put(`/inbound-integration/${id}`, {
    ...body,
    displayName: 'Line',
  });
  expect([edited.status, edited.body.displayName]).toEqual([200, 'Line']);
});

describe('secrets', () => {
  it('are in clear for those who may edit the object and masked for those who may only see it', async () => {
    const body = {
      displayName: 'Secret',
      teamId: fixtures.team,
      type: 'Webhook',
      webhookAuthentication: {
        type: 'bearer',
        bearer: { token: 'quite secret' },
        privateIpFilter: null,
      },
    };
    const id = await server.api.make('/inbound-integration', body);
    const member = await makePerson(server, { teams: { [fixtures.team ?? '']: 'Member' } });
    const administrator = await makePerson(server, {
      teams: { [fixtures.team ?? '']: 'Administrator' },
    });
    expect((await administrator.api.get(`/inbound-integration/${id}`)).text).toContain(
      'quite secret',
    );
    const seen = await member.api.get(`/inbound-integration/${id}`);
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain('quite secret');
    for (const [permissions, isClear] of [
      [['get', 'list'], false],
      [['get', 'list', 'update'], true],
    ] as const) {
      const scopes = [{ resource: 'inbound-integrations', permissions: [...permissions] }];
      const api = server.as(await makeKey(server, { scopes }));
      for (const path of [`/inbound-integration/${id}`, '/inbound-integration/search/list']) {
        const { status, text } = await api.get(path);
        expect([path, status, text.includes('quite secret')]).toEqual([path, 200, isClear]);
      }
    }
  });
});
