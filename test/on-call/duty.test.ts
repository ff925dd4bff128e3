import { describe, expect, it } from 'vitest';
import { availabilitiesAt, dutiesBetween, netMinutes } from '../../src/on-call/duty.ts';
import type { RotationSettings, ScheduleSettings } from '../../src/on-call/escalations.ts';
import type { OverrideWire } from '../../src/on-call/overrides.ts';
import { calendar, plan, schedule } from './plan.ts';

interface Example {
  name: string;
  zone: string;
  rotations: string;
  hours?: ScheduleSettings;
  rotation?: RotationSettings;
  anchor?: string;
  overrides?: Partial<OverrideWire>[];
  /** A second schedule beside the first. */
  beside?: { rotations: string; hours: ScheduleSettings };
  from: string;
  until: string;
  expected: string[];
}

const daily = (from: string, until: string): ScheduleSettings => ({
  weeklySchedules: [{ from, until }],
});
const nights = daily('20:00', '08:00');
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const sixHours: RotationSettings = {
  repeats: 'custom',
  customRepeatUnit: 'hours',
  customRepeatValue: 6,
  startsOnTime: '09:00',
};

/** oncall-and-calls.md 2.6, in its numbering. */
const examples: Example[] = [
  {
    name: '1: one rotation without settings is always on duty',
    zone: 'Europe/Berlin',
    rotations: 'A,B',
    from: '2026-05-04',
    until: '2026-06-04',
    expected: ['2026-05-04T00:00+02:00 A,B'],
  },
  {
    name: '2: weekly from Monday',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: { repeats: 'weekly', startsOnDayOfWeek: 'mon' },
    from: '2026-05-04',
    until: '2026-05-25',
    expected: ['2026-05-04T00:00+02:00 A', '2026-05-11T00:00+02:00 B', '2026-05-18T00:00+02:00 A'],
  },
  {
    name: '2: several rotations without settings change weekly on Monday',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    anchor: '2026-05-06',
    from: '2026-05-04',
    until: '2026-05-18',
    expected: ['2026-05-04T00:00+02:00 A', '2026-05-11T00:00+02:00 B'],
  },
  {
    name: '3: a handover at nine stays at nine when clocks go forward',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: { repeats: 'weekly', startsOnDayOfWeek: 'mon', startsOnTime: '09:00' },
    anchor: '2026-03-23',
    from: '2026-03-23T09:00',
    until: '2026-04-06T09:00',
    expected: ['2026-03-23T09:00+01:00 A', '2026-03-30T09:00+02:00 B'],
  },
  {
    name: '4: and when they go back',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: { repeats: 'weekly', startsOnDayOfWeek: 'mon', startsOnTime: '09:00' },
    anchor: '2026-10-19',
    from: '2026-10-19T09:00',
    until: '2026-11-02T09:00',
    expected: ['2026-10-19T09:00+02:00 A', '2026-10-26T09:00+01:00 B'],
  },
  {
    name: '5: a night shift is not cut at midnight',
    zone: 'America/Los_Angeles',
    rotations: 'A|B',
    hours: nights,
    rotation: { repeats: 'weekly', startsOnDayOfWeek: 'sat' },
    anchor: '2026-05-02',
    from: '2026-05-08T12:00',
    until: '2026-05-10T12:00',
    expected: [
      '2026-05-08T12:00-07:00 -',
      '2026-05-08T20:00-07:00 A',
      '2026-05-09T08:00-07:00 -',
      '2026-05-09T20:00-07:00 B',
      '2026-05-10T08:00-07:00 -',
    ],
  },
  {
    name: '5: unless the handover has a time, even midnight',
    zone: 'America/Los_Angeles',
    rotations: 'A|B',
    hours: nights,
    rotation: { repeats: 'weekly', startsOnDayOfWeek: 'sat', startsOnTime: '00:00' },
    anchor: '2026-05-02',
    from: '2026-05-08T12:00',
    until: '2026-05-09T12:00',
    expected: [
      '2026-05-08T12:00-07:00 -',
      '2026-05-08T20:00-07:00 A',
      '2026-05-09T00:00-07:00 B',
      '2026-05-09T08:00-07:00 -',
    ],
  },
  {
    name: '6: a night of eleven hours',
    zone: 'America/New_York',
    rotations: 'A',
    hours: nights,
    from: '2026-03-07T12:00',
    until: '2026-03-08T12:00',
    expected: ['2026-03-07T12:00-05:00 -', '2026-03-07T20:00-05:00 A', '2026-03-08T08:00-04:00 -'],
  },
  {
    name: '7: a night of thirteen hours',
    zone: 'America/New_York',
    rotations: 'A',
    hours: nights,
    from: '2026-10-31T12:00',
    until: '2026-11-01T12:00',
    expected: ['2026-10-31T12:00-04:00 -', '2026-10-31T20:00-04:00 A', '2026-11-01T08:00-05:00 -'],
  },
  {
    name: '8: neighbours stay neighbours at a time that does not exist',
    zone: 'Europe/Berlin',
    rotations: 'A',
    hours: daily('22:00', '02:30'),
    beside: { rotations: 'B', hours: daily('02:30', '22:00') },
    from: '2026-03-28T22:00',
    until: '2026-03-29T12:00',
    expected: ['2026-03-28T22:00+01:00 A', '2026-03-29T03:00+02:00 B'],
  },
  {
    name: '9: and at a time that comes twice',
    zone: 'Europe/Berlin',
    rotations: 'A',
    hours: daily('22:00', '02:30'),
    beside: { rotations: 'B', hours: daily('02:30', '22:00') },
    from: '2026-10-24T22:00',
    until: '2026-10-25T12:00',
    expected: ['2026-10-24T22:00+02:00 A', '2026-10-25T02:30+02:00 B'],
  },
  {
    name: '10: a window inside the skipped hour vanishes that day',
    zone: 'Europe/Berlin',
    rotations: 'A',
    hours: daily('02:15', '02:45'),
    from: '2026-03-28',
    until: '2026-03-31',
    expected: [
      '2026-03-28T00:00+01:00 -',
      '2026-03-28T02:15+01:00 A',
      '2026-03-28T02:45+01:00 -',
      '2026-03-30T02:15+02:00 A',
      '2026-03-30T02:45+02:00 -',
    ],
  },
  {
    name: '11: six hours stay on the clock when it goes forward',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: sixHours,
    anchor: '2026-03-28',
    from: '2026-03-28T09:00',
    until: '2026-03-29T15:00',
    expected: [
      '2026-03-28T09:00+01:00 A',
      '2026-03-28T15:00+01:00 B',
      '2026-03-28T21:00+01:00 A',
      '2026-03-29T03:00+02:00 B',
      '2026-03-29T09:00+02:00 A',
    ],
  },
  {
    name: '12: and when it goes back',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: sixHours,
    anchor: '2026-10-24',
    from: '2026-10-24T21:00',
    until: '2026-10-25T15:00',
    expected: ['2026-10-24T21:00+02:00 A', '2026-10-25T03:00+01:00 B', '2026-10-25T09:00+01:00 A'],
  },
  {
    name: '13: the 31st is the last day of every month',
    zone: 'America/New_York',
    rotations: 'A|B|C',
    rotation: { repeats: 'monthly', startsOnDateOfMonth: 30 },
    anchor: '2026-01-31',
    from: '2026-01-31',
    until: '2026-05-31',
    expected: [
      '2026-01-31T00:00-05:00 A',
      '2026-02-28T00:00-05:00 B',
      '2026-03-31T00:00-04:00 C',
      '2026-04-30T00:00-04:00 A',
    ],
  },
  {
    name: '14: three of four people at a time, moving on',
    zone: 'America/Los_Angeles',
    rotations: 'R,G,S,K',
    rotation: {
      repeats: 'weekly',
      startsOnDayOfWeek: 'sat',
      rotationMode: 'auto',
      autoRotationSize: 3,
    },
    anchor: '2026-05-02',
    from: '2026-05-02',
    until: '2026-06-06',
    expected: [
      '2026-05-02T00:00-07:00 R,G,S',
      '2026-05-09T00:00-07:00 K,R,G',
      '2026-05-16T00:00-07:00 S,K,R',
      '2026-05-23T00:00-07:00 G,S,K',
      '2026-05-30T00:00-07:00 R,G,S',
    ],
  },
  {
    name: '15: effective dates are whole days, both included, and turns before the anchor count back',
    zone: 'America/Los_Angeles',
    rotations: 'A|B',
    hours: { effectiveFrom: '2025-11-23', effectiveUntil: '2025-11-24' },
    rotation: sixHours,
    anchor: '2025-11-23',
    from: '2025-11-22',
    until: '2025-11-26',
    expected: [
      '2025-11-22T00:00-08:00 -',
      '2025-11-23T00:00-08:00 A',
      '2025-11-23T03:00-08:00 B',
      '2025-11-23T09:00-08:00 A',
      '2025-11-23T15:00-08:00 B',
      '2025-11-23T21:00-08:00 A',
      '2025-11-24T03:00-08:00 B',
      '2025-11-24T09:00-08:00 A',
      '2025-11-24T15:00-08:00 B',
      '2025-11-24T21:00-08:00 A',
      '2025-11-25T00:00-08:00 -',
    ],
  },
  {
    name: '16: the anchor moves back to the handover day',
    zone: 'Europe/Berlin',
    rotations: 'A|B',
    rotation: { repeats: 'biweekly', startsOnDayOfWeek: 'fri' },
    anchor: '2026-05-06',
    from: '2026-05-01',
    until: '2026-06-12',
    expected: ['2026-05-01T00:00+02:00 A', '2026-05-15T00:00+02:00 B', '2026-05-29T00:00+02:00 A'],
  },
  {
    name: '17: a replacement takes the place of who is absent',
    zone: 'Europe/Berlin',
    rotations: 'A,B',
    overrides: [
      {
        userId: 'A',
        start: '2026-05-04T10:00:00Z',
        end: '2026-05-04T18:00:00Z',
        replacementUserIds: ['C'],
      },
    ],
    from: '2026-05-04',
    until: '2026-05-05',
    expected: [
      '2026-05-04T00:00+02:00 A,B',
      '2026-05-04T12:00+02:00 C,B',
      '2026-05-04T20:00+02:00 A,B',
    ],
  },
  {
    name: '18: replacements of replacements, and a circle of them that leaves nobody',
    zone: 'Europe/Berlin',
    rotations: 'A',
    overrides: [
      {
        userId: 'A',
        start: '2026-05-04T08:00:00Z',
        end: '2026-05-04T20:00:00Z',
        replacementUserIds: ['B'],
      },
      {
        userId: 'B',
        start: '2026-05-04T10:00:00Z',
        end: '2026-05-04T12:00:00Z',
        replacementUserIds: ['C'],
      },
      {
        userId: 'B',
        start: '2026-05-04T14:00:00Z',
        end: '2026-05-04T16:00:00Z',
        replacementUserIds: ['A'],
      },
    ],
    from: '2026-05-04',
    until: '2026-05-05',
    expected: [
      '2026-05-04T00:00+02:00 A',
      '2026-05-04T10:00+02:00 B',
      '2026-05-04T12:00+02:00 C',
      '2026-05-04T14:00+02:00 B',
      '2026-05-04T16:00+02:00 -',
      '2026-05-04T18:00+02:00 B',
      '2026-05-04T22:00+02:00 A',
    ],
  },
  {
    name: '19: days without a window use up a turn',
    zone: 'Europe/Berlin',
    rotations: 'A|B|C',
    hours: { weeklySchedules: [{ selectedDays: [...weekdays], from: '09:00', until: '19:00' }] },
    rotation: { repeats: 'daily' },
    from: '2026-05-07T09:00',
    until: '2026-05-12T19:00',
    expected: [
      '2026-05-07T09:00+02:00 A',
      '2026-05-07T19:00+02:00 -',
      '2026-05-08T09:00+02:00 B',
      '2026-05-08T19:00+02:00 -',
      '2026-05-11T09:00+02:00 B',
      '2026-05-11T19:00+02:00 -',
      '2026-05-12T09:00+02:00 C',
    ],
  },
  {
    name: '20: an extra duty outside of all hours',
    zone: 'Europe/Berlin',
    rotations: 'A',
    hours: { weeklySchedules: [{ selectedDays: [...weekdays], from: '08:00', until: '17:00' }] },
    overrides: [
      {
        userId: 'D',
        type: 'online',
        start: '2026-05-09T06:00:00Z',
        end: '2026-05-09T08:00:00Z',
      },
    ],
    from: '2026-05-08T17:00',
    until: '2026-05-11T08:00',
    expected: ['2026-05-08T17:00+02:00 -', '2026-05-09T08:00+02:00 D', '2026-05-09T10:00+02:00 -'],
  },
  {
    name: '21: a change of half an hour',
    zone: 'Australia/Lord_Howe',
    rotations: 'A',
    hours: nights,
    from: '2026-04-04T12:00',
    until: '2026-04-05T12:00',
    expected: ['2026-04-04T12:00+11:00 -', '2026-04-04T20:00+11:00 A', '2026-04-05T08:00+10:30 -'],
  },
  {
    name: '22: a day that starts at one',
    zone: 'America/Santiago',
    rotations: 'A|B',
    rotation: { repeats: 'daily' },
    anchor: '2026-09-05',
    from: '2026-09-05',
    until: '2026-09-07',
    expected: ['2026-09-05T00:00-04:00 A', '2026-09-06T01:00-03:00 B'],
  },
  {
    name: '23: the turn of a day that does not exist is empty',
    zone: 'Pacific/Apia',
    rotations: 'A|B',
    rotation: { repeats: 'daily' },
    anchor: '2011-12-28',
    from: '2011-12-28',
    until: '2012-01-02',
    expected: [
      '2011-12-28T00:00-10:00 A',
      '2011-12-29T00:00-10:00 B',
      // The 30th would have been A's.
      '2012-01-01T00:00+14:00 A',
    ],
  },
  {
    name: '24: several windows in one schedule',
    zone: 'America/Los_Angeles',
    rotations: 'R',
    hours: {
      weeklySchedules: [
        { selectedDays: [...weekdays], from: '06:00', until: '18:00' },
        { selectedDays: ['sat', 'sun'], from: '10:00', until: '14:00' },
      ],
    },
    from: '2026-05-08',
    until: '2026-05-10',
    expected: [
      '2026-05-08T00:00-07:00 -',
      '2026-05-08T06:00-07:00 R',
      '2026-05-08T18:00-07:00 -',
      '2026-05-09T10:00-07:00 R',
      '2026-05-09T14:00-07:00 -',
    ],
  },
  {
    name: '25: the skipped hour skips its turn',
    zone: 'Europe/Berlin',
    rotations: 'A|B|C|D',
    rotation: {
      repeats: 'custom',
      customRepeatUnit: 'hours',
      customRepeatValue: 1,
      startsOnTime: '00:00',
    },
    anchor: '2026-03-29',
    from: '2026-03-29',
    until: '2026-03-29T05:00',
    expected: [
      '2026-03-29T00:00+01:00 A',
      '2026-03-29T01:00+01:00 B',
      '2026-03-29T03:00+02:00 D',
      '2026-03-29T04:00+02:00 A',
    ],
  },
  {
    name: '26: the same time twice is a whole day',
    zone: 'Europe/Berlin',
    rotations: 'A',
    hours: { weeklySchedules: [{ selectedDays: ['sat'], from: '08:00', until: '08:00' }] },
    from: '2026-05-09',
    until: '2026-05-11',
    expected: ['2026-05-09T00:00+02:00 -', '2026-05-09T08:00+02:00 A', '2026-05-10T08:00+02:00 -'],
  },
];

