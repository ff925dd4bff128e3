import { expect, it } from 'vitest';
import { collect, type Saved, together } from './collect.ts';
import { escalations, forwarding, overrides, schedules } from './fixtures/duty.ts';
import { everybody } from './fixtures/people.ts';

const key = {
  ada: 'opsgenie:user-details:ada',
  ben: 'opsgenie:user-details:ben',
  cleo: 'opsgenie:user-details:cleo',
};
const all: Saved = together(everybody, schedules, overrides, forwarding, escalations);

it('rotations are layers of one level, in which whoever is gone keeps an empty turn', () => {
  const { bodies, lines } = collect(all);
  expect(bodies('tocsin_schedule')['opsgenie:schedules:s1']).toEqual({
    displayName: 'Shop',
    description: 'Who sells at night',
    teamId: 'opsgenie:team-details:shop',
    timeZoneId: 'Europe/Berlin',
    layers: [
      {
        id: 'week',
        displayName: 'Weeks',
        startsAt: '2026-01-05T08:00:00.000Z',
        endsAt: null,
        hours: null,
        turns: { every: 1, unit: 'weeks', from: '2026-01-05T08:00:00.000Z', clock: 'wall' },
        groups: [
          { userIds: [key.ada] },
          { userIds: [] },
          { userIds: [] },
          { userIds: [key.ada, key.ben] },
          { userIds: [key.ada] },
        ],
      },
      {
        id: 'nights',
        displayName: 'Nights',
        startsAt: '2026-01-05T19:30:00.000Z',
        endsAt: '2027-01-05T19:30:00.000Z',
        hours: [
          { fromDay: 'mon', from: '20:30', untilDay: 'tue', until: '08:00' },
          { fromDay: 'tue', from: '20:30', untilDay: 'wed', until: '08:00' },
          { fromDay: 'wed', from: '20:30', untilDay: 'thu', until: '08:00' },
          { fromDay: 'thu', from: '20:30', untilDay: 'fri', until: '08:00' },
          { fromDay: 'fri', from: '20:30', untilDay: 'sat', until: '08:00' },
          { fromDay: 'sat', from: '20:30', untilDay: 'sun', until: '08:00' },
          { fromDay: 'sun', from: '20:30', untilDay: 'mon', until: '08:00' },
        ],
        turns: { every: 2, unit: 'days', from: '2026-01-05T19:30:00.000Z', clock: 'wall' },
        groups: [{ userIds: [key.ben] }, { userIds: [key.ada] }],
      },
      {
        id: 'weekends',
        displayName: 'Weekends',
        startsAt: '2026-01-05T08:00:00.000Z',
        endsAt: null,
        hours: [
          { fromDay: 'fri', from: '18:00', untilDay: 'mon', until: '08:00' },
          { fromDay: 'wed', from: '12:00', untilDay: 'wed', until: '13:30' },
        ],
        turns: { every: 12, unit: 'hours', from: '2026-01-05T08:00:00.000Z', clock: 'elapsed' },
        groups: [{ userIds: [key.ada] }, { userIds: [key.cleo] }],
      },
    ],
  });
  expect(lines()).toContain(
    'behaviour opsgenie:schedules:s1/rotations/0/participants/1: ' +
      'Not in the account any more: nobody has this turn.',
  );
});

it('the layers of a schedule that is switched off have ended, and what has no team has one of its own', () => {
  const { bodies, lines } = collect(all);
  const schedule = bodies('tocsin_schedule')['opsgenie:schedules:s2'];
  expect(schedule?.layers.map(({ id, endsAt }) => [id, endsAt])).toEqual([
    ['a', '2026-11-01T00:00:00.000Z'],
  ]);
  expect(schedule?.teamId).toBe('opsgenie:team-details:ownerless');
  expect(schedule?.timeZoneId).toBe('UTC');
  expect(lines().filter((line) => /^behaviour opsgenie:schedules:s2/.test(line))).toEqual([
    'behaviour opsgenie:schedules:s2/timezone: No time zone that is known: its times are read as UTC.',
    'behaviour opsgenie:schedules:s2/rotations/1: Left out: how its turns follow each other is not known.',
    'behaviour opsgenie:schedules:s2/rotations/2/timeRestriction: Hours that are not known to this version.',
    'behaviour opsgenie:schedules:s2/rotations/2: Left out: how its turns follow each other is not known.',
  ]);
});

it('what has no team goes to the team that was answered', () => {
  const { bodies } = collect(all, { answers: { ownerless: 'payments' } });
  expect(bodies('tocsin_schedule')['opsgenie:schedules:s2']?.teamId).toBe(
    'opsgenie:team-details:pay',
  );
});

