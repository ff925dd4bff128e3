import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveChain } from '../../src/calls/dial-chain.ts';
import { versionTasks } from '../../src/on-call/note-versions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const day = 86_400_000;
/** A Monday. */
const start = Date.parse('2026-05-04T00:00:00Z');
const days = (count: number) => new Date(start + count * day).toISOString();

let server: TestApp;
let teamId: string;
let schedule: string;
let policy: string;
let noted: () => Promise<unknown>;
const people: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestApp({ clock: days(0) });
  const [task] = versionTasks(server.app.world);
  noted = async () => task?.run(new AbortController().signal);
  for (const [index, name] of ['ann', 'bob', 'cem'].entries())
    people[name] = await server.api.make('/user', {
      displayName: name,
      email: `${name}@example.com`,
      phoneNumber: `+4930${index}11`,
    });
});
afterAll(() => server.stop());

const id = (name: string) => people[name] ?? '';

/** A team without tiers, whose first step is Ann by a schedule, and whose second one is Bob; nobody is a member. */
beforeEach(async () => {
  server.clock.set(new Date(start));
  made += 1;
  const { api } = server;
  teamId = await api.make('/team', { displayName: `Team ${made}`, timeZoneId: 'UTC' });
  schedule = await api.make('/on-call-schedule', {
    displayName: `Schedule ${made}`,
    teamId,
    layers: [{ id: 'weeks', groups: [{ userIds: [id('ann')] }] }],
  });
  policy = await api.make('/escalation-policy', body());
  await noted();
});

const body = (more: object = {}) => ({
  displayName: 'Usual',
  teamId,
  isDefault: true,
  steps: [
    { targets: [{ scheduleId: schedule }] },
    { targets: [{ userId: id('bob') }], afterMinutes: 10 },
  ],
  ...more,
});

type Member = {
  user: { displayName: string };
  availabilities: { tier: number; isOnline: boolean; fillUp: boolean }[];
};
async function onCall(at = days(0)): Promise<string[]> {
  const answer = await server.api.get(`/on-call?Timestamp=${at}&TeamIds=${teamId}`);
  return (answer.body.memberships as Member[]).flatMap(({ user, availabilities }) =>
    availabilities.flatMap(({ tier, isOnline, fillUp }) =>
      isOnline ? `${tier} ${user.displayName}${fillUp ? ' fills up' : ''}` : [],
    ),
  );
}

async function report(query: string): Promise<string[]> {
  const {
    body: shown,
    text,
    status,
  } = await server.api.get(`/on-call-report?Start=${days(0)}&End=${days(10)}&${query}`);
  expect(status, text).toBe(200);
  type Item = { user: { displayName: string }; start: string; end: string; tier: number };
  const inDays = (at: string) => (Date.parse(at) - start) / day;
  return (shown.onCallHistoryItems as Item[]).map(
    ({ user, start: from, end, tier }) =>
      `${tier} ${inDays(from)}-${inDays(end)} ${user.displayName}`,
  );
}

const chain = async (escalationPolicyId?: string) => {
  const by = { teamId, ...(escalationPolicyId ? { escalationPolicyId } : {}) };
  const request = { organizationId: server.organizationId, callerNumber: null, ...by };
  const { targets, excluded } = await resolveChain(server.app.world, request, () => 0);
  return {
    dialled: targets.map(({ tier, displayName }) => `${tier} ${displayName}`),
    excluded: excluded.map(({ tier, reason }) => `${tier} ${reason.code}`),
  };
};

