import { describe, expect, it } from 'vitest';
import { availabilitiesAt, dutiesBetween, netMinutes } from '../../src/on-call/duty.ts';
import type { RotationSettings, ScheduleSettings } from '../../src/on-call/escalations.ts';
import { examples, nights, planOf } from './golden-examples.ts';
import { calendar, plan, schedule } from './plan.ts';

describe('who is on duty in a schedule', () => {
  it.each(examples)('$name', (example) => {
    const team = planOf(example);
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