describe('who is on duty in a schedule', () => {
  it.each(examples)('$name', (example) => {
    const first = schedule(
      example.rotations,
      {
        scheduleSettings: example.hours ?? null,
        rotationSettings: example.rotation ?? null,
      },
      example.anchor,
    );
    const { beside } = example;
    const second = beside && schedule(beside.rotations, { scheduleSettings: beside.hours });
    const team = plan(example.zone, [second ? [first, second] : [first]], example.overrides);
    expect(calendar(team, example.from, example.until)).toEqual(example.expected);
  });

  it.each<[string, ScheduleSettings, string[]]>([
    [
      'the older form of one window',
      { selectedDays: ['tue'], start: '09:00', end: '17:00' },
      ['2026-05-05T09:00+00:00 A', '2026-05-05T17:00+00:00 -'],
    ],
    [
      'days without times are whole days',
      { weeklySchedules: [{ selectedDays: ['tue'] }] },
      ['2026-05-05T00:00+00:00 A', '2026-05-06T00:00+00:00 -'],
    ],
    [
      'a list of windows wins over the older form',
      { selectedDays: ['wed'], weeklySchedules: [{ selectedDays: ['tue'] }] },
      ['2026-05-05T00:00+00:00 A', '2026-05-06T00:00+00:00 -'],
    ],
    [
      'Friday night reaches into a Saturday that is not selected',
      { weeklySchedules: [{ selectedDays: ['fri'], from: '20:00', until: '08:00' }] },
      ['2026-05-08T20:00+00:00 A', '2026-05-09T08:00+00:00 -'],
    ],
    [
      'the last effective day cuts a night at its end',
      { ...nights, effectiveFrom: '2026-05-08', effectiveUntil: '2026-05-08' },
      [
        '2026-05-08T00:00+00:00 A',
        '2026-05-08T08:00+00:00 -',
        '2026-05-08T20:00+00:00 A',
        '2026-05-09T00:00+00:00 -',
      ],
    ],
  ])('%s', (_name, hours, expected) => {
    const team = plan('UTC', [[schedule('A', { scheduleSettings: hours })]]);
    expect(calendar(team, '2026-05-04', '2026-05-11')).toEqual([
      '2026-05-04T00:00+00:00 -',
      ...expected,
    ]);
  });

  it('empty lists in settings mean no restriction', () => {
    const hours = { weeklySchedules: [], selectedDays: [] };
    const team = plan('UTC', [[schedule('A', { scheduleSettings: hours })]]);
    expect(calendar(team, '2026-05-04', '2026-05-11')).toHaveLength(1);
  });

  it('a rotation with nobody in it leaves a hole, a schedule without rotations is empty', () => {
    const withHole = schedule('A|', { rotationSettings: { repeats: 'daily' } });
    const empty = { ...schedule(''), rotations: [] };
    const team = plan('UTC', [[withHole, empty]]);
    expect(calendar(team, '2026-05-04', '2026-05-07')).toEqual([
      '2026-05-04T00:00+00:00 A',
      '2026-05-05T00:00+00:00 -',
      '2026-05-06T00:00+00:00 A',
    ]);
  });

  it('an automatic rotation may be larger than its members', () => {
    const rotationSettings = {
      repeats: 'daily',
      rotationMode: 'auto',
      autoRotationSize: 500,
    } as const;
    const team = plan('UTC', [[schedule('A,B', { rotationSettings })]]);
    expect(calendar(team, '2026-05-04', '2026-05-09')).toEqual(['2026-05-04T00:00+00:00 A,B']);
  });

  it.each<[RotationSettings, string[]]>([
    [
      { repeats: 'custom', customRepeatUnit: 'weeks', customRepeatValue: 3 },
      ['2026-05-04T00:00+00:00 A', '2026-05-25T00:00+00:00 B'],
    ],
    [
      { repeats: 'custom', customRepeatUnit: 'days', customRepeatValue: 10 },
      [
        '2026-05-04T00:00+00:00 A',
        '2026-05-14T00:00+00:00 B',
        '2026-05-24T00:00+00:00 A',
        '2026-06-03T00:00+00:00 B',
      ],
    ],
    [
      {
        repeats: 'custom',
        customRepeatUnit: 'months',
        customRepeatValue: 2,
        startsOnDateOfMonth: 4,
        startsOnTime: '12:00',
      },
      // The anchor, 4 May, is before the 5th: the first turn began on 5 April.
      ['2026-05-04T00:00+00:00 A', '2026-06-05T12:00+00:00 B'],
    ],
  ])('custom turns: %j', (rotationSettings, expected) => {
    const team = plan('UTC', [[schedule('A|B', { rotationSettings })]]);
    expect(calendar(team, '2026-05-04', '2026-06-09')).toEqual(expected);
  });
});

