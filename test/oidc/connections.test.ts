import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identitiesIn } from '../../src/oidc/identity-model.ts';
import { localSignInAllowed } from '../../src/oidc/index.ts';
import { inWords, type Sentence, usualSpeech } from '../../src/sentences/index.ts';
import { signUpOwner } from '../accounts/support.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { clientSecret, publicUrl } from './support/provider.ts';
import { type Setup, startSetup } from './support/single-sign-on.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.stop());

const given = { displayName: 'SSO', issuer: 'https://sso.example.com', clientId: 'tocsin' };
const look = () =>
  setup.server.app.jobs.runAll((task) => ['removals', 'oidc-domains'].includes(task));
const someDomain = () => `${randomUUID()}.example`;

async function change(api: ApiClient, id: string, changes: Record<string, unknown>) {
  const path = `/oidc-connection/${id}`;
  return api.put(path, { ...(await api.get(path)).body, ...changes });
}

interface Shown {
  state: string;
  verifiedAt: string | null;
  lostAt: string | null;
  message: string | null;
  recordName: string;
  recordValue: string;
}
async function proofOf(api: ApiClient, id: string): Promise<Shown | undefined> {
  return ((await api.get(`/oidc-connection/${id}`)).body.domainProofs as Shown[])[0];
}

describe('a connection', () => {
  it('is for Owners alone', async () => {
    const { server } = setup;
    const id = await server.api.make('/oidc-connection', given);
    for (const organizationRole of ['Member', 'Administrator'] as const) {
      const { api } = await makePerson(server, { organizationRole });
      for (const { status } of [
        await api.get(`/oidc-connection/${id}`),
        await api.get('/oidc-connection/search/list'),
        await api.post('/oidc-connection', given),
        await api.post(`/oidc-connection/${id}/test`),
        await api.delete(`/oidc-connection/${id}`),
      ])
        expect(status).toBe(403);
    }
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    expect((await owner.api.get(`/oidc-connection/${id}`)).status).toBe(200);
    const team = await server.api.make('/team', { displayName: 'T' });
    const limited = server.as(await makeKey(server, { teamIds: [team] }));
    expect((await limited.get(`/oidc-connection/${id}`)).status).toBe(403);
  });

  it('keeps its secret from readers, from the audit log, and in clear from the store', async () => {
    const { server } = setup;
    const id = await server.api.make('/oidc-connection', { ...given, clientSecret });
    expect((await server.api.get(`/oidc-connection/${id}`)).body.clientSecret).toBe(clientSecret);
    const reader = server.as(
      await makeKey(server, { scopes: [{ resource: 'oidc-connections', permissions: ['get'] }] }),
    );
    expect((await reader.get(`/oidc-connection/${id}`)).body.clientSecret).toBe('********');
    const log = await server.api.get(`/auditlog/list?EntityId=${id}`);
    expect(log.text).not.toContain(clientSecret);
    expect((await change(reader, id, {})).status).toBe(403);
    // What a reader saw, written back, keeps the secret.
    await change(server.api, id, { clientSecret: '********' });
    expect((await server.api.get(`/oidc-connection/${id}`)).body.clientSecret).toBe(clientSecret);
  });

  it.each([
    ['no URL', 'sso.example.com'],
    ['without TLS', 'http://sso.example.com'],
    ['the discovery document', 'https://sso.example.com/.well-known/openid-configuration'],
    ['with a query', 'https://sso.example.com/?a=b'],
    ['with a password', 'https://a:b@sso.example.com'],
    ["everybody's Microsoft", 'https://login.microsoftonline.com/common/v2.0'],
    ["everybody's in other letters", 'https://login.microsoftonline.com/Common/v2.0'],
    [
      'the tenant of consumers',
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    ],
    ['all organizations of Microsoft', 'https://login.microsoftonline.com/organizations/v2.0'],
  ])('is refused for an issuer that is %s', async (_, issuer) => {
    const { status, body } = await setup.server.api.post('/oidc-connection', { ...given, issuer });
    expect(status).toBe(400);
    expect(body.errors).toHaveProperty('issuer');
  });

  it.each([
    ['no domain', ['example']],
    ['an address', ['ada@example.com']],
    ['a wildcard', ['*.example.com']],
    ['one twice', ['example.com', 'EXAMPLE.com']],
  ])('is refused for %s', async (_, domains) => {
    const { status, body } = await setup.server.api.post('/oidc-connection', { ...given, domains });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)[0]).toMatch(/^domains/);
  });

  it('keeps its issuer and its client: the people of another one are others', async () => {
    const { api } = setup.server;
    const id = await api.make('/oidc-connection', given);
    for (const changes of [{ issuer: 'https://other.example.com' }, { clientId: 'other' }])
      expect((await change(api, id, changes)).status).toBe(400);
  });

  it('says which addresses the identity provider has to know', async () => {
    const { api, organizationId } = setup.server;
    const { body } = await api.post('/oidc-connection', given);
    expect(body).toMatchObject({
      signInUrl: `${publicUrl}/sign-in/oidc/${body.id}`,
      callbackUrl: `${publicUrl}/sign-in/oidc/callback/${organizationId}`,
      backChannelLogoutUrl: `${publicUrl}/sign-in/oidc/${body.id}/back-channel-logout`,
      lastSignInAt: null,
      domainProofs: [],
    });
  });
});

