import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/identity/index.ts';
import { endSession } from '../../src/sessions/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures } from '../support/fixtures.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { documentedOperations } from '../support/operations.ts';
import { apiWith, type SignedIn, signIn } from '../support/sessions.ts';

const operations = documentedOperations().filter(({ requiredRole }) => requiredRole !== 'none');

let server: TestApp;
let fixtures: Fixtures;
let userId: string;
let key: string;
let person: SignedIn;

beforeAll(async () => {
  server = await startTestApp();
  fixtures = await makeFixtures(server);
});
afterAll(() => server.stop());

/** For tests that end the session or change the person; the others share one. */
async function somebodyNew(): Promise<void> {
  ({ id: userId, key } = await makePerson(server, { organizationRole: 'Administrator' }));
  person = await signIn(server, { userId });
}

/**
 * Who may do what, and which operations want a recent sign-in, `test/security/authorization.test.ts` proves of every
 * operation.
 */
describe('a person in a session', () => {
  beforeAll(somebodyNew);

  it('has all scopes and sees who they are', async () => {
    const { status, body } = await person.api.get('/auth/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { id: userId }, isUnrestricted: true, resourceScopes: [] });
  });

  it('sees nothing of another organization', async () => {
    const other = await makeOrganization(server);
    const id = await other.api.make('/user', { email: 'stranger@example.com' });
    await other.api.make('/organization-membership', { userId: id, role: 'Owner' });
    const stranger = await signIn(server, { organizationId: other.id, userId: id });
    expect((await stranger.api.get(`/team/${fixtures.team}`)).status).toBe(404);
    const listed = await stranger.api.get('/team/search/list');
    expect(listed.text).not.toContain(fixtures.team);
  });

  it('works on every plan, except for what a plan of its own is needed for', async () => {
    const { id: organizationId, api } = await makeOrganization(server);
    const id = await api.make('/user', { email: 'owner@example.com' });
    await api.make('/organization-membership', { userId: id, role: 'Owner' });
    const owner = await signIn(server, { organizationId, userId: id });
    await setPlan(server.app.world, organizationId, 'STANDARD');
    expect((await api.get('/team/search/list')).body.code).toBe('plan-required');
    expect((await owner.api.get('/team/search/list')).status).toBe(200);
    expect((await owner.api.get('/auditlog/list?Limit=1')).body.code).toBe('plan-required');
  });

  it('cannot mark objects as provisioned', async () => {
    const { status } = await person.api.post('/team?provision=true', { displayName: 'By hand' });
    expect(status).toBe(403);
  });
});

describe('a change in a session', () => {
  beforeAll(somebodyNew);

  it('has the source User, and its audit entry names person and session', async () => {
    const id = await person.api.make('/team', { displayName: 'From the browser' });
    const { body } = await server.api.get(`/auditlog/list?EntityId=${id}&Limit=1`);
    const [entry] = body.items as Record<string, unknown>[];
    expect(entry).toMatchObject({
      actorKind: 'user',
      actorId: userId,
      sessionId: person.session.id,
      keyId: null,
      source: 'User',
      signatureStatus: { isSigned: true, isValid: true },
    });
    expect(JSON.stringify(entry)).not.toContain(person.token);
  });

  it('is made once under an Idempotency-Key, in any session of the person and in nobody else’s', async () => {
    const make = (api: ApiClient) =>
      api.post('/team', { displayName: 'Once' }, { 'idempotency-key': 'once' });
    const first = await make(person.api);
    const again = await make((await signIn(server, { userId })).api);
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await makePerson(server, { organizationRole: 'Owner' });
    const theirs = await make((await signIn(server, { userId: other.id })).api);
    expect(theirs.body.id).not.toBe(first.body.id);
  });
});

describe('a key in a header', () => {
  beforeAll(somebodyNew);

  it('wins over the cookie', async () => {
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const both = server.as(owner.key, { cookie: person.cookie });
    expect((await both.get('/auth/me')).body.user).toMatchObject({ id: owner.id });
    expect((await both.get('/api-key/search/list')).status).toBe(200);
  });

  it('that is not valid is not helped by the cookie', async () => {
    const both = server.as('tocsin_key_unknown', { cookie: person.cookie });
    expect((await both.get('/auth/me')).status).toBe(401);
  });

  it('needs no word of where the request comes from', async () => {
    const both = server.as(key, { cookie: person.cookie, 'sec-fetch-site': 'cross-site' });
    expect((await both.post('/team', { displayName: 'By key' })).status).toBe(200);
  });
});

describe('401 answers', () => {
  beforeEach(somebodyNew);
  const refused = { status: 401, body: { code: 'unauthenticated' } };

  it.each([
    ['no session', () => `__Host-sid=${'A'.repeat(43)}`],
    ['nothing that could be one', () => '__Host-sid={"$gt":""}'],
    ['two cookies of the name', () => `${person.cookie}; ${person.cookie}`],
    ['another name', () => person.cookie.replace('__Host-', '')],
    ['the name in another case', () => person.cookie.toLowerCase()],
    ['the id of the session', () => `__Host-sid=${person.session.id}`],
  ])('%s', async (_what, cookie) => {
    expect(await apiWith(server, cookie()).get('/auth/me')).toMatchObject(refused);
  });

  it('an ended session', async () => {
    await endSession(server.app.world, person.session, { reason: 'signed out' });
    const answer = await person.api.get('/auth/me');
    expect(answer).toMatchObject(refused);
    expect(answer.body.detail).toContain('/sign-in');
  });

  it('a session unused for 12 hours', async () => {
    server.clock.advance(12 * 3600);
    expect(await person.api.get('/auth/me')).toMatchObject(refused);
  });

  it('a removed person', async () => {
    await server.api.delete(`/user/${userId}`);
    expect(await person.api.get('/auth/me')).toMatchObject(refused);
  });
});

describe('another site', () => {
  beforeAll(somebodyNew);
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', ''] as const;
  const origins = ['ours', undefined, 'null', 'https://evil.example', 'suffixed'] as const;
  const types = [undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  const paths = {
    GET: '/auth/me',
    HEAD: '/auth/me',
    POST: '/team',
    PUT: '/team/00000000-0000-4000-8000-000000000000',
    PATCH: '/incident/00000000-0000-4000-8000-000000000000',
    DELETE: '/team/00000000-0000-4000-8000-000000000000',
  };
  const cells = methods.flatMap((method) =>
    sites.flatMap((site) => origins.map((origin) => ({ method, site, origin }))),
  );

  it.each(cells.map((cell): [string, typeof cell] => [JSON.stringify(cell), cell]))(
    'may %s only where no answer is read and nothing changes',
    async (_name, { method, site, origin }) => {
      const ours = new URL(server.app.url).origin;
      const sent = origin === 'ours' ? ours : origin === 'suffixed' ? `${ours}.evil` : origin;
      const isSafe = method === 'GET' || method === 'HEAD';
      const isOurs = site === undefined ? origin === 'ours' : site === 'same-origin';
      for (const type of isSafe ? [undefined] : types) {
        const response = await fetch(`${server.app.url}/api/public/v1${paths[method]}`, {
          method,
          headers: {
            cookie: person.cookie,
            ...(site === undefined ? {} : { 'sec-fetch-site': site }),
            ...(sent === undefined ? {} : { origin: sent }),
            ...(type === undefined ? {} : { 'content-type': type }),
          },
          ...(isSafe || method === 'DELETE' ? {} : { body: new Uint8Array() }),
        });
        const isRefused = response.status === 403;
        expect(isRefused, `${type} ${response.status}`).toBe(!isSafe && !isOurs);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        if (!isRefused)
          expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
        await response.body?.cancel();
      }
    },
  );

  it('can send no body that a form can send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const body = { displayName: 'Forged' };
      const answer = await person.api.post('/team', body, { 'content-type': type });
      expect(answer.status).toBe(415);
    }
  });
});

