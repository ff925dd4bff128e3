import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConsole } from '../../../src/surfaces/console/index.ts';
import { clock, goodPassword, type Human, signUpOwner, totpAt } from '../../accounts/support.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makePerson } from '../../support/keys.ts';
import { apiWith, type SignedIn, signIn } from '../../support/sessions.ts';

const file = 'openapi/bundled/console.json';
const { operations } = await loadConsole(file);
type Operation = (typeof operations)[number];
const named = (all: readonly Operation[]) =>
  all.map((operation): [string, Operation] => [operation.operationId, operation]);

let server: TestApp;
let human: Human;
let person: SignedIn;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestApp({ clock });
  human = await signUpOwner(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await signIn(server, human);
  api = consoleWith(person.cookie);
});

function consoleWith(cookie: string, headers: Record<string, string> = {}): ApiClient {
  const own = { cookie, 'sec-fetch-site': 'same-origin', ...headers };
  return createApiClient(`${server.app.url}/api/console/v1`, own);
}

function call(client: ApiClient, { method, path }: Operation) {
  const bodies: Record<string, object> = {
    '/me/organization': { organizationId: crypto.randomUUID() },
    '/confirm/password': { password: 'x' },
    '/confirm/passkey': { response: {} },
    '/password': { password: goodPassword },
    '/email-change': { email: 'x@example.com' },
    '/passkeys': { response: {} },
    '/passkeys/{id}': { displayName: 'x' },
    '/totp/confirm': { code: '1' },
  };
  const hasBody = method !== 'get' && method !== 'delete';
  return client.call(
    method.toUpperCase(),
    path.replace('{id}', 'x'),
    hasBody ? bodies[path] : undefined,
  );
}

const dead = async (one: SignedIn) => (await one.api.get('/auth/me')).status === 401;

it('an operation that does not say whether it needs a session stops the start', async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  delete document.paths['/me'].get['x-session'];
  const { writeFile } = await import('node:fs/promises');
  const broken = `${server.dataDir}/console.json`;
  await writeFile(broken, JSON.stringify(document));
  await expect(loadConsole(broken)).rejects.toThrow('GET /me has no known x-session.');
});