describe('a domain', () => {
  it('counts once its record is there, which the server notices by itself, too', async () => {
    const { organization, connectionId } = await setup.connect({ domains: [someDomain()] });
    const { api } = organization;
    const before = await proofOf(api, connectionId);
    expect(before).toMatchObject({ state: 'Unproven', verifiedAt: null });
    expect(before?.message).toContain(before?.recordName);
    setup.records.set(before?.recordName ?? '', ['v=spf1 -all', before?.recordValue ?? '']);
    await look();
    const now = setup.server.clock.now().toISOString();
    const proven = { state: 'Proven', verifiedAt: now, lostAt: null, message: null };
    expect(await proofOf(api, connectionId)).toMatchObject(proven);
    const log = await api.get(`/auditlog/list?EntityId=${connectionId}`);
    expect(log.text).toContain('oidc-connection.check-domains');
    // Other changes keep it.
    await change(api, connectionId, { displayName: 'Renamed' });
    expect(await proofOf(api, connectionId)).toMatchObject(proven);
  });

  it('is not proven by the record of another organization', async () => {
    const { organization, connectionId, domain } = await setup.connect();
    const other = await setup.connect({ domains: [domain] });
    const [mine, theirs] = [
      await proofOf(organization.api, connectionId),
      await proofOf(other.organization.api, other.connectionId),
    ];
    expect(mine?.recordName).toBe(theirs?.recordName);
    expect(mine?.recordValue).not.toBe(theirs?.recordValue);
    expect(theirs?.state).toBe('Unproven');
  });

  it('counts for one connection of the installation, while the others of it count', async () => {
    const first = await setup.connect();
    const free = someDomain();
    const other = await setup.connect({ domains: [first.domain, free] });
    setup.prove(other.organization.id, first.domain);
    setup.prove(other.organization.id, free);
    const { body } = await other.organization.api.post(
      `/oidc-connection/${other.connectionId}/domains/verify`,
    );
    expect(body.domainProofs).toMatchObject([
      { state: 'Unproven', message: expect.stringContaining('another connection') },
      { state: 'Proven' },
    ]);
    // It says nothing about whose it is.
    expect(JSON.stringify(body)).not.toContain(first.connectionId);
    await first.organization.api.delete(`/oidc-connection/${first.connectionId}`);
    await look();
    expect(await proofOf(other.organization.api, other.connectionId)).toMatchObject({
      state: 'Proven',
    });
  });

  it('counts for seven days after its record is gone, and says so', async () => {
    const { organization, connectionId, domain } = await setup.connect();
    const { api } = organization;
    const name = (await proofOf(api, connectionId))?.recordName ?? '';
    const values = setup.records.get(name) ?? [];
    setup.records.delete(name);
    await look();
    const lostAt = setup.server.clock.now().toISOString();
    expect(await proofOf(api, connectionId)).toMatchObject({ state: 'Lost', lostAt });
    expect(JSON.stringify(setup.server.log)).toContain(domain);
    setup.server.clock.advance(6 * 86_400);
    await look();
    expect(await proofOf(api, connectionId)).toMatchObject({ state: 'Lost', lostAt });
    setup.records.set(name, values);
    await look();
    expect(await proofOf(api, connectionId)).toMatchObject({ state: 'Proven', lostAt: null });
    setup.records.delete(name);
    await look();
    setup.server.clock.advance(7 * 86_400);
    await look();
    expect(await proofOf(api, connectionId)).toMatchObject({ state: 'Unproven', verifiedAt: null });
  });
});