const noon = Date.parse('2026-05-04T12:00:00Z');

describe('who is on call in a team', () => {
  it('names every member with the tiers they have a part in', () => {
    const shifts = schedule('A|B', { rotationSettings: { repeats: 'daily' } });
    const team = plan('UTC', [[shifts], [schedule('B')]], [], 'ABC');
    expect([...availabilitiesAt(team, noon)]).toEqual([
      ['A', [{ tier: 1, isOnline: true, fillUp: false }]],
      [
        'B',
        [
          { tier: 1, isOnline: false, fillUp: false },
          { tier: 2, isOnline: true, fillUp: false },
        ],
      ],
      ['C', []],
    ]);
  });

  it('the first lower tier with somebody fills up an empty tier 1', () => {
    const off = schedule('A', { scheduleSettings: { effectiveUntil: '2026-05-03' } });
    const team = plan('UTC', [[off], [], [schedule('B')], [schedule('C')]], [], 'ABC');
    const found = availabilitiesAt(team, noon);
    expect(found.get('A')).toEqual([{ tier: 1, isOnline: false, fillUp: false }]);
    expect(found.get('B')).toEqual([
      { tier: 1, isOnline: true, fillUp: true },
      { tier: 3, isOnline: true, fillUp: false },
    ]);
    expect(found.get('C')).toEqual([{ tier: 4, isOnline: true, fillUp: false }]);
  });

  it('an absence wins over an extra duty at the same time', () => {
    const team = plan('UTC', [], [{ userId: 'A', type: 'online' }, { userId: 'A' }], 'A');
    expect(availabilitiesAt(team, noon).get('A')).toEqual([]);
  });

  it('an extra duty counts in its tier, even one the team does not have', () => {
    const team = plan('UTC', [], [{ userId: 'A', type: 'online', escalationTier: 2 }], 'A');
    expect(availabilitiesAt(team, noon).get('A')).toEqual([
      { tier: 1, isOnline: true, fillUp: true },
      { tier: 2, isOnline: true, fillUp: false },
    ]);
  });

  it('replacements and extra duties of people who are not in the team do not count', () => {
    const overrides = [
      { userId: 'A', replacementUserIds: ['X'] },
      { userId: 'Y', type: 'online' as const },
    ];
    const team = plan('UTC', [[schedule('A')]], overrides, 'A');
    expect(calendar(team, '2026-05-04', '2026-05-05')).toEqual(['2026-05-04T00:00+00:00 -']);
  });

  it('several absences at once unite their replacements, in order', () => {
    const overrides = [
      { userId: 'A', replacementUserIds: ['B'] },
      { userId: 'A', replacementUserIds: ['C', 'B'] },
    ];
    const team = plan('UTC', [[schedule('A')]], overrides);
    expect(calendar(team, '2026-05-04', '2026-05-05')).toEqual(['2026-05-04T00:00+00:00 B,C']);
  });
});

