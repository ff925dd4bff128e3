import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { addressOf, documentedOperations } from '../support/operations.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const organizationKey = (more: object = {}) => ({
  displayName: 'K',
  kind: 'organization',
  ...more,
});

it('a key is shown once, works at once, and is stored as a hash only', async () => {
  const { api } = server;
  const { body } = await api.post('/api-key', organizationKey());
  const key = String(body.key);
  expect(key).toMatch(/^tocsin_key_[0-9A-Za-z]{38}$/);
  expect([body.prefix, body.last4]).toEqual([key.slice(0, 15), key.slice(-4)]);
  expect((await server.as(key).get('/auth/me')).status).toBe(200);
  expect((await api.get(`/api-key/${String(body.id)}`)).body).not.toHaveProperty('key');
  expect((await api.get('/api-key/search/list')).text).not.toContain(key);
  const { connection } = server.app.world.store;
  for (const { name } of await connection.listCollections()) {
    const stored = await connection.collection(name).find().toArray();
    expect(JSON.stringify(stored), name).not.toContain(key);
  }
});

it('a typo in a key is refused', async () => {
  const { body } = await server.api.post('/api-key', organizationKey());
  const key = String(body.key);
  const typo = key.slice(0, -8) + (key.at(-8) === 'a' ? 'b' : 'a') + key.slice(-7);
  expect((await server.as(typo).get('/auth/me')).status).toBe(401);
});

