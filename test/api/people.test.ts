import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/identity/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson, type TestOrganization } from '../support/keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const address = () => `${randomUUID()}@example.com`;

describe('users', () => {
  it('have an e-mail address that is unique in the organization, whatever its letter case', async () => {
    const { api } = server;
    const id = await api.make('/user', { email: 'Same@example.com' });
    const second = await api.post('/user', { email: 'sAME@EXAMPLE.com' });
    // As for every other mistake in a body: clients of the commercial original print these only.
    expect(second.status).toBe(400);
    expect(second.body.errors).toEqual({
      email: [expect.stringContaining(`It has the id ${id}.`)],
    });
    const other = await makeOrganization(server);
    expect((await other.api.post('/user', { email: 'same@example.com' })).status).toBe(200);
  });

  it('may share a phone number', async () => {
    const phoneNumber = '+4915100000';
    await server.api.make('/user', { email: address(), phoneNumber });
    await server.api.make('/user', { email: address(), phoneNumber });
  });

  it('are found by exact e-mail, display name and listed by parts with + in them', async () => {
    const { api } = server;
    const prefix = `list+${randomUUID()}`;
    for (const number of [1, 2, 3])
      await api.make('/user', {
        email: `${prefix}-${number}@example.com`,
        displayName: `${prefix} N${number}`,
      });
    const one = await api.get(
      `/user/search?email=${encodeURIComponent(`${prefix}-2@EXAMPLE.com`)}`,
    );
    expect(one.body.displayName).toBe(`${prefix} N2`);
    const named = await api.get(`/user/search?displayName=${encodeURIComponent(`${prefix} N3`)}`);
    expect(named.body.email).toBe(`${prefix}-3@example.com`);
    expect((await api.get('/user/search?email=nobody@example.com')).status).toBe(404);
    expect((await api.get('/user/search')).status).toBe(400);
    const { body } = await api.get(`/user/search/list?Email=${encodeURIComponent(prefix)}`);
    expect((body.users as unknown[]).length).toBe(3);
    const pattern = await api.get(
      `/user/search/list?Email=${encodeURIComponent(prefix.replace('+', '.'))}`,
    );
    expect(pattern.body).toEqual({ users: [], hasMore: false });
  });

  it('show through which channel they were created', async () => {
    const { api, key } = server;
    const provider = server.as('', { 'x-authorization': key });
    const byApi = await api.post('/user', { email: address() });
    const byProvider = await provider.post('/user', { email: address() });
    expect([byApi.body.source, byApi.body.isProvisioned]).toEqual(['ApiKey', false]);
    expect([byProvider.body.source, byProvider.body.isProvisioned]).toEqual([
      'InfrastructureAsCode',
      true,
    ]);
  });

  it('go with their memberships and keys, and leave the objects that name them', async () => {
    const { api } = server;
    const team = await api.make('/team', { displayName: 'T' });
    const person = await makePerson(server, {
      organizationRole: 'Member',
      teams: { [team]: 'Member' },
    });
    const { body: before } = await api.get(`/team-membership/search/list?UserId=${person.id}`);
    const [membership] = before.teamMemberships as { id: string }[];
    await api.make('/team-escalations', {
      teamId: team,
      escalationTiers: [
        { schedules: [{ rotations: [{ members: [{ teamMembershipId: membership?.id }] }] }] },
      ],
    });
    expect((await api.delete(`/user/${person.id}`)).status).toBe(200);
    expect((await person.api.get('/auth/me')).status).toBe(401);
    const { body: after } = await api.get(`/team-membership/search/list?UserId=${person.id}`);
    expect(after.teamMemberships).toEqual([]);
    expect((await api.get(`/team-escalations/${team}`)).text).toContain(String(membership?.id));
  });

  it('who are nowhere else leave the audit log nameless, and its chain valid', async () => {
    const { api } = server;
    const person = await makePerson(server, { organizationRole: 'Administrator' });
    await person.api.make('/team', { displayName: 'Made by a person' });
    const { body: user } = await api.get(`/user/${person.id}`);
    await api.delete(`/user/${person.id}`);
    const { body } = await api.get(`/auditlog/list?ActorId=${person.id}&Limit=100`);
    const entries = body.items as Record<string, Record<string, unknown>>[];
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(entry.modification?.userDisplayName).toBeNull();
      expect(entry.signatureStatus).toEqual({ isSigned: true, isValid: true });
    }
    const all = await api.get('/auditlog/export?Format=ndjson');
    expect(all.text).not.toContain(String(user.email));
  });

  it('who are in another organization, too, only leave this one', async () => {
    const { api } = server;
    const other = await makeOrganization(server);
    const email = address();
    const here = await api.make('/user', { email, displayName: 'Both' });
    const there = await other.api.make('/user', { email: email.toUpperCase() });
    await api.delete(`/user/${here}`);
    expect((await api.get(`/user/${here}`)).status).toBe(404);
    expect((await other.api.get(`/user/${there}`)).status).toBe(200);
    const { body } = await api.get(`/auditlog/list?EntityId=${here}`);
    expect(JSON.stringify(body.items)).toContain('Both');
  });

  it('settings that were posted as null stay null, and those of others take an administrator', async () => {
    const { api } = server;
    const id = await api.make('/user', { email: address(), incidentNotificationSettings: null });
    const path = `/user/${id}/incident-notification-settings`;
    const none = { id, userId: id, phoneNumber: null, incidentNotificationSettings: null };
    expect((await api.get(path)).body).toEqual(none);
    expect((await api.put(path, { incidentNotificationSettings: null })).status).toBe(200);
    expect((await api.get(`/user/${id}`)).body.incidentNotificationSettings).toBeNull();
    expect((await api.get(`/user/${randomUUID()}/incident-notification-settings`)).status).toBe(
      404,
    );
  });

  describe('notification settings', () => {
    const required = {
      shouldSendSMS: true,
      delayInMinSMS: 5,
      severitiesSMS: ['Critical'],
      shouldCallVoice: false,
      delayInMinVoice: 0,
      severitiesVoice: [],
      shouldSendPush: true,
      delayInMinPush: 0,
      severitiesPush: ['Warning'],
      shouldSendEmail: false,
      delayInMinEmail: 60,
      severitiesEmail: [],
    };
    const intents = {
      disabledIntentsSMS: [],
      disabledIntentsVoice: ['Commented'],
      disabledIntentsPush: [],
      disabledIntentsEmail: [],
    };
    const settings = { ...required, ...intents };
    const phoneNumber = '+12035479055';

    it('are taken and told member by member, with the phone number, as the commercial original does', async () => {
      const { api } = server;
      const id = await api.make('/user', { email: address() });
      const path = `/user/${id}/incident-notification-settings`;
      const { status, body } = await api.post(path, { phoneNumber, ...settings });
      expect(status).toBe(200);
      const both = { id, userId: id, phoneNumber, ...settings };
      expect(body).toEqual({ ...both, incidentNotificationSettings: settings });
      expect((await api.get(path)).body).toEqual(body);
      const { body: user } = await api.get(`/user/${id}`);
      expect(user).toMatchObject({ phoneNumber, incidentNotificationSettings: settings });

      expect((await api.put(path, { ...settings, phoneNumber: null })).body.phoneNumber).toBeNull();
      await api.put(path, { ...settings, phoneNumber });
      const kept = await api.put(path, { incidentNotificationSettings: settings });
      expect(kept.body.phoneNumber, 'left out').toBe(phoneNumber);
    });

    it('need no list of intents, on a user either', async () => {
      const { api } = server;
      const email = address();
      const id = await api.make('/user', { email, incidentNotificationSettings: required });
      const { body: user } = await api.get(`/user/${id}`);
      const none = Object.fromEntries(Object.keys(intents).map((name) => [name, []]));
      expect(user.incidentNotificationSettings).toEqual({ ...required, ...none });
      const path = `/user/${id}/incident-notification-settings`;
      expect((await api.post(path, required)).body).toMatchObject({ ...required, ...none });
    });

    it('say which member is missing, and which is told in two ways', async () => {
      const { api } = server;
      const id = await api.make('/user', { email: address() });
      const path = `/user/${id}/incident-notification-settings`;
      const { shouldSendSMS, ...others } = settings;
      const missing = await api.post(path, others);
      expect(missing.status).toBe(400);
      expect(missing.body.errors).toEqual({ shouldSendSMS: ['is required'] });
      expect((await api.post(path, {})).status).toBe(400);
      const differing = await api.post(path, {
        ...settings,
        incidentNotificationSettings: { ...settings, delayInMinSMS: 7 },
      });
      expect(differing.status).toBe(400);
      expect(Object.keys(differing.body.errors ?? {})).toEqual(['delayInMinSMS']);
      const same = { ...settings, incidentNotificationSettings: settings };
      expect((await api.post(path, same)).status).toBe(200);
    });

    it('and the phone number outlive their release, and a replacement of the user that leaves them out', async () => {
      const { api } = server;
      const email = address();
      const id = await api.make('/user', { email });
      const path = `/user/${id}/incident-notification-settings`;
      await api.post(path, { phoneNumber, ...settings });
      expect((await api.delete(path)).status).toBe(200);
      const kept = { phoneNumber, incidentNotificationSettings: settings };
      expect((await api.get(`/user/${id}`)).body, 'released').toMatchObject(kept);

      const { body: renamed } = await api.put(`/user/${id}`, { email, displayName: 'Renamed' });
      expect(renamed).toMatchObject({ ...kept, displayName: 'Renamed' });
      const { body: cleared } = await api.put(`/user/${id}`, {
        email,
        phoneNumber: null,
        incidentNotificationSettings: null,
      });
      expect(cleared).toMatchObject({ phoneNumber: null, incidentNotificationSettings: null });
    });
  });
});

