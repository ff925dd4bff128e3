import type { TeamPlan } from '../../src/on-call/duty.ts';
import type { RotationSettings, ScheduleSettings } from '../../src/on-call/escalations.ts';
import type { OverrideWire } from '../../src/on-call/overrides.ts';
import { plan, schedule } from './plan.ts';

export interface Example {
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
export const nights = daily('20:00', '08:00');
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const sixHours: RotationSettings = {
  repeats: 'custom',
  customRepeatUnit: 'hours',
  customRepeatValue: 6,
  startsOnTime: '09:00',
};

/** oncall-and-calls.md 2.6, in its numbering. */
export const examples: Example[] = [
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

export function planOf(example: Example): TeamPlan {
  const { rotations, hours, rotation, anchor, beside } = example;
  const settings = { scheduleSettings: hours ?? null, rotationSettings: rotation ?? null };
  const first = schedule(rotations, settings, anchor);
  const second = beside && schedule(beside.rotations, { scheduleSettings: beside.hours });
  return plan(example.zone, [second ? [first, second] : [first]], example.overrides);
}