describe('a required connection', () => {
  it('leaves a way in: it has worked, and an Owner can do without it', async () => {
    const { server } = setup;
    const { api, organizationId } = server;
    const { world } = server.app;
    const id = await api.make('/oidc-connection', { ...given, issuer: setup.provider.issuer });
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const member = await makePerson(server, { organizationRole: 'Member' });
    const refused = async (changes: Record<string, unknown>) => {
      const { status, body } = await change(api, id, { isRequired: true, ...changes });
      expect(status).toBe(400);
      return JSON.stringify(body.errors);
    };
    expect(await refused({})).toContain('signed in by this connection');
    const now = world.clock.now();
    await identitiesIn(world).insertOne({
      ...{ _id: randomUUID(), organizationId, connectionId: id, issuer: 'x', subject: 'x' },
      ...{ userId: member.id, createdAt: now, lastSignInAt: now },
    });
    expect(await refused({})).toContain('breakGlassUserIds');
    expect(await refused({ breakGlassUserIds: [owner.id] })).toContain('password or a passkey');
    const human = await signUpOwner(server);
    expect(await refused({ breakGlassUserIds: [human.userId, member.id] })).toContain(
      'not an Owner',
    );
    expect(await refused({ breakGlassUserIds: [human.userId], isEnabled: false })).toContain(
      'not enabled',
    );
    const allowed = () =>
      Promise.all(
        [human.userId, owner.id, member.id].map((userId) =>
          localSignInAllowed(world, organizationId, userId),
        ),
      );
    expect(await allowed()).toEqual([true, true, true]);
    const ids = [human.userId.toUpperCase(), owner.id];
    const done = await change(api, id, { isRequired: true, breakGlassUserIds: ids });
    expect(done.status, done.text).toBe(200);
    expect(await allowed()).toEqual([true, true, false]);
    // Who is no Owner any more does not pass.
    const { body } = await api.get(`/organization-membership/search?UserId=${owner.id}`);
    await api.put(`/organization-membership/${body.id}`, { ...body, role: 'Administrator' });
    expect(await allowed()).toEqual([true, false, false]);
    await change(api, id, { isRequired: false, isEnabled: false });
    expect(await allowed()).toEqual([true, true, true]);
    const other = await setup.connect();
    expect(await localSignInAllowed(world, other.organization.id, member.id)).toBe(true);
  });

  it('cannot be created: nobody has signed in by it', async () => {
    const { status } = await setup.server.api.post('/oidc-connection', {
      ...given,
      isRequired: true,
    });
    expect(status).toBe(400);
  });
});

