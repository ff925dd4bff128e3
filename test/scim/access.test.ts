import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makePerson } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import { createScimClient, type ScimClient, urns } from './support/client.ts';

/** Who may provision, how often, and what is recorded of it. */
let server: TestApp;
let scim: ScimClient;
const as = (key: string) => createScimClient(`${server.app.url}/api/scim/v2`, key);
const patch = (op: string) => [{ op, path: 'title', value: 'x' }];

beforeAll(async () => {
  server = await startTestApp();
  scim = as(server.key);
});
afterAll(() => server.stop());

/** One request for each permission that a key can have for SCIM, and the status that it has with that permission. */
const requests: Record<
  string,
  [(client: ScimClient, id: string) => Promise<{ status: number }>, number]
> = {
  get: [(client, id) => client.get(`/Users/${id}`), 200],
  list: [(client) => client.get('/Users?count=1'), 200],
  create: [
    (client) => client.post('/Users', { schemas: [urns.user], userName: randomUUID() }),
    201,
  ],
  update: [(client, id) => client.patch(`/Users/${id}`, patch('add')), 200],
  delete: [(client, id) => client.delete(`/Users/${id}`), 204],
};

describe('keys', () => {
  it.each(['authorization', 'x-api-key'])('are taken from %s', async (header) => {
    const value = header === 'authorization' ? `Bearer ${server.key}` : server.key;
    const answer = await fetch(`${scim.baseUrl}/Users?count=0`, { headers: { [header]: value } });
    expect(answer.status).toBe(200);
  });

  it('are needed, whatever else is wrong with the request', async () => {
    for (const stranger of [as('nobody'), as('')]) {
      expect((await stranger.get('/Users')).status).toBe(401);
      expect((await stranger.send('POST', '/Users', '{')).status).toBe(401);
      expect(
        (await stranger.send('POST', '/Users', 'x', { 'content-type': 'text/x' })).status,
      ).toBe(401);
    }
  });

  it.each(Object.keys(requests))(
    'with scopes need scim:%s for it, and nothing else helps',
    async (permission) => {
      const [run, status] = requests[permission] ?? [async () => ({ status: 0 }), 0];
      const { id } = await scim.user();
      const others = Object.keys(requests).filter((one) => one !== permission);
      const without = await makeKey(server, {
        scopes: [
          { resource: 'scim', permissions: others },
          { resource: 'users', permissions: Object.keys(requests) },
        ],
      });
      expect((await run(as(without), id)).status).toBe(403);
      const key = await makeKey(server, {
        scopes: [{ resource: 'scim', permissions: [permission] }],
      });
      expect((await run(as(key), id)).status).toBe(status);
    },
  );

  it('with scopes can do in a bulk request what they can do alone', async () => {
    const { id } = await scim.user();
    const scopes = [{ resource: 'scim', permissions: ['update'] }];
    const key = await makeKey(server, { scopes });
    const data = { schemas: [urns.user], userName: randomUUID() };
    const patched = { schemas: [urns.patch], Operations: patch('add') };
    const { body } = await as(key).post('/Bulk', {
      schemas: [urns.bulk],
      Operations: [
        { method: 'POST', path: '/Users', bulkId: 'one', data },
        { method: 'PATCH', path: `/Users/${id}`, data: patched },
        { method: 'DELETE', path: `/Users/${id}` },
        { method: 'DELETE', path: '/Groups/unknown' },
      ],
    });
    const statuses = body.Operations.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['403', '200', '403', '403']);
    expect((await scim.get(`/Users?filter=userName eq "${data.userName}"`)).body.totalResults).toBe(
      0,
    );
    expect((await scim.get(`/Users/${id}`)).body.title).toBe('x');
  });

  it('are needed: the session of an Owner is none', async () => {
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const { cookie } = await signIn(server, { userId: owner.id });
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await fetch(`${server.app.url}/api/public/v1/auth/me`, { headers })).status).toBe(200);
    expect((await fetch(`${scim.baseUrl}/Users`, { headers })).status).toBe(401);
  });

  it('of persons, even of an Owner, and of teams are refused', async () => {
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const teamId = await server.api.make('/team', { displayName: randomUUID() });
    const ofTeam = await makeKey(server, { teamIds: [teamId] });
    const { id } = await scim.user();
    for (const key of [owner.key, ofTeam])
      for (const [run] of Object.values(requests))
        expect((await run(as(key), id)).status).toBe(403);
    expect((await scim.get(`/Users/${id}`)).status).toBe(200);
  });
});

it('a plan that does not include it is told so, after the key', async () => {
  const small = await startTestApp({ env: { TOCSIN_PLAN: 'STANDARD' } });
  try {
    const base = `${small.app.url}/api/scim/v2`;
    const { status, body } = await createScimClient(base, small.key).get('/Users');
    expect(status).toBe(403);
    expect(body.detail).toContain('PRO or ENTERPRISE');
    expect((await createScimClient(base, 'nobody').get('/Users')).status).toBe(401);
  } finally {
    await small.stop();
  }
});

it('changes are in the audit log with the source Scim, and people have it', async () => {
  const { id } = await scim.user({ displayName: 'Audited' });
  await scim.patch(`/Users/${id}`, patch('add'));
  const { body: user } = await server.api.get(`/user/${id}`);
  expect(user.source).toBe('Scim');
  const { body } = await server.api.get(`/auditlog/list?EntityId=${id}`);
  const entries = body.items as { source: string; action: string }[];
  expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(['Scim']));
  expect(entries.map(({ action }) => action)).toEqual(['user.update', 'user.create']);
});

it('each organization has a limit of its own, whatever its keys', async () => {
  const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'scim=3/20s' } });
  try {
    const base = `${limited.app.url}/api/scim/v2`;
    const keys = [limited.key, await makeKey(limited)];
    const clients = keys.map((key) => createScimClient(base, key));
    const statuses: number[] = [];
    for (let round = 0; round < 2; round += 1)
      for (const client of clients) statuses.push((await client.get('/Users?count=0')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await clients[0]?.get('/Users');
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.body.detail).toContain('SCIM requests');
    expect((await limited.api.get('/user/search/list')).status).toBe(200);
    limited.clock.advance(21);
    expect((await clients[0]?.get('/Users?count=0'))?.status).toBe(200);
  } finally {
    await limited.stop();
  }
});

it('addresses are those of the public URL, not those that a client names', async () => {
  const behind = await startTestApp({ env: { TOCSIN_PUBLIC_URL: 'https://alerts.example.com/' } });
  try {
    const answer = await fetch(`${behind.app.url}/api/scim/v2/ServiceProviderConfig`, {
      headers: { authorization: `Bearer ${behind.key}`, 'x-forwarded-host': 'evil.example' },
    });
    const { meta } = (await answer.json()) as { meta: { location: string } };
    expect(meta.location).toBe('https://alerts.example.com/api/scim/v2/ServiceProviderConfig');
  } finally {
    await behind.stop();
  }
});