describe('memberships', () => {
  it('a second one of the same person in the same team, or organization, is refused with 400', async () => {
    const { api } = server;
    const team = await api.make('/team', { displayName: 'T' });
    const userId = await api.make('/user', { email: address() });
    await api.make('/team-membership', { userId, teamId: team, role: 'Member' });
    const again = await api.post('/team-membership', {
      userId: userId.toUpperCase(),
      teamId: team,
      role: 'Member',
    });
    expect(again.status).toBe(400);
    await api.make('/organization-membership', { userId, role: 'Member' });
    expect((await api.post('/organization-membership', { userId, role: 'Owner' })).status).toBe(
      400,
    );
  });

  it('by e-mail invite people, who show as not activated', async () => {
    const { api } = server;
    const team = await api.make('/team', { displayName: 'T' });
    const email = address();
    const { body } = await api.post('/team-membership', { email, teamId: team, role: 'Member' });
    expect(body.email).toBe(email);
    expect(body.activatedAt).toBeNull();
    const { body: user } = await api.get(`/user/search?email=${email}`);
    expect(body.userId).toBe(user.id);
    const known = await api.post('/organization-membership', { email, role: 'Member' });
    expect(known.body.userId).toBe(user.id);
    expect((await api.post('/team-membership', { teamId: team, role: 'Member' })).status).toBe(400);
  });

  it('that name a new person by e-mail at the same time invite them once', async () => {
    const { api } = server;
    const email = address();
    const teams = await Promise.all(
      [1, 2, 3].map((number) => api.make('/team', { displayName: `T${number}` })),
    );
    const answers = await Promise.all([
      ...teams.map((teamId) => api.post('/team-membership', { email, teamId, role: 'Member' })),
      api.post('/organization-membership', { email, role: 'Member' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(1);
  });

  it('that the actor may not make invite nobody', async () => {
    const team = await server.api.make('/team', { displayName: 'T' });
    const member = await makePerson(server, { teams: { [team]: 'Member' } });
    const email = address();
    const refused = await member.api.post('/team-membership', {
      email,
      teamId: team,
      role: 'Member',
    });
    expect(refused.status).toBe(403);
    expect((await server.api.get(`/user/search?email=${email}`)).status).toBe(404);
  });

  it('of the last Owner and of the billable user stay', async () => {
    const organization = await makeOrganization(server);
    const { api } = organization;
    const { body } = await api.get('/organization-membership/search/list');
    const [first] = body.organizationMemberships as { id: string; userId: string }[];
    const path = `/organization-membership/${first?.id}`;
    const demotion = { userId: first?.userId, role: 'Member' };
    expect((await api.delete(path)).status).toBe(403);
    expect((await api.put(path, demotion)).status).toBe(403);
    expect((await api.delete(`/user/${first?.userId}`)).status).toBe(403);

    const second = await api.make('/user', { email: address() });
    await api.make('/organization-membership', { userId: second, role: 'Owner' });
    // Still the billable user.
    expect((await api.put(path, demotion)).status).toBe(403);
    const settings = `/organizations/${organization.id}/settings`;
    expect((await api.put(settings, { billableUserId: second })).status).toBe(200);
    expect((await api.put(path, demotion)).status).toBe(200);
    expect((await api.delete(path)).status).toBe(200);
  });
});

describe('Owners', () => {
  const ownersOf = async (api: TestOrganization['api']) => {
    const { body } = await api.get('/organization-membership/search/list?Role=Owner');
    return body.organizationMemberships as { id: string; userId: string }[];
  };

  it('who are demoted or removed all at once leave one of them', async () => {
    const { api, id } = await makeOrganization(server);
    for (let n = 0; n < 3; n += 1)
      await api.make('/organization-membership', {
        userId: await api.make('/user', { email: address() }),
        role: 'Owner',
      });
    // Somebody pays who is no Owner of the four, so that only their number protects them.
    await server.app.world.store.connection
      .collection('organizations')
      .updateOne({ _id: id as never }, { $set: { 'wire.billableUserId': null } });
    const owners = await ownersOf(api);
    expect(owners.length).toBe(4);
    const answers = await Promise.all(
      owners.map(({ id: membership, userId }, index) => {
        const path = `/organization-membership/${membership}`;
        if (index === 0) return api.delete(path);
        if (index === 1) return api.delete(`/user/${userId}`);
        return api.put(path, { userId, role: 'Member' });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403]);
    expect((await ownersOf(api)).length).toBe(1);
  });

  it('stay the billable user, whoever demotes them while they become it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { api, id } = await makeOrganization(server);
      const userId = await api.make('/user', { email: address() });
      const membership = await api.make('/organization-membership', { userId, role: 'Owner' });
      const path = `/organizations/${id}/settings`;
      await Promise.all([
        api.put(path, { billableUserId: userId }),
        api.put(`/organization-membership/${membership}`, { userId, role: 'Member' }),
      ]);
      const { body } = await api.get(path);
      const owners = await ownersOf(api);
      expect(owners.map((owner) => owner.userId)).toContain(body.billableUserId);
    }
  });
});

describe('organizations', () => {
  it('are made from the present one, with its billable user as Owner, or the person who makes them', async () => {
    const byKey = await makeOrganization(server);
    const { body: settings } = await byKey.api.get(`/organizations/${byKey.id}/settings`);
    const { body: owner } = await byKey.api.get(`/user/${String(settings.billableUserId)}`);
    expect(owner.email).toBe('owner@localhost');

    const person = await makePerson(server, { organizationRole: 'Owner' });
    const { body: me } = await server.api.get(`/user/${person.id}`);
    const id = await person.api.make('/organizations', { displayName: 'Theirs' });
    const { body: theirs } = await server.api.get(`/organizations/${id}/settings`);
    const inside = server.as(await makeKey(server, { organizationId: id }));
    const { body: payer } = await inside.get(`/user/${String(theirs.billableUserId)}`);
    expect(payer).toMatchObject({ email: me.email });
    expect((await server.api.get(`/organizations/${id}`)).body.displayName).toBe('Theirs');
  });

  it('take only the own organization as root', async () => {
    const { api, organizationId } = server;
    const sub = await api.post('/organizations', {
      displayName: 'Sub',
      rootOrganizationId: organizationId,
    });
    expect(sub.body.rootOrganizationId).toBe(organizationId);
    const foreign = await api.post('/organizations', {
      displayName: 'X',
      rootOrganizationId: randomUUID(),
    });
    expect(foreign.status).toBe(400);
    expect((await api.delete(`/organizations/${String(sub.body.id)}`)).status).toBe(200);
    expect((await api.get(`/organizations/${String(sub.body.id)}`)).status).toBe(404);
    expect((await api.delete(`/organizations/${organizationId}`)).status).toBe(409);
  });

  it('that are deleted take everything with them', async () => {
    const organization = await makeOrganization(server);
    const team = await organization.api.make('/team', { displayName: 'T' });
    await organization.api.make('/inbound-integration', {
      displayName: 'I',
      teamId: team,
      type: 'Webhook',
    });
    expect((await server.api.delete(`/organizations/${organization.id}`)).status).toBe(200);
    expect((await organization.api.get('/auth/me')).status).toBe(401);
    await server.app.jobs.runAll();
    server.clock.advance(61);
    await server.app.jobs.runAll();
    const { connection } = server.app.world.store;
    for (const { name } of await connection.listCollections())
      expect(
        await connection.collection(name).countDocuments({ organizationId: organization.id }),
        name,
      ).toBe(0);
  });

  it('count every person in a team once, and a billable user must be an Owner', async () => {
    const { api, id } = await makeOrganization(server);
    const settings = `/organizations/${id}/settings`;
    const [one, two] = [
      await api.make('/team', { displayName: '1' }),
      await api.make('/team', { displayName: '2' }),
    ];
    const userId = await api.make('/user', { email: address() });
    await api.make('/user', { email: address() });
    for (const teamId of [one, two])
      await api.make('/team-membership', { userId, teamId, role: 'Member' });
    expect((await api.get(settings)).body.billableUsers).toBe(1);
    expect((await api.put(settings, { billableUserId: userId })).status).toBe(400);
    await setPlan(server.app.world, id, 'PRO');
    expect((await api.get(settings)).body.plan).toBe('PRO');
  });
});
