import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

/** Monday, noon in Berlin. */
const now = '2026-05-04T10:00:00.000Z';

let server: TestApp;
let teamId: string;
let emptyTeamId: string;
let alice: string;
let bob: string;
let carol: string;
const memberships: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestApp({ clock: now });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  emptyTeamId = await api.make('/team', { displayName: 'Database' });
  const person = async (name: string) => {
    const userId = await api.make('/user', { displayName: name, email: `${name}@example.com` });
    const body = { userId, teamId, role: 'Member' };
    memberships[name] = await api.make('/team-membership', body);
    return userId;
  };
  alice = await person('alice');
  bob = await person('bob');
  carol = await person('carol');
});
afterAll(() => server.stop());

const members = (...names: string[]) => ({
  members: names.map((name) => ({ teamMembershipId: memberships[name] })),
});

/** Alice and Bob change daily, Carol is always on duty in tier 2. */
const tiers = (first: object = {}) => [
  {
    schedules: [
      {
        rotations: [members('alice'), members('bob')],
        rotationSettings: { repeats: 'daily' },
        ...first,
      },
    ],
  },
  { schedules: [{ rotations: [members('carol')] }] },
];

async function setTiers(escalationTiers: object[]): Promise<void> {
  await server.api.make('/team-escalations', { teamId, escalationTiers });
}

interface Membership {
  user: { displayName: string };
  team: { id: string };
  availabilities: { tier: number; isOnline: boolean; fillUp: boolean }[];
}

