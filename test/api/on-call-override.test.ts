import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let teamId: string;
let userId: string;
let otherUserId: string;

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  userId = await api.make('/user', { email: 'a@example.com' });
  otherUserId = await api.make('/user', { email: 'b@example.com' });
});

/** None of the users is in the team: nobody asks (public-api.md 2.13). */
function spec(): EchoSpec {
  return {
    path: '/on-call-override',
    minimal: {
      userId,
      type: 'offline',
      start: '2025-01-01T00:00:00Z',
      end: '2025-01-08T00:00:00Z',
    },
    optional: {
      teamId: [null, teamId, teamId.toUpperCase()],
      type: ['online'],
      // Past periods, and a period of no length.
      start: [null, '2020-01-01T00:00:00Z', '2025-01-08T00:00:00Z', '2025-01-01T00:00:00+05:30'],
      end: [null, '2099-12-31T23:59:59Z'],
      replacementUserIds: [null, [], [otherUserId, userId.toUpperCase()]],
      escalationTier: [null, 1, 100],
    },
    replacement: {
      userId: otherUserId,
      teamId,
      type: 'online',
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-08T08:00:00Z',
      replacementUserIds: [userId],
      escalationTier: 2,
    },
  };
}

describe('/on-call-override', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(spec())) await expectEcho(server.api, spec(), body);
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/on-call-override', replacement);
    const location = `/on-call-override/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('lists the overrides of a user, not those in which they replace somebody', async () => {
    const { api } = server;
    const own = await api.make('/on-call-override', { ...spec().minimal, teamId });
    const other = await api.make('/on-call-override', {
      ...spec().minimal,
      userId: otherUserId,
      replacementUserIds: [userId],
    });
    const idsIn = async (query: string) => {
      const { body } = await api.get(`/on-call-override/search/list?${query}`);
      return (body.onCallOverrides as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsIn(`userId=${userId.toUpperCase()}`)).toEqual([own]);
    expect(await idsIn(`TeamId=${teamId}`)).toEqual([own]);
    expect(await idsIn('')).toEqual([own, other]);
    const found = await api.get(`/on-call-override/search?UserId=${otherUserId}`);
    expect(found.body.id).toBe(other);
    expect((await api.get(`/on-call-override/search?UserId=${randomUUID()}`)).status).toBe(404);
    for (const id of [own, other]) await api.delete(`/on-call-override/${id}`);
  });

  it('users make their own, team administrators those of their team', async () => {
    const member = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const administrator = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
    const own = { ...spec().minimal, userId: member.id };
    const made = await member.api.make('/on-call-override', own);
    const others = { ...spec().minimal, userId: administrator.id, teamId };
    expect((await member.api.post('/on-call-override', others)).status).toBe(403);
    const location = `/on-call-override/${made}`;
    // Giving it to somebody else is making one for somebody else.
    expect((await member.api.put(location, others)).status).toBe(403);
    expect((await member.api.put(location, { ...own, end: null })).status).toBe(200);
    expect((await administrator.api.delete(location)).status).toBe(403);
    const inTeam = await administrator.api.make('/on-call-override', { ...own, teamId });
    expect((await member.api.delete(`/on-call-override/${inTeam}`)).status).toBe(200);
    expect((await member.api.delete(location)).status).toBe(200);
  });

  it('goes with its user and team, unless code manages it', async () => {
    const { api, key } = server;
    const code = server.as(key, { 'x-authorization': key });
    const team = await api.make('/team', { displayName: 'Short-lived' });
    const user = await api.make('/user', { email: 'leaving@example.com' });
    const body = { ...spec().minimal, userId: user, teamId: team };
    const byHand = await api.make('/on-call-override', body);
    const byCode = await code.make('/on-call-override', body);
    expect((await api.delete(`/team/${team}`)).status).toBe(200);
    expect((await api.get(`/on-call-override/${byHand}`)).status).toBe(404);
    expect((await api.delete(`/user/${user}`)).status).toBe(200);
    const left = await api.get(`/on-call-override/${byCode}`);
    expect(left.body).toMatchObject({ userId: user, teamId: team, isProvisioned: true });
    expect((await code.put(`/on-call-override/${byCode}`, spec().minimal)).status).toBe(200);
    expect((await api.delete(`/on-call-override/${byCode}`)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['a user that is not there', { userId: randomUUID() }],
    ['a team that is not there', { teamId: randomUUID() }],
    ['another type', { type: 'away' }],
    ['a month that is not in the calendar', { start: '2026-13-01T00:00:00Z' }],
    ['a date without a time', { start: '2026-01-01' }],
  ])('refuses %s', async (_name, change) => {
    const answer = await server.api.post('/on-call-override', { ...spec().minimal, ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors as object)).toEqual(Object.keys(change));
  });
});
