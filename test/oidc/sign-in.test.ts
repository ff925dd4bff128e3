import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/groups/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { connectionFor, localPath } from '../../src/oidc/index.ts';
import { type Account, publicUrl } from './support/provider.ts';
import { type Connected, failureOf, type Setup, startSetup } from './support/single-sign-on.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.stop());
afterEach(() => {
  setup.provider.intercept = null;
  setup.provider.forge = null;
});

function accountAt(domain: string, more: Record<string, unknown> = {}): Account {
  return {
    sub: randomUUID(),
    claims: { email: `ada@${domain}`, email_verified: true, name: 'Ada', ...more },
  };
}

async function groupNames({ organization, connectionId }: Connected, userId: string) {
  const ctx = systemContext(setup.server.app.world, organization.id);
  const groups = (await groupsOf(ctx, [userId], connectionId)).get(userId) ?? [];
  return groups.map(({ displayName }) => displayName);
}

describe('a person signs in', () => {
  it('who is new, and is a Member without a team from then on', async () => {
    const connected = await setup.connect();
    const { api } = connected.organization;
    const account = accountAt(connected.domain);
    const done = await setup.signIn(connected, account);
    expect(done).toMatchObject({
      purpose: 'sign-in',
      person: { organizationId: connected.organization.id },
      oidc: {
        connectionId: connected.connectionId,
        issuer: setup.provider.issuer,
        subject: account.sub,
        sid: expect.any(String),
      },
      returnTo: '/',
    });
    const { userId } = done.person;
    expect((await api.get(`/user/${userId}`)).body).toMatchObject({
      email: `ada@${connected.domain}`,
      displayName: 'Ada',
      source: 'Oidc',
    });
    const role = await api.get(`/organization-membership/search?UserId=${userId}`);
    expect(role.body).toMatchObject({ role: 'Member', source: 'Oidc' });
    const teams = await api.get(`/team-membership/search/list?UserId=${userId}`);
    expect(teams.body.teamMemberships).toEqual([]);
    const connection = await api.get(`/oidc-connection/${connected.connectionId}`);
    expect(connection.body.lastSignInAt).toBe(setup.server.clock.now().toISOString());
    const log = await api.get(`/auditlog/list?EntityId=${connected.connectionId}`);
    expect(log.body.items).toContainEqual(
      expect.objectContaining({ action: 'oidc-connection.link', source: 'Oidc' }),
    );
  });

  it('who is the same the next time, whatever their address is by then', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const first = await setup.signIn(connected, account);
    const moved = { sub: account.sub, claims: { email: 'ada@elsewhere.example' } };
    expect((await setup.signIn(connected, moved)).person).toEqual(first.person);
  });

  it('whom the organization knows by the same address, in any letter case', async () => {
    const connected = await setup.connect({ justInTimeProvisioning: false });
    const email = `Ada@${connected.domain.toUpperCase()}`;
    const id = await connected.organization.api.make('/user', { email, displayName: 'Ada L.' });
    const done = await setup.signIn(connected, accountAt(connected.domain));
    expect(done.person.userId).toBe(id);
  });

  it('twice at the same time, and is one person', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const begun = [await setup.begin(connected, account), await setup.begin(connected, account)];
    const done = await Promise.all(begun.map((one) => setup.finish(one)));
    expect(done[0]?.person).toEqual(done[1]?.person);
    const { body } = await connected.organization.api.get('/user/search/list?Email=ada');
    expect(body.users).toHaveLength(1);
  });

  it('in two tabs of a browser, the later one first', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const first = await setup.begin(connected, account, { returnTo: '/one' });
    const second = await setup.begin(connected, account, {
      returnTo: '/two',
      browser: first.browser,
    });
    expect(second.browser).toBe(first.browser);
    expect((await setup.finish(second)).returnTo).toBe('/two');
    expect((await setup.finish(first)).returnTo).toBe('/one');
  });

  it('begun in one process and finished in another', async () => {
    const connected = await setup.connect();
    const begun = await setup.begin(connected, accountAt(connected.domain));
    const done = await setup.finish(begun, setup.anotherProcess());
    expect(done.person.organizationId).toBe(connected.organization.id);
  });

  it('with everything that protects the answer in the request', async () => {
    const connected = await setup.connect({ scopes: ['email', 'offline_access'] });
    const { connectionId } = connected;
    const { url } = await setup.sso.begin({ connectionId, loginHint: 'ada@example.com' });
    const { searchParams: sent } = new URL(url);
    expect(Object.fromEntries(sent)).toEqual({
      client_id: 'tocsin',
      response_type: 'code',
      redirect_uri: `${publicUrl}/sign-in/oidc/callback/${connected.organization.id}`,
      scope: 'openid email offline_access',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ada@example.com',
    });
  });

  it('and many at once ask the provider once what it is', async () => {
    const { connectionId } = await setup.connect();
    setup.provider.requests.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => setup.sso.begin({ connectionId })));
    expect(setup.provider.requests).toEqual(['GET /.well-known/openid-configuration']);
    setup.server.clock.advance(3601);
    await setup.sso.begin({ connectionId });
    expect(setup.provider.requests).toHaveLength(2);
  });
});

