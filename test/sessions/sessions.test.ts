import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEntries } from '../../src/audit/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import {
  type ActiveSession,
  confirmSignIn,
  contextOf,
  endSession,
  endSessionsOf,
  idTokenOf,
  isRecentSignIn,
  type NewSession,
  type SignIn,
  sessionOf,
  sessionsOf,
  startSession,
} from '../../src/sessions/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

const origin = { address: '192.0.2.7', userAgent: 'Test/1.0', requestId: 'request-1' };
const hour = 3600;
const day = 24 * hour;

let server: TestApp;
let userId: string;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
beforeEach(async () => {
  userId = (await makePerson(server, { organizationRole: 'Member' })).id;
});

const start = (how: SignIn = { method: 'password' }): Promise<NewSession> =>
  startSession(
    server.app.world,
    { organizationId: server.organizationId, userId, accountId: 'account-1' },
    how,
    origin,
  );

const use = (token: string) => sessionOf(server.app.world, token);

async function active(token: string): Promise<ActiveSession> {
  const found = await use(token);
  if (!found) throw new Error('the session is over');
  return found;
}

const system = () => systemContext(server.app.world, server.organizationId);

async function audited(entityId: string) {
  const { entries } = await listEntries(
    system(),
    { entityType: 'Session', entityId },
    { after: null, limit: 50 },
  );
  return entries;
}

async function stored(): Promise<string> {
  const { connection } = server.app.world.store;
  return JSON.stringify(await connection.collection('sessions').find().toArray());
}