it('rotation leaves two keys working until the old one ends', async () => {
  const { api } = server;
  const old = await api.post(
    '/api-key',
    organizationKey({ scopes: [{ resource: 'teams', permissions: ['list'] }] }),
  );
  const path = `/api-key/${String(old.body.id)}`;
  const rotated = await api.post(`${path}/rotate`, { oldKeyValidForMinutes: 10 });
  expect(rotated.body).toMatchObject({
    rotatedFromId: old.body.id,
    scopes: old.body.scopes,
    expiresAt: null,
  });
  const works = async (key: unknown) =>
    (await server.as(String(key)).get('/team/search/list')).status;
  expect([await works(old.body.key), await works(rotated.body.key)]).toEqual([200, 200]);
  server.clock.advance(601);
  expect([await works(old.body.key), await works(rotated.body.key)]).toEqual([401, 200]);
  expect((await api.post(`${path}/rotate`, {})).status).toBe(409);
  const listed = async (more: string) => {
    const { body } = await api.get(`/api-key/search/list?Limit=100${more}`);
    return (body.apiKeys as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed('')).not.toContain(old.body.id);
  expect(await listed('&IncludeRevoked=true')).toContain(old.body.id);
});

it('many rotations at once make one successor', async () => {
  const { api } = server;
  const old = await api.make('/api-key', { displayName: 'Raced', kind: 'organization' });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.post(`/api-key/${old}/rotate`, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const { body } = await api.get('/api-key/search/list?DisplayName=Raced&IncludeRevoked=true');
  expect((body.apiKeys as unknown[]).length).toBe(2);
});

it('a rotation that fails on its way leaves the old key as it was', async () => {
  const { api } = server;
  const old = await api.make('/api-key', { displayName: 'Whole', kind: 'organization' });
  const keys = server.app.world.store.connection.collection('api_keys');
  for (const write of ['insertOne', 'findOneAndUpdate'] as const) {
    const failing = vi.spyOn(keys, write).mockRejectedValueOnce(new Error('It was lost.'));
    expect((await api.post(`/api-key/${old}/rotate`, {})).status).toBe(500);
    failing.mockRestore();
    const { body } = await api.get('/api-key/search/list?DisplayName=Whole&IncludeRevoked=true');
    expect(body.apiKeys).toMatchObject([{ id: old, expiresAt: null }]);
  }
  expect((await api.post(`/api-key/${old}/rotate`, {})).status).toBe(200);
});

it('an expiry ends a key, revoking ends it at once, and its record stays', async () => {
  const { api } = server;
  const soon = new Date(server.clock.now().getTime() + 60_000).toISOString().replace('.000Z', 'Z');
  const { body } = await api.post('/api-key', organizationKey({ expiresAt: soon }));
  expect(body.expiresAt).toBe(soon);
  expect((await server.as(String(body.key)).get('/auth/me')).status).toBe(200);
  server.clock.advance(60);
  expect((await server.as(String(body.key)).get('/auth/me')).status).toBe(401);

  const other = await api.post('/api-key', organizationKey());
  expect((await api.delete(`/api-key/${String(other.body.id)}`)).status).toBe(200);
  expect((await server.as(String(other.body.key)).get('/auth/me')).status).toBe(401);
  expect((await api.get(`/api-key/${String(other.body.id)}`)).body.revokedAt).not.toBeNull();
});

it('the last use is noted, at most once a minute', async () => {
  const { api } = server;
  const { body } = await api.post('/api-key', organizationKey());
  const path = `/api-key/${String(body.id)}`;
  const key = server.as(String(body.key));
  await key.get('/auth/me');
  const lastUse = async (expected: string) =>
    expect.poll(async () => (await api.get(path)).body.lastUsedAt).toBe(expected);
  const first = server.clock.now().toISOString();
  await lastUse(first);
  server.clock.advance(30);
  await key.get('/auth/me');
  server.clock.advance(31);
  const second = server.clock.now().toISOString();
  await key.get('/auth/me');
  await lastUse(second);
});

it('a restricted key cannot make, change or rotate one that reaches further', async () => {
  const { api } = server;
  const all = ['get', 'list', 'create', 'update', 'delete'];
  const own = [
    { resource: 'api-keys', permissions: all },
    { resource: 'teams', permissions: ['get'] },
  ];
  const restricted = server.as(await makeKey(server, { scopes: own }));
  expect((await restricted.post('/api-key', organizationKey())).status).toBe(403);
  const wider = [{ resource: 'teams', permissions: ['get', 'update'] }];
  expect((await restricted.post('/api-key', organizationKey({ scopes: wider }))).status).toBe(403);
  const narrower = [{ resource: 'teams', permissions: ['get'] }];
  expect((await restricted.post('/api-key', organizationKey({ scopes: narrower }))).status).toBe(
    200,
  );
  const strong = await api.make('/api-key', organizationKey());
  expect((await restricted.post(`/api-key/${strong}/rotate`, {})).status).toBe(403);
  expect((await restricted.delete(`/api-key/${strong}`)).status).toBe(403);
  expect((await restricted.put(`/api-key/${strong}`, { displayName: 'Mine' })).status).toBe(403);
});

it('a personal key acts with the roles its user has now, and needs a user', async () => {
  const { api } = server;
  const person = await makePerson(server, { organizationRole: 'Administrator' });
  const team = await person.api.make('/team', { displayName: 'T' });
  const { body } = await api.get(`/organization-membership/search?UserId=${person.id}`);
  await api.put(`/organization-membership/${String(body.id)}`, {
    userId: person.id,
    role: 'Member',
  });
  expect((await person.api.get(`/team/${team}`)).status).toBe(200);
  expect((await person.api.put(`/team/${team}`, { displayName: 'X' })).status).toBe(403);
  expect((await api.post('/api-key', { displayName: 'P', kind: 'personal' })).status).toBe(400);
  expect(
    (await api.post('/api-key', { displayName: 'P', kind: 'personal', userId: randomUUID() }))
      .status,
  ).toBe(400);
  expect((await person.api.put(`/team/${team}?provision=true`, { displayName: 'X' })).status).toBe(
    403,
  );
});

it('kind and user cannot change', async () => {
  const { api } = server;
  const id = await api.make('/api-key', organizationKey());
  expect((await api.put(`/api-key/${id}`, { displayName: 'K', kind: 'personal' })).status).toBe(
    400,
  );
  const { body } = await api.put(`/api-key/${id}`, {
    displayName: 'Renamed',
    kind: 'organization',
  });
  expect(body.displayName).toBe('Renamed');
  const kept = await api.put(`/api-key/${id}`, { displayName: 'K', kind: null, userId: null });
  expect([kept.status, kept.body.kind]).toEqual([200, 'organization']);
});

describe('an organization that was made by a key', () => {
  it('is reached by a key that the same key makes for it', async () => {
    const { api } = server;
    const { body: made } = await api.post('/organizations', { displayName: 'Sub' });
    const sub = String(made.id);
    const path = `/api-key?organizationId=${sub.toUpperCase()}`;
    const { status, body } = await api.post(path, organizationKey());
    expect(status).toBe(200);
    const inside = server.as(String(body.key));
    const me = await inside.get('/auth/me');
    expect(me.text).toContain(sub);
    expect(me.text).not.toContain(server.organizationId);
    expect((await inside.post('/team', { displayName: 'Of the new one' })).status).toBe(200);
    expect((await inside.get('/api-key/search/list')).text).toContain(String(body.id));
    expect((await api.get('/api-key/search/list')).text).not.toContain(String(body.id));
    const log = await inside.get('/auditlog/list?EntityType=ApiKey');
    expect(log.text).toContain('api-key.create');
    const personal = { displayName: 'K', kind: 'personal', userId: randomUUID() };
    expect((await api.post(path, personal)).status).toBe(400);
  });

  it('is not reached by people, by keys that make none, nor by those of others', async () => {
    const sub = await server.api.make('/organizations', { displayName: 'Sub' });
    const path = `/api-key?organizationId=${sub}`;
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    expect((await owner.api.post(path, organizationKey())).status).toBe(403);
    const scopes = [{ resource: 'api-keys', permissions: ['create'] }];
    const weak = server.as(await makeKey(server, { scopes }));
    expect((await weak.post(path, organizationKey({ scopes }))).status).toBe(403);
    const stranger = await makeOrganization(server);
    expect((await stranger.api.post(path, organizationKey())).status).toBe(404);
    expect(
      (await server.api.post(`/api-key?organizationId=${randomUUID()}`, organizationKey())).status,
    ).toBe(404);
  });
});

it('no operation does in one organization what was asked of another', async () => {
  const sub = await server.api.make('/organizations', { displayName: 'Sub' });
  const others = documentedOperations().filter(
    ({ operationId, requiredRole, keyKinds }) =>
      operationId !== 'createApiKey' &&
      requiredRole !== 'none' &&
      // What only a person's key may do is refused before.
      keyKinds?.includes('organization') !== false,
  );
  const wrong: string[] = [];
  for (const operation of others) {
    const address = addressOf(operation);
    const path = `${address}${address.includes('?') ? '&' : '?'}OrganizationId=${sub}`;
    const { status, body } = await server.api.call(operation.method, path, operation.body);
    if (![400, 404, 415].includes(status)) wrong.push(`${operation.operationId}: ${status}`);
    else if (status === 404 && !String(body.detail).includes('POST /api-key?organizationId'))
      wrong.push(`${operation.operationId}: ${body.detail}`);
  }
  expect(wrong).toEqual([]);
});