describe('dangerous operations', () => {
  const dangerous = operations.filter(({ recentSignIn }) => recentSignIn);
  let owner: { id: string; api: ApiClient };
  beforeAll(async () => {
    owner = await makePerson(server, { organizationRole: 'Owner' });
  });

  it('are those that can give somebody lasting power', () => {
    expect(dangerous.map(({ operationId }) => operationId).toSorted()).toEqual([
      'createApiKey',
      'createGroupMapping',
      'createOidcConnection',
      'createOrganizationMembership',
      'deleteGroupMapping',
      'deleteOidcConnection',
      'deleteOrganization',
      'deleteOrganizationMembership',
      'inviteUser',
      'replaceApiKey',
      'replaceGroupMapping',
      'replaceOidcConnection',
      'replaceOrganizationMembership',
      'rotateApiKey',
      'unlinkOidcIdentity',
    ]);
  });

  it('are allowed a second before, and with a personal key always', async () => {
    const { api } = await signIn(server, { userId: owner.id });
    server.clock.advance(15 * 60 - 1);
    const wanted = { displayName: 'Mine', kind: 'organization' };
    expect((await api.post('/api-key', wanted)).status).toBe(200);
    server.clock.advance(1);
    expect((await api.post('/api-key', wanted)).body.code).toBe('sign-in-again');
    expect((await owner.api.post('/api-key', wanted)).status).toBe(200);
  });
});