describe('times on call', () => {
  it('one entry for each uninterrupted time in a tier, filling up included', async () => {
    const shifts = schedule('A', { scheduleSettings: { effectiveFrom: '2026-05-05' } });
    const team = plan('UTC', [[shifts], [schedule('B')]], [], 'AB');
    const from = Date.parse('2026-05-04T00:00:00Z');
    const until = Date.parse('2026-05-07T00:00:00Z');
    const change = Date.parse('2026-05-05T00:00:00Z');
    expect(await dutiesBetween(team, from, until)).toEqual([
      { userId: 'B', tier: 1, start: from, end: change },
      { userId: 'B', tier: 2, start: from, end: until },
      { userId: 'A', tier: 1, start: change, end: until },
    ]);
  });

  it('an uninterrupted time is one entry however long it is', async () => {
    const team = plan('UTC', [[schedule('A')], [schedule('B', {}, '2026-01-01')]]);
    const [from, until] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')];
    expect(await dutiesBetween(team, from, until)).toEqual([
      { userId: 'A', tier: 1, start: from, end: until },
      { userId: 'B', tier: 2, start: from, end: until },
    ]);
  });

  it('time in several teams at once counts once', () => {
    const hour = 3_600_000;
    const intervals = [
      { start: 6 * hour, end: 18 * hour },
      { start: 0, end: 12 * hour },
      { start: 17 * hour, end: 20 * hour },
    ];
    expect(netMinutes(intervals)).toBe(20 * 60);
    expect(netMinutes([])).toBe(0);
  });
});