describe('a session', () => {
  it('is found by its token, with its person and what they may do', async () => {
    const { token, session } = await start();
    const found = await active(token);
    expect(found.session).toEqual(session);
    expect(found.person.id).toBe(userId);
    expect(found.standing.organizationRole).toBe('Member');
    expect(session).toMatchObject({
      method: 'password',
      address: '192.0.2.7',
      accountId: 'account-1',
    });
    const ctx = contextOf(server.app.world, found, 'request-2');
    expect(ctx).toMatchObject({
      source: 'User',
      organizationId: server.organizationId,
      actor: { kind: 'user', id: userId, sessionId: session.id },
    });
  });

  it('is stored without its token and without the ID token in clear', async () => {
    const oidc = { connectionId: 'c', issuer: 'i', subject: 's', sid: null, idToken: 'id-token' };
    const { token, session } = await start({ method: 'oidc', oidc });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await stored()).not.toContain(token);
    expect(await stored()).not.toContain('id-token');
    expect(idTokenOf(server.app.world, session)).toBe('id-token');
  });

  it('has another token than every other', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => start()));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(20);
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44), '{"$gt":""}'])(
    'is not found by %j',
    async (token) => {
      expect(await use(token)).toBeNull();
    },
  );

  it('cannot begin for somebody of another organization', async () => {
    const { id: organizationId } = await makeOrganization(server);
    const person = { organizationId, userId, accountId: null };
    await expect(
      startSession(server.app.world, person, { method: 'password' }, origin),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('its end', () => {
  it('comes 12 hours after the last use', async () => {
    const { token } = await start();
    for (let used = 0; used < 3; used += 1) {
      server.clock.advance(12 * hour - 1);
      await seen(token);
    }
    server.clock.advance(12 * hour);
    expect(await use(token)).toBeNull();
  });

  it('comes 14 days after the sign-in, however much it is used', async () => {
    const { token } = await start();
    for (let used = 1; used < 28; used += 1) {
      server.clock.advance(12 * hour - 60);
      await seen(token);
    }
    server.clock.advance(12 * hour - 1);
    await seen(token);
    server.clock.advance(27 * 60);
    await active(token);
    server.clock.advance(1);
    expect(await use(token)).toBeNull();
  });

  it('is put off by uses that are written down at most once a minute', async () => {
    const { token, session } = await start();
    server.clock.advance(59);
    await active(token);
    await server.app.jobs.runAll();
    const [listed] = await sessionsOf(system(), userId);
    expect(listed?.lastSeenAt).toEqual(session.createdAt);
    server.clock.advance(1);
    await seen(token);
  });

  it('leaves nothing behind once it was swept', async () => {
    const { session } = await start();
    server.clock.advance(14 * day);
    await server.app.jobs.runAll();
    expect(await stored()).not.toContain(session.id);
  });

  it('can be brought about, by its id and by person', async () => {
    const [one, two, three] = [await start(), await start(), await start()];
    await endSession(server.app.world, one.session, { reason: 'signed out' });
    expect(await use(one.token)).toBeNull();
    const person = { organizationId: server.organizationId, userId };
    const ending = { reason: 'password changed', except: three.session.id } as const;
    expect(await endSessionsOf(server.app.world, person, ending)).toBe(1);
    expect(await use(two.token)).toBeNull();
    await active(three.token);
  });

  it('can be brought about by what the identity provider knows of it', async () => {
    const oidc = (sid: string, issuer = 'https://idp') => ({
      method: 'oidc' as const,
      oidc: { connectionId: 'con', issuer, subject: 'sub', sid, idToken: null },
    });
    const [one, two, other] = [
      await start(oidc('1')),
      await start(oidc('2')),
      await start(oidc('1', 'https://other')),
    ];
    const ending = { reason: 'signed out by the identity provider' } as const;
    const ours = { connectionId: 'con', issuer: 'https://idp' };
    await endSessionsOf(server.app.world, { ...ours, sid: '1' }, ending);
    expect(await use(one.token)).toBeNull();
    await active(two.token);
    await endSessionsOf(server.app.world, { ...ours, subject: 'sub' }, ending);
    expect(await use(two.token)).toBeNull();
    await active(other.token);
    await endSessionsOf(server.app.world, { connectionId: 'con' }, ending);
    expect(await use(other.token)).toBeNull();
  });

  it('comes with the removal of the person', async () => {
    const { token, session } = await start();
    await server.api.delete(`/user/${userId}`);
    expect(await use(token)).toBeNull();
    expect(await stored()).not.toContain(session.id);
    const unused = await start().catch((error: unknown) => error);
    expect(unused).toMatchObject({ code: 'unauthenticated' });
  });

  it('of sessions that nobody uses comes with the removal of the person, too', async () => {
    const { session } = await start();
    await server.api.delete(`/user/${userId}`);
    await server.app.jobs.runAll();
    expect(await stored()).not.toContain(session.id);
  });

  it('comes with the suspension of the person, and stays when they are resumed', async () => {
    const { token, session } = await start();
    await server.api.post(`/user/${userId}/suspend`);
    expect(await stored()).not.toContain(session.id);
    await expect(start()).rejects.toMatchObject({ code: 'unauthenticated' });
    await server.api.post(`/user/${userId}/resume`);
    expect(await use(token)).toBeNull();
    const [end] = await audited(session.id);
    expect(end?.content?.changes).toEqual([{ path: 'reason', after: 'suspended' }]);
    await active((await start()).token);
  });

  it('comes with the use by somebody who was suspended while the session began', async () => {
    const { token, session } = await start();
    const users = server.app.world.store.connection.collection<{ _id: string }>('users');
    const $set = { 'internal.suspendedAt': server.clock.now() };
    await users.updateOne({ _id: userId }, { $set });
    expect(await use(token)).toBeNull();
    expect(await stored()).not.toContain(session.id);
  });

  it('comes with the removal of the organization', async () => {
    const organization = await makeOrganization(server);
    const id = await organization.api.make('/user', { email: 'alone@example.com' });
    const person = { organizationId: organization.id, userId: id, accountId: null };
    const { token } = await startSession(server.app.world, person, { method: 'password' }, origin);
    await active(token);
    await server.api.delete(`/organizations/${organization.id}`);
    expect(await use(token)).toBeNull();
  });

  it('comes to the one unused for longest when there are more than a hundred', async () => {
    const first = await start();
    server.clock.advance(1);
    for (let count = 0; count < 99; count += 1) await start();
    await active(first.token);
    await start();
    expect(await use(first.token)).toBeNull();
    expect(await sessionsOf(system(), userId)).toHaveLength(100);
  });
});

describe('a new token', () => {
  it('is made when the person proves again who they are, and the old one is worth nothing', async () => {
    const before = await start();
    server.clock.advance(hour);
    expect(isRecentSignIn(before.session, server.clock.now())).toBe(false);
    const after = await confirmSignIn(
      server.app.world,
      await active(before.token),
      { method: 'passkey' },
      origin,
    );
    expect(after?.session).toMatchObject({ id: before.session.id, method: 'passkey' });
    expect(await use(before.token)).toBeNull();
    const found = await active(after?.token ?? '');
    expect(isRecentSignIn(found.session, server.clock.now())).toBe(true);
    expect(await sessionsOf(system(), userId)).toHaveLength(1);
  });

  it('is not made for a session that has ended', async () => {
    const { token, session } = await start();
    const found = await active(token);
    await endSession(server.app.world, session, { reason: 'signed out' });
    const again = await confirmSignIn(server.app.world, found, { method: 'password' }, origin);
    expect(again).toBeNull();
    expect(await sessionsOf(system(), userId)).toEqual([]);
  });

  it.each(['organization', 'team'])('is made when a role in the %s changes', async (where) => {
    const { token, session } = await start();
    expect((await active(token)).newToken).toBeNull();
    await changeRole(where);
    // Two requests that were sent together find out together.
    const [one, other] = await Promise.all([active(token), active(token)]);
    expect(one.newToken).toMatch(/^[\w-]{43}$/);
    expect(other.newToken).toBe(one.newToken);
    expect(one.newToken).not.toBe(token);
    const found = await active(one.newToken ?? '');
    expect(found).toMatchObject({ newToken: null, session: { id: session.id } });
    server.clock.advance(30);
    expect(await use(token)).toBeNull();
    await active(one.newToken ?? '');
    expect(await sessionsOf(system(), userId)).toHaveLength(1);
  });

  it('that replaced another one ends with the session, and both with one entry', async () => {
    const { token, session } = await start();
    await changeRole('organization');
    const { newToken } = await active(token);
    await endSession(server.app.world, session, { reason: 'signed out' });
    expect(await use(token)).toBeNull();
    expect(await use(newToken ?? '')).toBeNull();
    const actions = (await audited(session.id)).map(({ action }) => action);
    expect(actions).toEqual(['session.end', 'session.start']);
  });
});

describe('the audit log', () => {
  it('says who signed in, how and from where, who confirmed and who ended it, and why', async () => {
    const { token, session } = await start();
    const found = await active(token);
    const renewed = await confirmSignIn(server.app.world, found, { method: 'passkey' }, origin);
    const by = contextOf(server.app.world, await active(renewed?.token ?? ''), 'request-9');
    await endSession(server.app.world, session, { reason: 'signed out', by });
    await endSession(server.app.world, session, { reason: 'signed out', by });
    const [end, confirm, begin, ...others] = await audited(session.id);
    expect(others).toEqual([]);
    for (const entry of [begin, confirm, end])
      expect(entry).toMatchObject({
        source: 'User',
        actorId: userId,
        sessionId: session.id,
        personIds: [userId],
      });
    expect(begin).toMatchObject({ action: 'session.start', requestId: 'request-1' });
    expect(begin?.content?.changes).toEqual([
      { path: 'method', after: 'password' },
      { path: 'address', after: '192.0.2.7' },
      { path: 'userAgent', after: 'Test/1.0' },
    ]);
    expect(confirm?.action).toBe('session.confirm');
    expect(end).toMatchObject({ action: 'session.end', requestId: 'request-9' });
    expect(end?.content?.changes).toEqual([{ path: 'reason', after: 'signed out' }]);
  });

  it('gets the entry that a crash left in a session', async () => {
    const { session } = await start();
    const sessions = server.app.world.store.connection.collection('sessions');
    const [entry] = await audited(session.id);
    const left = { ...entry, _id: `${entry?._id.slice(0, -4)}0000`, action: 'session.end' };
    await sessions.updateOne(
      { id: session.id },
      {
        $unset: { organizationId: 1 },
        $set: { outbox: [left] },
      },
    );
    await server.app.jobs.runAll();
    expect(await audited(session.id)).toHaveLength(2);
    expect(await stored()).not.toContain(session.id);
  });
});

/** Uses the session. The note of the use is written beside the request. */
async function seen(token: string): Promise<void> {
  await active(token);
  await expect
    .poll(async () => (await sessionsOf(system(), userId))[0]?.lastSeenAt)
    .toEqual(server.clock.now());
}

async function changeRole(where: string): Promise<void> {
  if (where === 'organization') {
    const { body } = await server.api.get(`/organization-membership/search?UserId=${userId}`);
    const role = { userId, role: 'Administrator' };
    await server.api.put(`/organization-membership/${body.id}`, role);
    return;
  }
  const teamId = await server.api.make('/team', { displayName: `Team of ${userId}` });
  await server.api.make('/team-membership', { userId, teamId, role: 'Administrator' });
}
