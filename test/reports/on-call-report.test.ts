import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/identity/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { readCsv } from '../support/read-csv.ts';
import { signIn } from '../support/sessions.ts';

let server: TestApp;
const users: Record<string, string> = {};
const teams: Record<string, string> = {};

/** A team of Berlin whose tiers have these people at these times. */
async function team(
  name: string,
  tiers: { person: string; start: string; end: string }[][],
  idle: string[] = [],
): Promise<void> {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: name, timeZoneId: 'Europe/Berlin' });
  teams[name] = teamId;
  const memberships: Record<string, string> = {};
  for (const person of new Set([...tiers.flat().map((shift) => shift.person), ...idle])) {
    users[person] ??= await api.make('/user', {
      displayName: person,
      email: `${person}@example.com`,
    });
    memberships[person] = await api.make('/team-membership', {
      userId: users[person],
      teamId,
      role: 'Member',
    });
  }
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: tiers.map((shifts) => ({
      schedules: shifts.map(({ person, start, end }) => ({
        scheduleSettings: { start, end },
        rotations: [{ members: [{ teamMembershipId: memberships[person] }] }],
      })),
    })),
  });
}

beforeAll(async () => {
  server = await startTestApp({ clock: '2026-10-20T10:00:00.000Z' });
  await team('X', [[{ person: 'alice', start: '00:00', end: '12:00' }]], ['dora']);
  await team('Y', [[{ person: 'alice', start: '06:00', end: '18:00' }]]);
  await team('Z', [
    [
      { person: 'carl', start: '00:00', end: '17:00' },
      { person: 'carl', start: '20:00', end: '00:00' },
    ],
    [{ person: 'alice', start: '17:00', end: '20:00' }],
  ]);
  await team('All day', [[{ person: '=emil', start: '00:00', end: '00:00' }]]);
  server.clock.set('2026-10-28T11:00:00.000Z');
});
afterAll(() => server.stop());

interface Person {
  user: { displayName: string | null; id: string };
  seconds: number;
  teams: { team: { displayName: string }; seconds: number }[];
}

async function report(query: string) {
  const answer = await server.api.get(`/on-call-report/people?TimeZoneId=Europe/Berlin&${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  const body = answer.body as {
    people: Person[];
    isRunning: boolean;
    countedUntil: string;
    period: object;
  };
  const hours = (seconds: number) => seconds / 3600;
  return {
    ...body,
    hours: Object.fromEntries(
      body.people.map(({ user, seconds }) => [user.displayName ?? user.id, hours(seconds)]),
    ),
    byTeam: (name: string) =>
      Object.fromEntries(
        body.people
          .find(({ user }) => user.displayName === name)
          ?.teams.map((one) => [one.team.displayName, hours(one.seconds)]) ?? [],
      ),
  };
}

describe('on-call times', () => {
  it('in several teams at once count once, and for each team', async () => {
    const day = await report('From=2026-10-22&Until=2026-10-22');
    // 00–12, 06–18 and 17–20 are 20 hours, not 27.
    expect(day.hours).toEqual({ '=emil': 24, carl: 21, alice: 20, dora: 0 });
    expect(day.byTeam('alice')).toEqual({ X: 12, Y: 12, Z: 3 });
    expect(day.byTeam('dora')).toEqual({ X: 0 });
    expect(day.isRunning).toBe(false);
  });

  it('are time that passes: the day on which clocks go back has 25 hours', async () => {
    const { hours } = await report('From=2026-10-25&Until=2026-10-25');
    expect(hours).toEqual({ '=emil': 25, carl: 22, alice: 21, dora: 0 });
  });

  it('count up to now while the period is not over, and that is the current month', async () => {
    const month = await report('');
    expect(month.period).toMatchObject({ from: '2026-10-01', until: '2026-10-31' });
    expect([month.isRunning, month.countedUntil]).toEqual([true, '2026-10-28T11:00:00.000Z']);
    // 27 days, one of them with 25 hours, and until noon.
    expect(month.hours['=emil']).toBe(27 * 24 + 1 + 12);
    const ahead = await report('From=2026-11-01&Until=2026-11-30');
    expect(ahead.hours).toEqual({ '=emil': 0, carl: 0, alice: 0, dora: 0 });
  });

  it('are of the teams, people and tiers that were asked for', async () => {
    const day = 'From=2026-10-22&Until=2026-10-22';
    expect((await report(`${day}&TeamIds=${teams.X}`)).hours).toEqual({ alice: 12, dora: 0 });
    expect((await report(`${day}&UserIds=${users.alice}`)).hours).toEqual({ alice: 20 });
    // Alice's own tier in Z is the second; the same time is her filling up of the first.
    expect((await report(`${day}&TeamIds=${teams.Z}&MaxTier=2`)).hours).toEqual({
      carl: 21,
      alice: 3,
    });
  });

  it('as CSV: a line for each person, or for each time with its source', async () => {
    const query = 'TimeZoneId=Europe/Berlin&From=2026-10-22&Until=2026-10-22';
    const sums = await server.api.get(`/on-call-report/csv?${query}`);
    expect(sums.headers.get('content-disposition')).toBe(
      'attachment; filename="on-call-2026-10-22-2026-10-22.csv"',
    );
    expect(sums.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [, ...people] = readCsv(sums.text);
    expect(people.map(([, ...cells]) => cells)).toEqual([
      // A name is no formula.
      ["'=emil", "'=emil@example.com", 'All day', '86400', '24.00'],
      ['carl', 'carl@example.com', 'Z', '75600', '21.00'],
      ['alice', 'alice@example.com', 'X; Y; Z', '72000', '20.00'],
      ['dora', 'dora@example.com', 'X', '0', '0.00'],
    ]);
    const times = await server.api.get(
      `/on-call-report/csv?${query}&Kind=Times&TeamIds=${teams.Z}`,
    );
    expect(readCsv(times.text)).toEqual([
      ['user_id', 'user', 'team', 'tier', 'source', 'start', 'end', 'seconds'],
      [
        users.carl,
        'carl',
        'Z',
        '1',
        'schedule',
        '2026-10-22T00:00:00+02:00',
        '2026-10-22T17:00:00+02:00',
        '61200',
      ],
      [
        users.alice,
        'alice',
        'Z',
        '1',
        'fillUp',
        '2026-10-22T17:00:00+02:00',
        '2026-10-22T20:00:00+02:00',
        '10800',
      ],
      [
        users.carl,
        'carl',
        'Z',
        '1',
        'schedule',
        '2026-10-22T20:00:00+02:00',
        '2026-10-23T00:00:00+02:00',
        '14400',
      ],
    ]);
  });

  it('are part of the plans PRO and ENTERPRISE, for people in a browser, too', async () => {
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const { api } = await signIn(server, { userId: owner.id });
    const statuses = async () =>
      Promise.all(
        ['/on-call-report/people', '/on-call-report/csv'].map(
          async (path) => (await api.get(path)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    await setPlan(server.app.world, server.organizationId, 'STANDARD');
    expect(await statuses()).toEqual([403, 403]);
    await setPlan(server.app.world, server.organizationId, 'PRO');
    expect(await statuses()).toEqual([200, 200]);
  });
});
