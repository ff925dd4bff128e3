import fc from 'fast-check';
import { expect, test } from 'vitest';
import { broughtSchedules } from '../../../src/migration/compare/brought-rotas.ts';
import { runsOf } from '../../support/runs.ts';
import { collect } from './collected.ts';
import { personOf } from './fixtures/people.ts';

const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'];
const ids = ['PAAA', 'PBBB', 'PCCC', 'PGONE'];
const users = ids.slice(0, 3).map((id) => personOf(id, id));
const day = 86_400_000;

const minuteOf2026 = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 900_000, max: Date.UTC(2026, 11, 31) / 900_000 })
  .map((quarter) => quarter * 900_000);
const iso = (at: number) => new Date(at).toISOString().replace('.000', '');
const basic = (at: number) => iso(at).replaceAll(/[-:]/g, '');
const weekdays = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });
const rule = fc.oneof(
  fc.constantFrom('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=DAILY;COUNT=20', 'FREQ=WEEKLY'),
  weekdays.map((days) => `FREQ=WEEKLY;BYDAY=${days.join(',')}`),
  weekdays.map((days) => `FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=${days.join(',')}`),
  weekdays.map((days) => `FREQ=MONTHLY;BYDAY=${days.join(',')};BYSETPOS=-1,2`),
  fc.constantFrom(
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=1,-1',
    'FREQ=MONTHLY;BYDAY=1MO,-1FR',
    'FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU',
    'FREQ=YEARLY;BYWEEKNO=2,-2',
    'FREQ=YEARLY;BYYEARDAY=1,100,-1',
    'FREQ=DAILY;BYMONTH=2,11',
  ),
);
const member = fc.oneof(
  fc.constantFrom(...ids).map((id) => ({ type: 'user_member', user_id: id })),
  fc.constant({ type: 'empty_member' }),
  fc.constant(null),
);
const event = fc
  .record({
    start: minuteOf2026,
    quarters: fc.integer({ min: 1, max: 3 * 96 }),
    zone: fc.constantFrom(...zones),
    rule,
    until: fc.option(fc.integer({ min: 1, max: 200 })),
    since: fc.integer({ min: -20, max: 20 }),
    ends: fc.option(fc.integer({ min: 30, max: 300 })),
    dates: fc.array(fc.tuple(fc.constantFrom('EXDATE', 'RDATE'), fc.integer({ min: 0, max: 90 })), {
      maxLength: 3,
    }),
    members: fc.array(member, { minLength: 1, maxLength: 4 }),
    shifts: fc.integer({ min: 1, max: 3 }),
    every: fc.boolean(),
  })
  .map((one) => ({
    id: `P${one.start / 900_000}${one.quarters}`,
    start_time: { date_time: iso(one.start), time_zone: one.zone },
    end_time: { date_time: iso(one.start + one.quarters * 900_000), time_zone: one.zone },
    effective_since: iso(one.start + one.since * day),
    ...(one.ends !== null && { effective_until: iso(one.start + one.ends * day) }),
    recurrence: [
      `RRULE:${one.rule}${one.until === null ? '' : `;UNTIL=${basic(one.start + one.until * day)}`}`,
      ...one.dates.map(([kind, days]) => `${kind}:${basic(one.start + days * day)}`),
    ],
    assignment_strategy: {
      type: one.every ? 'every_member_assignment_strategy' : 'rotating_member_assignment_strategy',
      ...{ shifts_per_member: one.shifts, members: one.members },
    },
  }));

test('I8: a flexible schedule has the same people on call at every minute as by its rules', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 2 }), minuteOf2026, (events, at) => {
      const brought = collect(
        {
          users,
          'flexible-schedule-details': {
            PFLEX: [{ id: 'PFLEX', name: 'Flexible', time_zone: 'Europe/Berlin' }],
          },
          'flexible-schedule-events': { 'PFLEX/PROTA': events },
        },
        { since: '2025-01-01T00:00:00Z' },
      );
      const [from, until] = [new Date(at), new Date(at + 60 * day)];
      const ours = broughtSchedules(brought.added as never).get('pagerduty:schedules:PFLEX');
      const theirs = brought.rendered.find(({ key }) => key === 'pagerduty:schedules:PFLEX');
      const list = (one: typeof ours) =>
        one
          ?.stretches(from, until)
          .map((stretch) => [stretch.from.toISOString(), stretch.people.join()]);
      const joined = (all: string[][] | undefined) =>
        all?.filter(([, people], index) => people !== all[index - 1]?.[1]);
      expect(joined(list(ours))).toEqual(joined(list(theirs as never)));
    }),
    { numRuns: runsOf({ short: 60, long: 3000 }) },
  );
});