describe('groups of the claim', () => {
  it.each([
    ['a name', 'groups', { groups: ['ops', 'dev'] }, ['dev', 'ops']],
    ['a path', 'realm_access.roles', { realm_access: { roles: ['admin'] } }, ['admin']],
    ['one text', 'groups', { groups: 'ops' }, ['ops']],
  ])('%s', async (_, groupsClaim, claims, expected) => {
    const connected = await setup.connect({ groupsClaim });
    const account = accountAt(connected.domain, claims);
    const { person } = await setup.signIn(connected, account);
    expect((await groupNames(connected, person.userId)).toSorted()).toEqual(expected);
    // What is not said changes nothing; an empty list does.
    account.claims = { ...account.claims, groups: undefined, realm_access: undefined };
    await setup.signIn(connected, account);
    expect(await groupNames(connected, person.userId)).toHaveLength(expected.length);
    account.claims = { ...account.claims, groups: ['now'], _claim_names: { groups: 'src1' } };
    if (groupsClaim === 'groups') await setup.signIn(connected, account);
    expect(await groupNames(connected, person.userId)).toHaveLength(expected.length);
    account.claims = { groups: [], realm_access: { roles: [] } };
    await setup.signIn(connected, account);
    expect(await groupNames(connected, person.userId)).toEqual([]);
  });
});

