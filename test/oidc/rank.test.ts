import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptLink } from '../../src/accounts/index.ts';
import { forgetGuesses, from, goodPassword, noMail, tokenOf } from '../accounts/support.ts';
import { makeKey } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import type { Account } from './support/provider.ts';
import { type Connected, failureOf, type Setup, startSetup } from './support/single-sign-on.ts';

type Role = 'Member' | 'Administrator' | 'Owner';

let setup: Setup;
let connected: Connected;
beforeAll(async () => {
  setup = await startSetup();
  connected = await setup.connect();
});
afterAll(() => setup.stop());

const api = () => connected.organization.api;
const addressOf = (name = randomUUID()) => `${name}@${connected.domain}`;

/** A person with a role by hand. */
async function person(role: Role | null, email = addressOf()): Promise<string> {
  const userId = await api().make('/user', { email, displayName: 'Somebody' });
  if (role) await api().make('/organization-membership', { userId, role });
  return userId;
}

async function session(userId: string) {
  const { api } = await signIn(setup.server, {
    organizationId: connected.organization.id,
    userId,
  });
  return api;
}

const keyWith = async (...scopes: [string, ...string[]][]) =>
  setup.server.as(
    await makeKey(setup.server, {
      organizationId: connected.organization.id,
      scopes: scopes.map(([resource, ...permissions]) => ({ resource, permissions })),
    }),
  );

/** What a PUT that changes nothing sends, with these changes. */
async function changed(userId: string, change: Record<string, unknown>) {
  const { body } = await api().get(`/user/${userId}`);
  return { ...body, ...change };
}

const phone = '+493012345678';
const everything = ['get', 'list', 'create', 'update', 'delete'] as const;

describe('what somebody signs in and answers with', () => {
  const waysIn: [string, (userId: string) => Promise<[string, string, Record<string, unknown>]>][] =
    [
      [
        'the e-mail address',
        async (id) => ['PUT', `/user/${id}`, await changed(id, { email: addressOf() })],
      ],
      [
        'the phone number',
        async (id) => ['PUT', `/user/${id}`, await changed(id, { phoneNumber: phone })],
      ],
      [
        'the phone number in the notification settings',
        async (id) => [
          'PUT',
          `/user/${id}/incident-notification-settings`,
          { phoneNumber: phone, incidentNotificationSettings: null },
        ],
      ],
      [
        'a receiver of pushes',
        async (userId) => [
          'POST',
          '/push-subscription',
          { userId, displayName: 'Phone', ntfyTopicUrl: 'https://ntfy.example/topic' },
        ],
      ],
    ];
  const ask = (
    by: Awaited<ReturnType<typeof session>>,
    [method, path, body]: [string, string, Record<string, unknown>],
  ) => (method === 'PUT' ? by.put(path, body) : by.post(path, body));

  describe.each(waysIn)('%s', (name, request) => {
    it.each<[Role, Role | null, number]>([
      ['Administrator', 'Owner', 403],
      ['Administrator', 'Administrator', 200],
      ['Administrator', null, 200],
      ['Owner', 'Owner', 200],
    ])('is changed by an %s for an %s: %i', async (own, theirs, status) => {
      const by = await session(await person(own));
      expect((await ask(by, await request(await person(theirs)))).status).toBe(status);
    });

    it('is changed by a key with scopes only if it may give roles, above all for Owners', async () => {
      const scopes: [string, ...string[]][] = [
        ['users', 'update'],
        ['user-incident-notification-settings', 'update'],
        ['push-subscriptions', 'create'],
      ];
      const weak = await keyWith(...scopes);
      expect((await ask(weak, await request(await person('Owner')))).status).toBe(403);
      // A receiver of pushes signs nobody in.
      const ofMember = name === 'a receiver of pushes' ? 200 : 403;
      expect((await ask(weak, await request(await person('Member')))).status).toBe(ofMember);
      const strong = await keyWith(...scopes, ['organization-memberships', 'update']);
      expect((await ask(strong, await request(await person('Owner')))).status).toBe(200);
    });
  });

  it('does not keep anybody with less from changing the rest', async () => {
    const owner = await person('Owner');
    const body = await changed(owner, { displayName: 'Renamed' });
    expect(
      (await (await session(await person('Administrator'))).put(`/user/${owner}`, body)).status,
    ).toBe(200);
    expect((await (await keyWith(['users', 'update'])).put(`/user/${owner}`, body)).status).toBe(
      200,
    );
  });

  it('is the person’s own for a key of theirs only if it has no scopes', async () => {
    const userId = await person('Owner');
    const key = await makeKey(setup.server, {
      organizationId: connected.organization.id,
      userId,
      scopes: [{ resource: 'users', permissions: ['update'] }],
    });
    const body = await changed(userId, { email: addressOf() });
    expect((await setup.server.as(key).put(`/user/${userId}`, body)).status).toBe(403);
  });
});