describe('every operation', () => {
  const required = operations.filter(({ session }) => session === 'required');

  it.each(named(required))('%s answers 401 without a session', async (_id, operation) => {
    const dead = consoleWith(`__Host-sid=${'A'.repeat(43)}`);
    expect(await call(dead, operation)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  it.each(named(required))('%s takes no key', async (_id, operation) => {
    const keyed = consoleWith('', { 'x-api-key': server.key });
    expect((await call(keyed, operation)).status).toBe(401);
  });

  it.each(named(operations.filter(({ method }) => method !== 'get')))(
    '%s is refused to pages of other sites',
    async (_id, operation) => {
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(
          (await call(consoleWith(person.cookie, { 'sec-fetch-site': site }), operation)).status,
        ).toBe(403);
      expect(await dead(person)).toBe(false);
    },
  );

  it.each(named(required))(
    '%s wants a fresh sign-in as the document says',
    async (_id, operation) => {
      server.clock.advance(15 * 60);
      const { body } = await call(api, operation);
      expect(body.code === 'sign-in-again').toBe(operation.recentSignIn);
    },
  );

  it.each(named(operations))('%s is kept by nobody', async (_id, operation) => {
    const { headers } = await call(api, operation);
    expect(headers.get('cache-control')?.split(', ')).toContain('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('me', () => {
  it('is person, organization, role, teams, session and account', async () => {
    const teamId = await server.api.make('/team', { displayName: 'Payments' });
    await server.api.make('/team-membership', {
      userId: human.userId,
      teamId,
      role: 'Administrator',
    });
    const { status, body } = await api.get('/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: { id: human.userId, email: human.email },
      organization: { id: server.organizationId, displayName: 'Default' },
      organizationRole: 'Owner',
      teams: [{ id: teamId, displayName: 'Payments', role: 'Administrator' }],
      session: { id: person.session.id, isCurrent: true, method: 'password', isRecentSignIn: true },
      account: { email: human.email, hasPassword: true, hasTotp: false, passkeys: [] },
      otherOrganizations: [],
    });
    expect(JSON.stringify(body)).not.toContain(person.token);
  });

  it('has no account in a session that an identity provider began', async () => {
    const oidc = {
      connectionId: crypto.randomUUID(),
      issuer: 'i',
      subject: 's',
      sid: null,
      idToken: 'secret',
    };
    const { cookie } = await signIn(server, { userId: human.userId }, { method: 'oidc', oidc });
    const { body, text } = await consoleWith(cookie).get('/me');
    expect(body).toMatchObject({ account: null, session: { method: 'oidc', provider: null } });
    expect(text).not.toContain('secret');
    expect((await consoleWith(cookie).get('/passkeys')).status).toBe(409);
  });

  it('cannot go to an organization of somebody else', async () => {
    const answer = await api.post('/me/organization', { organizationId: crypto.randomUUID() });
    expect(answer.status).toBe(404);
  });

  it('can sign out', async () => {
    const { status, body, headers } = await api.post('/sign-out');
    expect([status, body]).toEqual([200, { providerUrl: null }]);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-sid=; /);
    expect(await dead(person)).toBe(true);
  });
});

describe('sessions', () => {
  it('are listed, the own marked, and those of nobody else', async () => {
    const { id: strangerId } = await makePerson(server, { organizationRole: 'Owner' });
    const stranger = await signIn(server, { userId: strangerId });
    const { body } = await api.get('/sessions');
    const sessions = body.sessions as { id: string; isCurrent: boolean }[];
    expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      person.session.id,
    ]);
    expect(sessions.map(({ id }) => id)).not.toContain(stranger.session.id);
    for (const id of [stranger.session.id, crypto.randomUUID()])
      expect((await api.delete(`/sessions/${id}`)).status).toBe(404);
    expect(await dead(stranger)).toBe(false);
  });

  it('end one by one, and all others at once', async () => {
    const [one, two] = [await signIn(server, human), await signIn(server, human)];
    expect((await api.delete(`/sessions/${one.session.id}`)).status).toBe(200);
    expect(await dead(one)).toBe(true);
    expect(Number((await api.delete('/sessions')).body.ended)).toBeGreaterThan(0);
    expect([await dead(two), await dead(person)]).toEqual([true, false]);
  });
});

describe('ways in', () => {
  it('confirm with the password renews the token', async () => {
    const refused = await api.post('/confirm/password', { password: 'wrong wrong wrong' });
    expect(refused.body).toEqual({ result: 'refused' });
    expect(refused.headers.getSetCookie()).toEqual([]);
    const { body, headers } = await api.post('/confirm/password', { password: goodPassword });
    expect(body).toEqual({ result: 'confirmed' });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await dead(person)).toBe(true);
    expect((await apiWith(server, cookie).get('/auth/me')).status).toBe(200);
  });

  it('a new password keeps this session only', async () => {
    const other = await signIn(server, human);
    expect((await api.put('/password', { password: 'short' })).status).toBe(400);
    expect((await api.put('/password', { password: goodPassword })).body).toEqual({});
    expect([await dead(other), await dead(person)]).toEqual([true, false]);
  });

  it('an authenticator app is added, needed, and removed', async () => {
    const { body } = await api.post('/totp');
    const code = () => totpAt(String(body.secret), server.clock.now());
    expect((await api.post('/totp/confirm', { code: '1' })).status).toBe(400);
    const confirmed = await api.post('/totp/confirm', { code: code() });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await api.post('/recovery-codes')).body.recoveryCodes).toHaveLength(10);
    const half = await api.post('/confirm/password', { password: goodPassword });
    expect(half.body).toEqual({ result: 'code-needed' });
    server.clock.advance(30);
    const whole = await api.post('/confirm/password', { password: goodPassword, code: code() });
    expect(whole.body).toEqual({ result: 'confirmed' });
    const fresh = consoleWith(whole.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    expect((await fresh.delete('/totp')).status).toBe(200);
    expect((await fresh.get('/me')).body.account).toMatchObject({ hasTotp: false });
  });

  it('passkeys cannot be made at an IP address, and sign-in options are there for everybody', async () => {
    expect((await api.get('/passkeys')).body).toEqual({ passkeys: [] });
    expect((await api.post('/passkeys/registration-options')).status).toBe(409);
    expect((await api.post('/passkeys', { response: {} })).status).toBe(400);
    expect((await api.patch('/passkeys/x', { displayName: 'x' })).status).toBe(404);
    expect((await api.delete('/passkeys/x')).status).toBe(404);
    const anybody = await consoleWith('').post('/passkeys/sign-in-options');
    expect(anybody.body).toMatchObject({ userVerification: 'required' });
  });

  it('another address needs a mail server', async () => {
    expect((await api.post('/email-change', { email: 'new@example.com' })).status).toBe(409);
  });
});