describe('a test of a connection', () => {
  type Step = { name: string; outcome: string; message: string; messageSentence: Sentence };
  async function tested(changes: Record<string, unknown> = {}) {
    const { organization, connectionId } = await setup.connect(changes);
    const { status, body, text } = await organization.api.post(
      `/oidc-connection/${connectionId}/test`,
    );
    expect(status, text).toBe(200);
    const steps = body.steps as Step[];
    expect(new Set(steps.map(({ name }) => name)).size).toBe(7);
    return {
      isWorking: body.isWorking,
      failed: steps.filter(({ outcome }) => outcome === 'Failed'),
      steps,
    };
  }

  it('passes where everything is right', async () => {
    const { isWorking, steps } = await tested();
    expect(isWorking).toBe(true);
    expect(steps.map(({ outcome }) => outcome)).toEqual(Array(7).fill('Passed'));
    const keys = steps.find(({ name }) => name === 'Keys')?.messageSentence;
    expect(keys && inWords(keys, usualSpeech.de)).toBe('Schlüssel für Signaturen: 1.');
  });

  it.each<[string, string, RegExp, Record<string, unknown>]>([
    ['an unreachable issuer', 'Discovery', /cannot be reached/, { issuer: 'http://127.0.0.1:1' }],
    [
      'an inner issuer',
      'Discovery',
      /TOCSIN_ALLOW_PRIVATE_TARGETS/,
      { issuer: 'https://10.0.0.1' },
    ],
    ['a wrong path', 'Discovery', /answers 404/, { issuer: 'ISSUER/realms/x' }],
    ['a refused secret', 'Client', /refuses the client/, { clientSecret: 'wrong' }],
    ['an unknown client', 'Client', /refuses the client/, { clientId: 'unknown' }],
  ])('names %s', async (_, name, message, changes) => {
    const issuer = String(changes.issuer ?? 'ISSUER').replace('ISSUER', setup.provider.issuer);
    const { isWorking, failed } = await tested({ ...changes, issuer });
    expect(isWorking).toBe(false);
    expect(failed).toEqual([
      expect.objectContaining({ name, outcome: 'Failed', message: expect.stringMatching(message) }),
    ]);
  });

  it.each<[string, string, RegExp, Record<string, unknown>]>([
    ['another issuer', 'Issuer', /https:\/\/evil\.example/, { issuer: 'https://evil.example' }],
    ['no PKCE', 'Capabilities', /S256/, { code_challenge_methods_supported: ['plain'] }],
    ['no code flow', 'Capabilities', /code flow/, { response_types_supported: ['id_token'] }],
    [
      'no public keys',
      'Capabilities',
      /HMAC/,
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    ],
  ])('names %s', async (_, name, message, changes) => {
    const found = await fetch(`${setup.provider.issuer}/.well-known/openid-configuration`);
    const document = { ...((await found.json()) as object), ...changes };
    setup.provider.intercept = (req, res) => {
      if (!req.url?.startsWith('/.well-known/')) return false;
      res.setHeader('content-type', 'application/json').end(JSON.stringify(document));
      return true;
    };
    const { failed } = await tested();
    setup.provider.intercept = null;
    expect(failed).toEqual([
      expect.objectContaining({ name, outcome: 'Failed', message: expect.stringMatching(message) }),
    ]);
  });

  it('says what is missing although it works', async () => {
    const { isWorking, steps } = await tested({ domains: [someDomain()] });
    expect(isWorking).toBe(true);
    expect(steps.find(({ name }) => name === 'Domains')).toMatchObject({ outcome: 'Warning' });
  });
});

it('domains for which the operator vouches are proven without a record, for their organization only', async () => {
  const mine = '01234567-89ab-7def-8123-456789abcdef';
  const server = await startTestApp({
    env: {
      TOCSIN_VOUCHED_DOMAINS: `corp.local, Other.Example=${mine}, pages.example=*, below.example, *=*`,
    },
  });
  try {
    // What every organization may use names nobody, and a domain below another one is one of its own.
    const domains = ['Corp.local', 'other.example', 'pages.example', 'a.below.example', 'b.test'];
    const states = async (api: ApiClient) => {
      const id = await api.make('/oidc-connection', { ...given, domains });
      const { body } = await api.post(`/oidc-connection/${id}/domains/verify`);
      return (body.domainProofs as Shown[]).map(({ state }) => state);
    };
    expect(await states((await makeOrganization(server)).api)).toEqual(
      domains.map(() => 'Unproven'),
    );
    expect(await states(server.api)).toEqual(['Proven', ...domains.slice(1).map(() => 'Unproven')]);
  } finally {
    await server.stop();
  }
});