describe('a team that follows a policy', () => {
  it('has its steps as tiers, with people who are no members', async () => {
    expect(await onCall()).toEqual(['1 ann', '2 bob']);
    const layers = [{ groups: [{ userIds: [] }] }];
    await server.api.put(`/on-call-schedule/${schedule}`, {
      displayName: `Schedule ${made}`,
      teamId,
      layers,
    });
    expect(await onCall()).toEqual(['1 bob fills up', '2 bob']);
  });

  it('counts in reports, the past by the policy and the schedule of its time', async () => {
    expect(await report(`TeamIds=${teamId}`)).toEqual(['1 0-10 ann', '2 0-10 bob']);
    server.clock.set(new Date(start + 4 * day));
    await server.api.put(`/on-call-schedule/${schedule}`, {
      displayName: `Schedule ${made}`,
      teamId,
      layers: [{ id: 'weeks', groups: [{ userIds: [id('cem')] }] }],
    });
    await noted();
    server.clock.set(new Date(start + 6 * day));
    await server.api.put(
      `/escalation-policy/${policy}`,
      body({ steps: [{ targets: [{ userId: id('cem') }] }] }),
    );
    await noted();
    const lines = ['1 0-4 ann', '1 4-10 cem', '2 0-6 bob'];
    expect((await report(`TeamIds=${teamId}`)).toSorted()).toEqual(lines);
    expect(await onCall(days(2))).toEqual(['1 ann', '2 bob']);
    server.clock.set(new Date(start + 8 * day));
    expect((await server.api.delete(`/escalation-policy/${policy}`)).status).toBe(200);
    await noted();
    // Nobody is on call without policy and tiers; what was stays.
    expect((await report(`TeamIds=${teamId}`)).toSorted()).toEqual([
      '1 0-4 ann',
      '1 4-8 cem',
      '2 0-6 bob',
    ]);
  });

  it('has reports by schedule, whatever follows it', async () => {
    expect(await report(`ScheduleIds=${schedule}`)).toEqual(['1 0-10 ann']);
    const other = await server.api.make('/team', { displayName: `Other ${made}` });
    expect(await report(`ScheduleIds=${schedule}&TeamIds=${other}`)).toEqual([]);
    const query = `Start=${days(0)}&End=${days(1)}&ScheduleIds=${schedule}`;
    const { body: sums } = await server.api.get(`/on-call-report/sum?${query}`);
    expect(sums.userSums).toMatchObject([{ user: { id: id('ann') }, netOnCallMinutes: 1440 }]);
    server.clock.set(new Date(start + 2 * day));
    const { body: shown } = await server.api.get(`/on-call-report/people?ScheduleIds=${schedule}`);
    expect(shown.people).toMatchObject([
      { user: { id: id('ann') }, teams: [{ team: { id: teamId } }] },
    ]);
  });

  it('has a timeline that names schedules and reasons, and who is absent', async () => {
    await server.api.make('/on-call-override', {
      userId: id('ann'),
      scheduleId: schedule,
      type: 'offline',
      start: days(1),
      end: days(2),
      replacementUserIds: [id('cem')],
    });
    const { body: shown } = await server.api.get(
      `/on-call/timeline?Start=${days(1)}&End=${days(2)}&TeamIds=${teamId}`,
    );
    const [{ tiers }] = shown.teams as [{ tiers: unknown }];
    expect(tiers).toMatchObject([
      {
        tier: 1,
        shifts: [
          {
            userId: id('cem'),
            origin: 'Override',
            scheduleId: schedule,
            reasons: expect.arrayContaining([expect.objectContaining({ kind: 'override' })]),
          },
        ],
        absences: [{ userId: id('ann') }],
      },
      { tier: 2, shifts: [{ userId: id('bob'), scheduleId: null, reasons: null }] },
    ]);
  });

  it('has no shifts of its own to take', async () => {
    const shift = { teamId, userId: id('ann'), replacementUserId: id('bob') };
    const refused = await server.api.post('/on-call/take-shift', {
      ...shift,
      start: days(1),
      end: days(2),
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Usual')]);
  });

  it('leads callers to the people of its steps, or of the policy of the route', async () => {
    expect(await chain()).toEqual({ dialled: ['1 ann', '2 bob'], excluded: [] });
    const other = await server.api.make('/escalation-policy', {
      ...body(),
      displayName: 'Calls',
      isDefault: false,
      steps: [{ targets: [{ userId: id('cem') }] }],
    });
    expect((await chain(other)).dialled).toEqual(['1 cem']);
    await server.api.delete(`/escalation-policy/${other}`);
    expect((await chain(other)).dialled).toEqual(['1 ann', '2 bob']);
    await server.api.make('/on-call-override', {
      userId: id('ann'),
      scheduleId: schedule,
      type: 'offline',
      start: days(0),
      end: days(1),
    });
    expect(await chain()).toEqual({ dialled: ['2 bob'], excluded: ['1 offDutyByOverride'] });
  });

  it('knows no overrides of the team: none is made, and one from before is in the coverage', async () => {
    const { api } = server;
    const override = {
      userId: id('ann'),
      teamId,
      type: 'offline',
      start: days(0),
      end: days(2),
      replacementUserIds: [id('cem')],
      escalationTier: null,
    };
    const refused = await api.post('/on-call-override', override);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body.detail).toContain('scheduleId');
    // Of a time that is over, it is about the tiers of then.
    server.clock.set(new Date(start + 3 * day));
    expect((await api.post('/on-call-override', override)).status).toBe(200);
    server.clock.set(new Date(start));
    const { findings } = (await api.get('/coverage')).body as {
      findings: { kind: string; team: { id: string } | null; userId: string; objectId: string }[];
    };
    const unused = findings.filter(
      ({ kind, team }) => kind === 'OverrideUnused' && team?.id === teamId,
    );
    expect(unused).toMatchObject([{ userId: id('ann'), objectId: policy, level: 'Hint' }]);
  });
});
