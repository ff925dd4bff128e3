import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '../../src/kernel/index.ts';
import { versionTasks } from '../../src/on-call/note-versions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

const day = 86_400_000;
/** A Monday. */
const start = Date.parse('2026-05-04T00:00:00Z');

let server: TestApp;
let teamId: string;
let tasks: Task[];
const people: Record<string, string> = {};
const memberships: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestApp({ clock: new Date(start).toISOString() });
  tasks = versionTasks(server.app.world);
  for (const name of ['alice', 'bob', 'carol'])
    people[name] = await server.api.make('/user', {
      displayName: name,
      email: `${name}@example.com`,
    });
});
afterAll(() => server.stop());

/** A team of its own for each test, always with Alice on duty, from the first day on. */
beforeEach(async () => {
  server.clock.set(new Date(start));
  await staffedTeam();
});

async function staffedTeam(): Promise<void> {
  teamId = await server.api.make('/team', { displayName: `Team ${Math.random()}` });
  for (const name of Object.keys(people)) await join(name);
  await always('alice');
  await noted();
}

async function join(name: string): Promise<void> {
  const body = { userId: people[name], teamId, role: 'Member' };
  memberships[name] = await server.api.make('/team-membership', body);
}

async function always(...names: string[]): Promise<void> {
  const members = names.map((name) => ({ teamMembershipId: memberships[name] }));
  const escalationTiers = [{ schedules: [{ rotations: [{ members }] }] }];
  await server.api.make('/team-escalations', { teamId, escalationTiers });
}

/** What the server does by itself within seconds. */
async function noted(): Promise<void> {
  await tasks[0]?.run(new AbortController().signal);
}

/** What it does now and then, whatever happened. */
async function notedLate(): Promise<void> {
  await tasks[1]?.run(new AbortController().signal);
}

function days(count: number): string {
  return new Date(start + count * day).toISOString();
}

/** One line for each time on duty in these days: `1-3 alice`. */
async function report(from: number, until: number, of = teamId): Promise<string[]> {
  const query = `Start=${days(from)}&End=${days(until)}&TeamIds=${of}`;
  const { status, text, body } = await server.api.get(`/on-call-report?${query}`);
  expect(status, text).toBe(200);
  type Item = { user: { displayName: string | null }; start: string; end: string };
  const inDays = (instant: string) => (Date.parse(instant) - start) / day;
  return (body.onCallHistoryItems as Item[]).map(
    ({ user, ...item }) =>
      `${inDays(item.start)}-${inDays(item.end)} ${user.displayName ?? 'somebody'}`,
  );
}

async function onDutyAt(moment: number): Promise<string[]> {
  const { body } = await server.api.get(`/on-call?Timestamp=${days(moment)}&TeamIds=${teamId}`);
  type Member = { user: { displayName: string }; availabilities: { isOnline: boolean }[] };
  return (body.memberships as Member[])
    .filter(({ availabilities }) => availabilities.some(({ isOnline }) => isOnline))
    .map(({ user }) => user.displayName);
}

describe('the past', () => {
  it('stays as it was when the escalations change', async () => {
    server.clock.set(days(3));
    const before = await report(0, 3);
    await always('bob');
    await noted();
    expect(await report(0, 3)).toEqual(before);
    expect(await report(0, 6)).toEqual(['0-3 alice', '3-6 bob']);
    server.clock.set(days(5));
    await always('bob', 'carol');
    await noted();
    await server.api.delete(`/team-escalations/${teamId}`);
    await noted();
    expect(await report(0, 6)).toEqual(['0-3 alice', '3-5 bob']);
    expect([await onDutyAt(1), await onDutyAt(4), await onDutyAt(5.5)]).toEqual([
      ['alice'],
      ['bob'],
      [],
    ]);
  });

  it('stays as it was when the time zone of the team changes', async () => {
    const escalationTiers = [
      {
        schedules: [
          {
            rotations: [{ members: [{ teamMembershipId: memberships.alice }] }],
            scheduleSettings: { weeklySchedules: [{ from: '06:00', until: '18:00' }] },
          },
        ],
      },
    ];
    await server.api.make('/team-escalations', { teamId, escalationTiers });
    await noted();
    server.clock.set(days(1));
    const { body } = await server.api.get(`/team/${teamId}`);
    await server.api.put(`/team/${teamId}`, {
      displayName: body.displayName,
      timeZoneId: 'Asia/Tokyo',
    });
    await noted();
    // Nine hours earlier from then on.
    expect(await report(0, 2)).toEqual(['0.25-0.75 alice', '1-1.375 alice', '1.875-2 alice']);
  });

  it('stays as it was when somebody leaves the team, and knows somebody who left the organization', async () => {
    const email = 'dave@example.com';
    people.dave = await server.api.make('/user', { displayName: 'dave', email });
    await join('dave');
    await always('dave');
    await noted();
    server.clock.set(days(2));
    await server.api.delete(`/team-membership/${memberships.dave}`);
    await noted();
    expect(await report(0, 4)).toEqual(['0-2 dave']);
    await server.api.delete(`/user/${people.dave}`);
    delete people.dave;
    expect(await report(0, 4)).toEqual(['0-2 somebody']);
    expect(
      (await server.api.get(`/on-call-report?Start=${days(0)}&End=${days(3)}`)).text,
    ).not.toContain('dave');
  });

  it('tells a change that is not noted yet as one of now', async () => {
    server.clock.set(days(2));
    await always('bob');
    expect(await report(0, 4)).toEqual(['0-2 alice', '2-4 bob']);
  });

  it('keeps the moment of a change that was noted late, as after a crash', async () => {
    server.clock.set(days(2));
    await always('bob');
    server.clock.set(days(3));
    await notedLate();
    expect(await report(0, 4)).toEqual(['0-2 alice', '2-4 bob']);
  });

  it('before the first version is told by the present settings', async () => {
    expect(await report(-2, 1)).toEqual(['-2-1 alice']);
  });

  it('notes a change once, whoever notes it, and nothing that decides nothing', async () => {
    server.clock.set(days(1));
    await always('bob');
    await Promise.all([noted(), notedLate()]);
    await server.api.put(`/team/${teamId}`, { displayName: 'Another name' });
    await always('bob');
    await noted();
    await notedLate();
    expect(await stored('on_call_versions')).toBe(2);
  });
});

