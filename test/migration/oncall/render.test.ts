import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOf } from '../../support/runs.ts';
import { dutyDifferences } from '../collected.ts';
import { collected } from './collected.ts';

const since = new Date('2026-01-01T00:00:00Z');
const people = ['ada', 'ben', 'cleo', 'dan'].map((name) => ({
  ...{ id: name, email: `${name}@example.com`, username: name, teams: [] },
}));

const hour = 3600;
const day = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const zone = fc.constantFrom(
  ...[null, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns'],
  ...['Africa/Casablanca', 'Africa/Cairo', 'America/Santiago', 'Asia/Kolkata'],
);
const groups = fc.array(fc.subarray(people.map(({ id }) => id)), { minLength: 1, maxLength: 4 });
const start = fc
  .record({ day: fc.integer({ min: 0, max: 400 }), minute: fc.integer({ min: 0, max: 1439 }) })
  .map(({ day: days, minute }) =>
    new Date(Date.UTC(2026, 0, 5 + days, 0, minute)).toISOString().slice(0, 19),
  );

const often = {
  interval: fc.constantFrom(null, 1, 2, 3),
  start,
  time_zone: zone,
  level: fc.integer({ min: 0, max: 2 }),
  week_start: day,
  start_rotation_from_user_index: fc.integer({ min: 0, max: 5 }),
  rolling_users: groups,
  until: fc.option(start, { freq: 4 }),
};
const minutes = (max: number) => fc.integer({ min: 1, max }).map((count) => count * 60);

const shift = fc.oneof(
  fc.record({
    ...often,
    frequency: fc.constant('hourly'),
    interval: fc.constantFrom(1, 2, 3, 6, 8, 12, 48),
    duration: fc.constantFrom(hour, 2 * hour, 6 * hour, 8 * hour, 48 * hour),
  }),
  fc.record({
    ...often,
    frequency: fc.constant('daily'),
    duration: fc.oneof(minutes(2880), fc.constantFrom(24 * hour, 48 * hour)),
    by_day: fc.option(fc.uniqueArray(day, { minLength: 1 })),
  }),
  fc.record({
    ...often,
    frequency: fc.constant('weekly'),
    duration: fc.oneof(minutes(2880), fc.constantFrom(168 * hour, 336 * hour)),
    by_day: fc.option(fc.uniqueArray(day, { minLength: 1 })),
  }),
  fc.record({
    ...often,
    frequency: fc.constant('monthly'),
    duration: minutes(10_080),
    by_monthday: fc.option(
      fc.oneof(
        fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(fc.integer({ min: -28, max: -1 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom([1, 15, -1], [-1, 1], [10, -18, -2], [1, -28]),
      ),
    ),
  }),
);

const shifts = fc.array(
  fc.tuple(shift, fc.constantFrom('rolling_users', 'recurrent_event', 'single_event', 'override')),
  { minLength: 1, maxLength: 4 },
);

function brought(type: string, list: readonly object[]) {
  const ids = list.map((_, place) => `O${place}`);
  return collected.brought(
    {
      users: people,
      on_call_shifts: list.map((one, place) => ({ id: ids[place], name: `O${place}`, ...one })),
      schedules: [{ id: 'S', name: 'S', type, time_zone: 'Europe/Berlin', shifts: ids }],
    },
    since,
  );
}

it('reads the same people at the same minutes as what was brought, in every zone, around each change of clocks', () => {
  let kept = 0;
  const numRuns = runsOf({ short: 150, long: 4000 });
  fc.assert(
    fc.property(fc.constantFrom('web', 'calendar'), shifts, (type, list) => {
      const given = list.map(([one, kind]) => ({
        ...one,
        type: kind,
        ...(kind !== 'rolling_users' && { users: one.rolling_users[0] ?? [] }),
      }));
      const all = brought(type, given);
      // What is left out, cut or begins with somebody else has a line that says so.
      const differs = /^Left out|is cut at its end|^When it begins/;
      fc.pre(!all.ledger.lines().some(({ text }) => differs.test(text)));
      kept += 1;
      expect(dutyDifferences(all, 'oncall:schedules:S')).toEqual([]);
    }),
    { numRuns },
  );
  expect(kept).toBe(numRuns);
});