it('a change of roles gives the browser a new token with the next answer, whatever that is', async () => {
  await somebodyNew();
  const { body } = await server.api.get(`/organization-membership/search?UserId=${userId}`);
  await server.api.put(`/organization-membership/${body.id}`, { userId, role: 'Member' });
  const answer = await person.api.get('/team/00000000-0000-4000-8000-000000000000');
  expect(answer.status).toBe(404);
  const set = answer.headers.getSetCookie();
  expect(set).toHaveLength(1);
  expect(set[0]).toMatch(
    /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Expires=\w{3}, \d\d \w{3} 2026 [\d:]{8} GMT$/,
  );
  const cookie = set[0]?.split(';')[0] ?? '';
  expect(cookie).not.toBe(person.cookie);
  server.clock.advance(60);
  expect((await person.api.get('/auth/me')).status).toBe(401);
  const renewed = await apiWith(server, cookie).get('/auth/me');
  expect(renewed.status).toBe(200);
  expect(renewed.headers.getSetCookie()).toEqual([]);
});

describe('limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'public-api=50/20s' } });
  });
  afterAll(() => limited.stop());

  it('are 30 requests to one address in 20 s for a person, in all their sessions together', async () => {
    const { id } = await makePerson(limited, { organizationRole: 'Member' });
    const [one, other] = [
      await signIn(limited, { userId: id }),
      await signIn(limited, { userId: id }),
    ];
    for (let count = 0; count < 15; count += 1) {
      expect((await one.api.get('/team/search/list?Limit=1')).status).toBe(200);
      expect((await other.api.get('/team/search/list?Limit=2')).status).toBe(200);
    }
    const refused = await one.api.get('/team/search/list?Limit=3');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('20');
    expect((await one.api.get('/user/search/list')).status).toBe(200);
    const { id: otherId } = await makePerson(limited, { organizationRole: 'Member' });
    const somebody = await signIn(limited, { userId: otherId });
    expect((await somebody.api.get('/team/search/list')).status).toBe(200);
  });

  it('are those of a key for all addresses together', async () => {
    limited.clock.advance(60);
    const { id } = await makePerson(limited, { organizationRole: 'Member' });
    const { api } = await signIn(limited, { userId: id });
    for (let count = 0; count < 50; count += 1)
      expect((await api.get(`/team/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await api.get(`/team/${crypto.randomUUID()}`)).status).toBe(429);
  });

  it('count requests with dead sessions by address', async () => {
    limited.clock.advance(60);
    const dead = apiWith(limited, `__Host-sid=${'A'.repeat(43)}`);
    for (let count = 0; count < 20; count += 1)
      expect((await dead.get('/auth/me')).status).toBe(401);
    expect((await dead.get('/auth/me')).status).toBe(429);
    const key = await makeKey(limited);
    expect((await limited.as(key).get('/auth/me')).status).toBe(200);
  });
});

it('log lines name the session and never its token', async () => {
  const told: TestApp = await startTestApp({ env: { TOCSIN_LOG_LEVEL: 'info' } });
  try {
    const { id } = await makePerson(told, { organizationRole: 'Member' });
    const { api, token, session } = await signIn(told, { userId: id });
    await api.get('/auth/me');
    await apiWith(told, `__Host-sid=${'B'.repeat(43)}`).get('/auth/me');
    const line = () => told.log.find(({ sessionId }) => sessionId === session.id);
    await expect.poll(line).toMatchObject({ msg: 'request', route: '/auth/me', status: 200 });
    const text = JSON.stringify(told.log);
    expect(text).not.toContain(token);
    expect(text).not.toContain('BBBB');
  } finally {
    await told.stop();
  }
});