describe('an override', () => {
  const absence = (from: number, until: number, replacement = 'bob') => ({
    userId: people.alice,
    teamId,
    type: 'offline',
    start: days(from),
    end: days(until),
    replacementUserIds: [people[replacement]],
  });

  it('that is deleted stays in the past, and ends in the future', async () => {
    const id = await server.api.make('/on-call-override', absence(1, 5));
    server.clock.set(days(3));
    await server.api.delete(`/on-call-override/${id}`);
    expect(await report(0, 6)).toEqual(['0-1 alice', '1-3 bob', '3-6 alice']);
    expect([await onDutyAt(2), await onDutyAt(4)]).toEqual([['bob'], ['alice']]);
  });

  it('that is over and is deleted stays', async () => {
    const id = await server.api.make('/on-call-override', absence(1, 2));
    server.clock.set(days(3));
    await server.api.delete(`/on-call-override/${id}`);
    expect(await report(0, 6)).toEqual(['0-1 alice', '1-2 bob', '2-6 alice']);
  });

  it('that never began leaves nothing', async () => {
    const id = await server.api.make('/on-call-override', absence(1, 2));
    await server.api.delete(`/on-call-override/${id}`);
    expect(await report(0, 6)).toEqual(['0-6 alice']);
  });

  it('that is replaced, several times, counts as it was at each time', async () => {
    const id = await server.api.make('/on-call-override', absence(1, 6));
    const location = `/on-call-override/${id}`;
    server.clock.set(days(2));
    await server.api.put(location, absence(1, 6));
    server.clock.set(days(3));
    await server.api.put(location, absence(0, 6, 'carol'));
    server.clock.set(days(5));
    await server.api.put(location, absence(0, 1));
    expect(await report(0, 7)).toEqual(['0-1 alice', '1-3 bob', '3-5 carol', '5-7 alice']);
    // Refused: nothing has changed.
    await server.api.put(location, { ...absence(6, 1) });
    await server.api.put(location, { ...absence(0, 1), replacementUserIds: [teamId] });
    expect(await report(0, 7)).toEqual(['0-1 alice', '1-3 bob', '3-5 carol', '5-7 alice']);
  });

  it('that is moved to another team counts in each while it is there, and also once the other is gone', async () => {
    const first = teamId;
    const inFirst = absence(1, 6);
    const id = await server.api.make('/on-call-override', inFirst);
    await staffedTeam();
    const location = `/on-call-override/${id}`;
    const moved = async (day: number, body: object) => {
      server.clock.set(days(day));
      const { status, text } = await server.api.put(location, body);
      expect(status, text).toBe(200);
    };
    await moved(2, absence(1, 6));
    await moved(4, inFirst);
    await moved(5, absence(1, 6));
    server.clock.set(days(7));
    const second = ['0-2 alice', '2-4 bob', '4-5 alice', '5-6 bob', '6-7 alice'];
    expect(await report(0, 7)).toEqual(second);
    expect(await report(0, 7, first)).toEqual([
      ...['0-1 alice', '1-2 bob', '2-4 alice', '4-5 bob', '5-7 alice'],
    ]);
    await server.api.delete(`/team/${first}`);
    await server.app.jobs.runAll();
    expect(await report(0, 7)).toEqual(second);
  });

  it('may be entered afterwards', async () => {
    server.clock.set(days(3));
    await server.api.make('/on-call-override', absence(1, 2));
    expect(await report(0, 3)).toEqual(['0-1 alice', '1-2 bob', '2-3 alice']);
  });
});

describe('what is kept', () => {
  it('goes with the team, and with the organization', async () => {
    const override = { userId: people.alice, teamId, type: 'offline', start: days(0), end: null };
    const id = await server.api.make('/on-call-override', override);
    server.clock.set(days(1));
    await server.api.delete(`/on-call-override/${id}`);
    expect([await stored('on_call_versions'), await stored('former_on_call_overrides')]).toEqual([
      1, 1,
    ]);
    await server.api.delete(`/team/${teamId}`);
    await server.app.jobs.runAll();
    expect([await stored('on_call_versions'), await stored('former_on_call_overrides')]).toEqual([
      0, 0,
    ]);
  });

  it('is not seen by another organization', async () => {
    server.clock.set(days(1));
    const other = await makeOrganization(server);
    const { body } = await other.api.get(`/on-call-report?Start=${days(0)}&End=${days(1)}`);
    expect(body.onCallHistoryItems).toEqual([]);
  });
});

async function stored(collection: string): Promise<number> {
  const { connection } = server.app.world.store;
  return connection.collection(collection).countDocuments({ teamId });
}