describe('a person is refused', () => {
  it.each([
    ['email-unverified', 'an address that is not verified', { email_verified: false }],
    ['email-unverified', 'an address nobody says anything about', { email_verified: undefined }],
    ['email-unverified', 'a text in place of true', { email_verified: 'true' }],
    [
      'email-unverified',
      "Entra's claim from somebody else",
      { email_verified: undefined, xms_edov: true },
    ],
    ['email-missing', 'no address', { email: undefined }],
    ['email-foreign', 'an address of a foreign domain', { email: 'ada@example.org' }],
    ['email-foreign', 'an address of a subdomain', { email: 'ada@mail.DOMAIN' }],
  ])('%s: %s', async (reason, _, claims) => {
    const connected = await setup.connect();
    const { api } = connected.organization;
    const email = 'email' in claims ? claims.email?.replace('DOMAIN', connected.domain) : undefined;
    // Also where the organization has a person with that address.
    await api.make('/user', { email: email ?? `ada@${connected.domain}` });
    const account = accountAt(connected.domain, claims);
    if ('email' in claims) account.claims = { ...account.claims, email };
    const people = await api.get('/user/search/list');
    const failure = await failureOf(setup.signIn(connected, account));
    expect(failure).toMatchObject({ reason, connectionId: connected.connectionId });
    expect((await api.get('/user/search/list')).body).toEqual(people.body);
  });

  it('while the proof of the domain is missing', async () => {
    const connected = await setup.connect({ domains: [`${randomUUID()}.example`] });
    const { body } = await connected.organization.api.get(
      `/oidc-connection/${connected.connectionId}`,
    );
    const [domain = ''] = body.domains as string[];
    const failure = await failureOf(setup.signIn(connected, accountAt(domain)));
    expect(failure.reason).toBe('email-foreign');
  });

  it('who is new, while people are provisioned by SCIM', async () => {
    const connected = await setup.connect();
    const { api, key } = connected.organization;
    const scim = await fetch(`${setup.server.app.url}/api/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `grace@${connected.domain}`,
        emails: [{ value: `grace@${connected.domain}`, primary: true }],
      }),
    });
    expect(scim.status, await scim.text()).toBe(201);
    const people = (await api.get('/user/search/list')).body;
    const stranger = await failureOf(setup.signIn(connected, accountAt(connected.domain)));
    expect(stranger).toMatchObject({
      reason: 'unknown-person',
      detail: expect.stringContaining('SCIM'),
    });
    expect((await api.get('/user/search/list')).body).toEqual(people);
    const grace = accountAt(connected.domain, { email: `grace@${connected.domain}` });
    const done = await setup.signIn(connected, grace);
    expect((await api.get(`/user/${done.person.userId}`)).body).toMatchObject({ source: 'Scim' });
  });

  it('whom only another organization knows', async () => {
    const connected = await setup.connect({ justInTimeProvisioning: false });
    const other = await setup.connect();
    await other.organization.api.make('/user', { email: `ada@${connected.domain}` });
    const failure = await failureOf(setup.signIn(connected, accountAt(connected.domain)));
    expect(failure.reason).toBe('unknown-person');
  });

  it('who has the address of a person that is linked to somebody else of the provider', async () => {
    const connected = await setup.connect();
    const { api } = connected.organization;
    const { person } = await setup.signIn(connected, accountAt(connected.domain));
    const anew = accountAt(connected.domain);
    expect((await failureOf(setup.signIn(connected, anew))).reason).toBe('linked-otherwise');
    // Until an Owner says that they are the same.
    const identity = `/oidc-connection/${connected.connectionId}/identity/${person.userId}`;
    expect((await api.delete(identity)).status).toBe(200);
    expect((await api.delete(identity)).status).toBe(404);
    expect((await setup.signIn(connected, anew)).person).toEqual(person);
  });

  it('where the connection is not enabled, or was switched off meanwhile', async () => {
    const connected = await setup.connect();
    const begun = await setup.begin(connected, accountAt(connected.domain));
    const { api } = connected.organization;
    const path = `/oidc-connection/${connected.connectionId}`;
    await api.put(path, { ...(await api.get(path)).body, isEnabled: false });
    expect((await failureOf(setup.finish(begun))).reason).toBe('disabled');
    const { connectionId } = connected;
    expect((await failureOf(setup.sso.begin({ connectionId }))).reason).toBe('disabled');
    const unknown = await failureOf(setup.sso.begin({ connectionId: randomUUID() }));
    expect(unknown.reason).toBe('disabled');
  });

  it('who is suspended, known by their identity or by their address', async () => {
    const connected = await setup.connect();
    const { api } = connected.organization;
    const account = accountAt(connected.domain);
    const { person } = await setup.signIn(connected, account);
    const byAddress = await api.make('/user', { email: `eve@${connected.domain}` });
    for (const id of [person.userId, byAddress])
      expect((await api.post(`/user/${id}/suspend`)).status).toBe(200);
    const eve = accountAt(connected.domain, { email: `eve@${connected.domain}` });
    for (const one of [account, eve])
      expect((await failureOf(setup.signIn(connected, one))).reason).toBe('suspended');
    const log = await api.get(`/auditlog/list?EntityId=${connected.connectionId}`);
    expect(log.text).toContain('oidc-connection.refuse');
    for (const id of [person.userId, byAddress]) await api.post(`/user/${id}/resume`);
    expect((await setup.signIn(connected, account)).person).toEqual(person);
    expect((await setup.signIn(connected, eve)).person.userId).toBe(byAddress);
  });

  it('who was removed, and is a new person afterwards', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const { person } = await setup.signIn(connected, account);
    await connected.organization.api.delete(`/user/${person.userId}`);
    const again = await setup.signIn(connected, account);
    expect(again.person.userId).not.toBe(person.userId);
  });
});

describe('in a session', () => {
  const as = (connected: Connected, purpose: 'link' | 'confirm', userId: string) => ({
    as: { purpose, userId, organizationId: connected.organization.id },
  });

  it('a person links themselves, whatever their address at the provider is', async () => {
    const connected = await setup.connect();
    const id = await connected.organization.api.make('/user', { email: 'eve@contractor.example' });
    const account = { sub: randomUUID() };
    const begun = await setup.begin(connected, account, as(connected, 'link', id));
    expect(await setup.finish(begun)).toMatchObject({ purpose: 'link', person: { userId: id } });
    expect((await setup.signIn(connected, account)).person.userId).toBe(id);
    // Nobody else links themselves to the same.
    const other = await connected.organization.api.make('/user', { email: 'mal@x.example' });
    const theirs = await setup.begin(connected, account, as(connected, 'link', other));
    expect((await failureOf(setup.finish(theirs))).reason).toBe('linked-otherwise');
  });

  it('a person proves again who they are, by signing in again', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const { person } = await setup.signIn(connected, account);
    const again = as(connected, 'confirm', person.userId);
    const begun = await setup.begin(connected, account, again);
    expect(await setup.finish(begun)).toMatchObject({ purpose: 'confirm', person });
    const { url } = await setup.sso.begin({ connectionId: connected.connectionId, ...again });
    expect(url).toContain('max_age=300');
    expect(url).toContain('prompt=login');
    // Somebody else of the organization, or somebody new, proves nothing.
    for (const other of [{ ...accountAt(connected.domain), claims: { email: 'x@y.example' } }]) {
      const theirs = await setup.begin(connected, other, again);
      expect((await failureOf(setup.finish(theirs))).reason).toBe('other-person');
    }
  });

  it('a connection of another organization proves nothing', async () => {
    const connected = await setup.connect();
    const other = await setup.connect();
    const failure = await failureOf(
      setup.sso.begin({
        connectionId: connected.connectionId,
        as: { purpose: 'confirm', userId: randomUUID(), organizationId: other.organization.id },
      }),
    );
    expect(failure.reason).toBe('disabled');
  });
});

describe('where an address leads', () => {
  it('to the connection that has proven its domain, whoever has the address', async () => {
    const { world } = setup.server.app;
    const { connectionId, domain, organization } = await setup.connect();
    const found = { connectionId, organizationId: organization.id };
    expect(await connectionFor(world, `ada@${domain}`)).toEqual(found);
    expect(await connectionFor(world, `NOBODY@${domain.toUpperCase()}`)).toEqual(found);
    for (const email of [`ada@mail.${domain}`, 'ada@example.org', domain, `@${domain}`, 'a@', ''])
      expect(await connectionFor(world, email), email).toBeNull();
    const path = `/oidc-connection/${connectionId}`;
    const { api } = organization;
    await api.put(path, { ...(await api.get(path)).body, isEnabled: false });
    expect(await connectionFor(world, `ada@${domain}`)).toBeNull();
  });

  it.each([
    ['/', '/'],
    ['/incidents?open=1#x', '/incidents?open=1#x'],
    [undefined, '/'],
    ['', '/'],
    ['incidents', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\b', '/'],
    ['\\/evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/ä', '/'],
    [`/${'a'.repeat(3000)}`, '/'],
  ])('afterwards to a path of this server: %j gives %j', (given, expected) => {
    expect(localPath(given)).toBe(expected);
  });
});