describe('a SCIM client', () => {
  const scim = async (method: string, path: string, body: unknown) => {
    const key = await makeKey(setup.server, {
      organizationId: connected.organization.id,
      scopes: [{ resource: 'scim', permissions: [...everything] }],
    });
    const answer = await fetch(`${setup.server.app.url}/api/scim/v2${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const emails = () => [{ value: addressOf(), primary: true }];
  const patch = (value: object) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', value }],
  });
  const requests: [string, (id: string) => Promise<number>][] = [
    [
      'PATCH of the address',
      async (id) => (await scim('PATCH', `/Users/${id}`, patch({ emails: emails() }))).status,
    ],
    [
      'PATCH of the number',
      async (id) =>
        (await scim('PATCH', `/Users/${id}`, patch({ phoneNumbers: [{ value: phone }] }))).status,
    ],
    [
      'PUT',
      async (id) =>
        (
          await scim('PUT', `/Users/${id}`, {
            schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
            userName: id,
            emails: emails(),
          })
        ).status,
    ],
    [
      'Bulk',
      async (id) => {
        const { body } = await scim('POST', '/Bulk', {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations: [
            { method: 'PATCH', path: `/Users/${id}`, data: patch({ emails: emails() }) },
          ],
        });
        const [done] = body.Operations as { status: string }[];
        return Number(done?.status);
      },
    ],
  ];

  it.each(requests)('changes Members, and nobody above, by %s', async (_, request) => {
    expect(await request(await person('Member'))).toBe(200);
    expect(await request(await person(null))).toBe(200);
    expect(await request(await person('Administrator'))).toBe(403);
    expect(await request(await person('Owner'))).toBe(403);
  });

  it('renames, suspends and resumes those above all the same', async () => {
    const id = await person('Administrator');
    const change = { displayName: 'Renamed', active: false, userName: id, externalId: 'one' };
    expect((await scim('PATCH', `/Users/${id}`, patch(change))).status).toBe(200);
    expect((await scim('PATCH', `/Users/${id}`, patch({ active: true }))).status).toBe(200);
  });

  it('changes those whose role its own groups give, who then sign in by their address', async () => {
    const id = await person(null);
    const displayName = `admins ${randomUUID()}`;
    await api().make('/group-mapping', {
      groupDisplayName: displayName,
      organizationRole: 'Administrator',
    });
    await scim('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName,
      members: [{ value: id }],
    });
    const email = addressOf();
    const done = await scim('PATCH', `/Users/${id}`, patch({ emails: [{ value: email }] }));
    expect(done.status).toBe(200);
    const role = await api().get(`/organization-membership/search?UserId=${id}`);
    expect(role.body.role).toBe('Administrator');
    const { person: signedIn } = await setup.signIn(connected, accountOf(email));
    expect(signedIn.userId).toBe(id);
  });
});

function accountOf(email: string): Account {
  return { sub: randomUUID(), claims: { email, email_verified: true } };
}

describe('an address alone', () => {
  it.each<Role>(['Administrator', 'Owner'])('links nobody who is %s', async (role) => {
    const email = addressOf();
    const userId = await person(role, email);
    const failure = await failureOf(setup.signIn(connected, accountOf(email)));
    expect(failure.reason).toBe('not-by-address');
    const log = await api().get(`/auditlog/list?EntityId=${connected.connectionId}`);
    expect((log.body.items as unknown[])[0]).toMatchObject({
      action: 'oidc-connection.refuse',
      changes: [
        { path: 'userId', after: userId },
        { path: 'reason', after: 'not-by-address' },
      ],
    });
  });

  it('links who was invited to sign in, once', async () => {
    const email = addressOf();
    const userId = await person('Owner', email);
    const { body } = await api().post(`/user/${userId}/invitation`);
    const account = accountOf(email);
    expect((await setup.signIn(connected, account)).person.userId).toBe(userId);
    expect((await setup.signIn(connected, account)).person.userId).toBe(userId);
    await api().delete(`/oidc-connection/${connected.connectionId}/identity/${userId}`);
    const failure = await failureOf(setup.signIn(connected, accountOf(email)));
    expect(failure.reason).toBe('not-by-address');
    await forgetGuesses(setup.server);
    const token = tokenOf(String(body.url));
    await expect(
      acceptLink(setup.server.app.world, noMail, token, { password: goodPassword }, from),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('does not link who was invited at another one', async () => {
    const userId = await person('Owner');
    await api().post(`/user/${userId}/invitation`);
    const email = addressOf();
    await api().put(`/user/${userId}`, await changed(userId, { email }));
    const failure = await failureOf(setup.signIn(connected, accountOf(email)));
    expect(failure.reason).toBe('not-by-address');
  });

  it('is not asked for when they link themselves in a session', async () => {
    const email = addressOf();
    const userId = await person('Owner', email);
    const as = {
      purpose: 'link' as const,
      organizationId: connected.organization.id,
      userId,
    };
    const done = await setup.finish(await setup.begin(connected, accountOf(email), { as }));
    expect(done.person.userId).toBe(userId);
  });
});

describe('an invitation by an Administrator', () => {
  it.each(['follows the link', 'signs in by the provider'])(
    'is worth nothing once the person is an Owner: who %s is refused',
    async (how) => {
      const email = addressOf();
      const userId = await person(null, email);
      const by = await session(await person('Administrator'));
      const { body } = await by.post(`/user/${userId}/invitation`);
      await api().make('/organization-membership', { userId, role: 'Owner' });
      if (how === 'signs in by the provider') {
        const failure = await failureOf(setup.signIn(connected, accountOf(email)));
        expect(failure.reason).toBe('not-by-address');
        return;
      }
      await forgetGuesses(setup.server);
      const token = tokenOf(String(body.url));
      await expect(
        acceptLink(setup.server.app.world, noMail, token, { password: goodPassword }, from),
      ).rejects.toMatchObject({ code: 'not-found' });
    },
  );
});