it('overrides replace, forwarded alerts are absences, and what is over is counted', () => {
  const { bodies, lines } = collect(all);
  const at = 'opsgenie:schedule-overrides:s1';
  expect(bodies('tocsin_on_call_override')).toEqual({
    [`${at}:one night`]: {
      userId: key.cleo,
      type: 'online',
      start: '2026-12-01T08:00:00.000Z',
      end: '2026-12-02T08:00:00.000Z',
      scheduleId: 'opsgenie:schedules:s1',
      layerIds: ['nights'],
      mode: 'replace',
    },
    [`${at}:all of it`]: {
      userId: key.ben,
      type: 'online',
      start: '2026-12-05T08:00:00.000Z',
      end: '2026-12-07T08:00:00.000Z',
      scheduleId: 'opsgenie:schedules:s1',
      layerIds: null,
      mode: 'replace',
    },
    [`${at}:all of it:2`]: {
      userId: key.ada,
      type: 'online',
      start: '2026-12-06T08:00:00.000Z',
      end: '2026-12-07T08:00:00.000Z',
      scheduleId: 'opsgenie:schedules:s1',
      layerIds: null,
      mode: 'replace',
    },
    'opsgenie:forwarding-rules:f1': {
      userId: key.ben,
      type: 'offline',
      start: '2026-12-06T08:00:00.000Z',
      end: '2026-12-20T08:00:00.000Z',
      replacementUserIds: [key.ada],
    },
  });
  expect(bodies('tocsin_temporary_schedule')).toEqual({
    [`${at}:nobody`]: {
      scheduleId: 'opsgenie:schedules:s1',
      start: '2026-12-25T00:00:00.000Z',
      end: '2026-12-26T00:00:00.000Z',
      shifts: [],
    },
  });
  expect(lines().filter((line) => line.startsWith('past'))).toEqual([
    `past ${at}:over: Had ended before the import.`,
    'past opsgenie:forwarding-rules:f2: Had ended before the import.',
  ]);
});

it('times of escalations are differences, in order', () => {
  const { bodies } = collect(all);
  const policy = bodies('tocsin_escalation_policy')['opsgenie:escalations:e1'];
  const scheduleId = 'opsgenie:schedules:s1';
  const teamId = 'opsgenie:team-details:pay';
  expect(
    policy?.steps.map(({ afterMinutes, stopsWhen, targets }) => [
      afterMinutes,
      stopsWhen,
      targets?.[0],
    ]),
  ).toEqual([
    [0, 'acknowledged', { userId: key.ada }],
    [10, 'acknowledged', { scheduleId, pick: 'onCall' }],
    [5, 'acknowledged', { scheduleId, pick: 'next' }],
    [5, 'resolved', { scheduleId, pick: 'previous' }],
    [5, 'acknowledged', { teamId, pick: 'administrators' }],
    [1, 'acknowledged', { teamId, pick: 'members' }],
    [1, 'acknowledged', { teamId, pick: 'members' }],
    [1, 'acknowledged', { teamId, pick: 'oneAtRandom' }],
    [1, 'acknowledged', { teamId, pick: 'policy' }],
    [1, 'acknowledged', { teamId: 'opsgenie:team-details:shop', pick: 'policy' }],
    [30, 'acknowledged', { scheduleId, pick: 'everybody' }],
  ]);
  expect(policy).toMatchObject({
    loops: 3,
    loopAfterMinutes: 5,
    loopWhile: 'resolved',
    acknowledgementLapsesAfterMinutes: 65,
    resolvesAfterMinutes: 260,
  });
});

it('without time in between, nothing is repeated', () => {
  const { bodies } = collect(all);
  const policy = bodies('tocsin_escalation_policy')['opsgenie:escalations:e2'];
  expect(policy?.loops).toBeUndefined();
  expect(policy?.steps.map(({ afterMinutes }) => afterMinutes)).toEqual([5, 0]);
});

it('an escalation of people who are gone is a line, and no policy', () => {
  const { bodies, lines } = collect(all);
  expect(Object.keys(bodies('tocsin_escalation_policy'))).not.toContain('opsgenie:escalations:e3');
  expect(
    lines().filter((line) => line.startsWith('behaviour opsgenie:escalations:e3:')),
  ).toHaveLength(1);
});

it('people of a schedule or escalation are members of its team', () => {
  const { bodies } = collect(all);
  const membersOf = (team: string) =>
    Object.values(bodies('tocsin_team_membership')).flatMap(({ teamId, userId }) =>
      teamId === `opsgenie:team-details:${team}` ? [userId?.split(':').at(-1)] : [],
    );
  expect(membersOf('shop').toSorted()).toEqual(['ada', 'ben', 'cleo']);
  expect(membersOf('pay').toSorted()).toEqual(['ada', 'ben', 'cleo']);
  expect(membersOf('ownerless')).toEqual(['ada']);
});

it('references into what could not be read stay', () => {
  const { bodies, lines } = collect(together(schedules), { unreadable: ['user-details', 'users'] });
  const [first] = bodies('tocsin_schedule')['opsgenie:schedules:s1']?.layers ?? [];
  expect(first?.groups[1]).toEqual({ userIds: ['opsgenie:user-details:gone'] });
  expect(lines().join('\n')).not.toContain('participants/1');
});