async function onCall(query = ''): Promise<string[]> {
  const answer = await server.api.get(`/on-call${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body.memberships as Membership[]).map(({ user, availabilities }) => {
    const tiersOf = availabilities.map(
      ({ tier, isOnline, fillUp }) => `${tier}${isOnline ? ' on' : ''}${fillUp ? ' fill-up' : ''}`,
    );
    return [user.displayName, ...tiersOf].join(', ');
  });
}

describe('GET /on-call', () => {
  it('names every member with their tiers, now and at another moment', async () => {
    await setTiers(tiers());
    expect(await onCall()).toEqual(['alice, 1 on', 'bob, 1', 'carol, 2 on']);
    // 22:30Z is half past midnight in Berlin.
    expect(await onCall('?Timestamp=2026-05-04T22:30:00Z')).toEqual([
      'alice, 1',
      'bob, 1 on',
      'carol, 2 on',
    ]);
  });

  it('shows users and teams as references, and keeps to those asked for', async () => {
    await setTiers(tiers());
    const { body } = await server.api.get(`/on-call?UserIds=${bob.toUpperCase()}&UserIds=${carol}`);
    expect(body.memberships).toEqual([
      {
        user: { id: bob, displayName: 'bob', avatarUrl: null, email: 'bob@example.com' },
        team: { id: teamId, displayName: 'Payments', timeZoneId: 'Europe/Berlin' },
        availabilities: [{ tier: 1, isOnline: false, fillUp: false }],
      },
      {
        user: { id: carol, displayName: 'carol', avatarUrl: null, email: 'carol@example.com' },
        team: { id: teamId, displayName: 'Payments', timeZoneId: 'Europe/Berlin' },
        availabilities: [{ tier: 2, isOnline: true, fillUp: false }],
      },
    ]);
    expect(await onCall(`?TeamIds=${emptyTeamId}`)).toEqual([]);
  });

  it('lets replacements stand in, and the next tier fill up an empty first one', async () => {
    const { api } = server;
    await setTiers(tiers());
    const absence = { userId: alice, type: 'offline', start: now, end: '2026-05-04T12:00:00Z' };
    const first = await api.make('/on-call-override', { ...absence, replacementUserIds: [bob] });
    expect(await onCall()).toEqual(['alice, 1', 'bob, 1 on', 'carol, 2 on']);
    const second = await api.make('/on-call-override', { ...absence, userId: bob });
    expect(await onCall()).toEqual(['alice, 1', 'bob, 1', 'carol, 1 on fill-up, 2 on']);
    // Neither counts in a moment when it is over.
    expect(await onCall('?Timestamp=2026-05-04T12:00:00Z')).toEqual([
      'alice, 1 on',
      'bob, 1',
      'carol, 2 on',
    ]);
    for (const id of [first, second]) await api.delete(`/on-call-override/${id}`);
  });

  it('counts rotations from the day they were set up, whoever is swapped in them', async () => {
    await server.api.delete(`/team-escalations/${teamId}`);
    await setTiers(tiers());
    server.clock.set('2026-05-05T10:00:00Z');
    expect((await onCall())[1]).toBe('bob, 1 on');
    await setTiers(tiers({ displayName: 'Days', rotations: [members('carol'), members('bob')] }));
    expect((await onCall())[1]).toBe('bob, 1 on');
    // Another number of rotations is another rotation: it starts anew today.
    const three = [members('alice'), members('bob'), members('carol')];
    await setTiers(tiers({ rotations: three }));
    expect((await onCall())[0]).toBe('alice, 1 on');
    server.clock.set(now);
    await server.api.delete(`/team-escalations/${teamId}`);
    await setTiers(tiers());
  });

  it('skips memberships that are gone', async () => {
    const { api } = server;
    const userId = await api.make('/user', { displayName: 'dave', email: 'dave@example.com' });
    memberships.dave = await api.make('/team-membership', { userId, teamId, role: 'Member' });
    await setTiers([{ schedules: [{ rotations: [members('dave', 'alice')] }] }]);
    expect(await onCall()).toContain('dave, 1 on');
    await api.delete(`/team-membership/${memberships.dave}`);
    expect(await onCall()).toEqual(['alice, 1 on', 'bob', 'carol']);
    await api.delete(`/user/${userId}`);
  });

  it('shows members of teams their own teams only', async () => {
    const outsider = await makePerson(server, { teams: { [emptyTeamId]: 'Member' } });
    const { body } = await outsider.api.get('/on-call');
    expect((body.memberships as Membership[]).map(({ team }) => team.id)).toEqual([emptyTeamId]);
    await server.api.delete(`/user/${outsider.id}`);
  });

  it('refuses a moment that is not in the calendar', async () => {
    const answer = await server.api.get('/on-call?Timestamp=2026-13-01T00:00:00Z');
    expect(answer.status).toBe(400);
  });
});

const days = 'Start=2026-05-04T00:00:00%2B02:00&End=2026-05-06T00:00:00%2B02:00';

describe('GET /on-call-report', () => {
  it('names each time on duty, in all tiers', async () => {
    await setTiers(tiers());
    const { body } = await server.api.get(`/on-call-report?${days}`);
    const items = body.onCallHistoryItems as {
      user: { displayName: string };
      start: string;
      end: string;
      tier: number;
    }[];
    expect(items.map(({ user, start, end, tier }) => [user.displayName, tier, start, end])).toEqual(
      [
        ['alice', 1, '2026-05-03T22:00:00.000Z', '2026-05-04T22:00:00.000Z'],
        ['carol', 2, '2026-05-03T22:00:00.000Z', '2026-05-05T22:00:00.000Z'],
        ['bob', 1, '2026-05-04T22:00:00.000Z', '2026-05-05T22:00:00.000Z'],
      ],
    );
    expect(items[0]).toMatchObject({
      user: { id: alice, email: 'alice@example.com', userName: null, timeZoneId: 'UTC' },
      team: { id: teamId, displayName: 'Payments', timeZoneId: 'Europe/Berlin' },
    });
  });

  it('sums tier 1 unless more is asked for, time in several teams once', async () => {
    const { api } = server;
    await setTiers(tiers());
    const second = await api.make('/team', { displayName: 'Second' });
    const membership = await api.make('/team-membership', {
      userId: alice,
      teamId: second,
      role: 'Member',
    });
    const rotations = [{ members: [{ teamMembershipId: membership }] }];
    await api.make('/team-escalations', {
      teamId: second,
      escalationTiers: [{ schedules: [{ rotations }] }],
    });
    const sums = async (query = '') => {
      const { body } = await api.get(`/on-call-report/sum?${days}${query}`);
      const list = body.userSums as { user: { displayName: string }; netOnCallMinutes: number }[];
      return Object.fromEntries(
        list.map(({ user, netOnCallMinutes }) => [user.displayName, netOnCallMinutes]),
      );
    };
    const day = 24 * 60;
    expect(await sums()).toEqual({ alice: 2 * day, bob: day });
    expect(await sums(`&TeamId=${teamId}`)).toEqual({ alice: day, bob: day });
    expect(await sums(`&MaxTier=2&UserId=${carol}`)).toEqual({ carol: 2 * day });
    await api.delete(`/team/${second}`);
  });

  it.each([
    'Start=2026-05-04T00:00:00Z&End=2026-05-04T00:00:00Z',
    'Start=2026-05-04T00:00:00Z&End=2028-05-04T00:00:00Z',
    'Start=2026-05-04T00:00:00Z',
    'Start=2026-05-04T00:00:00Z&End=tomorrow',
  ])('refuses %s', async (query) => {
    expect((await server.api.get(`/on-call-report?${query}`)).status).toBe(400);
    expect((await server.api.get(`/on-call-report/sum?${query}`)).status).toBe(400);
  });

  it('knows nothing of other organizations', async () => {
    const other = await makeOrganization(server);
    const report = await other.api.get(`/on-call-report?${days}&TeamIds=${teamId}`);
    expect(report.body).toEqual({ onCallHistoryItems: [] });
    const onCallThere = await other.api.get(`/on-call?TeamIds=${teamId}`);
    expect(onCallThere.body).toEqual({ memberships: [] });
  });
});
