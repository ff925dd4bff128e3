import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rotaOf, stretches } from '../../../src/rota/index.ts';
import { runsOf } from '../../support/runs.ts';
import { collect } from './collected.ts';
import { personOf } from './fixtures/people.ts';

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kolkata',
];
const ids = ['PAAA', 'PBBB', 'PCCC', 'PGONE'];
const day = 86_400_000;
const users = ids.slice(0, 3).map((id) => personOf(id, id));

const instant = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2026, 11, 31) / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString().replace('.000', ''));
const clock = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => new Date(quarter * 900_000).toISOString().slice(11, 19));
const restriction = fc.oneof(
  fc.record({
    type: fc.constant('daily_restriction'),
    start_time_of_day: clock,
    duration_seconds: fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 900),
  }),
  fc.record({
    type: fc.constant('weekly_restriction'),
    start_time_of_day: clock,
    start_day_of_week: fc.integer({ min: 1, max: 7 }),
    duration_seconds: fc.integer({ min: 1, max: 7 * 96 }).map((quarters) => quarters * 900),
  }),
);
const layer = fc.record({
  id: fc.uuid(),
  name: fc.constant('Layer'),
  start: instant,
  end: fc.option(instant),
  rotation_virtual_start: instant,
  rotation_turn_length_seconds: fc.constantFrom(3600, 5400, 28_800, 43_200, 86_400, 604_800),
  users: fc.array(
    fc.option(fc.constantFrom(...ids).map((id) => ({ user: { id, type: 'user_reference' } }))),
    { minLength: 1, maxLength: 4 },
  ),
  restrictions: fc.array(restriction, { maxLength: 2 }),
});
const schedule = fc.record({
  id: fc.constant('PSCHED'),
  name: fc.constant('Random'),
  time_zone: fc.constantFrom(...zones),
  schedule_layers: fc.array(layer, { minLength: 1, maxLength: 3 }),
});
const override = fc
  .record({ id: fc.uuid(), start: instant, days: fc.integer({ min: 1, max: 20 }) })
  .map(({ id, start, days }) => ({
    ...{ id, start, user: { id: 'PAAA', type: 'user_reference' } },
    end: new Date(Date.parse(start) + days * day).toISOString(),
  }));

test('I8: what is brought has the same people on call at every minute as PagerDuty by its documents', () => {
  fc.assert(
    fc.property(schedule, fc.array(override, { maxLength: 2 }), instant, (one, overrides, at) => {
      const from = new Date(at);
      const until = new Date(from.getTime() + 90 * day);
      const brought = collect(
        {
          users,
          'schedule-details': { PSCHED: [one] },
          'schedule-overrides': { PSCHED: overrides },
        },
        { since: at },
      );
      const [body] = brought.of('tocsin_schedule');
      if (!body) throw new Error('no schedule was brought');
      const rota = rotaOf({
        timeZoneId: body.timeZoneId ?? 'UTC',
        layers: body.layers.map((own, index) => ({ ...own, id: own.id ?? String(index) })),
        overrides: brought.of('tocsin_on_call_override').map((own, index) => ({
          ...{ id: String(index), userId: own.userId, kind: 'replace', replacements: [] },
          ...{ start: Date.parse(own.start ?? ''), end: Date.parse(own.end ?? ''), layerIds: null },
        })),
      });
      const emailOf = (key: string) => `${key.split(':').at(-1)?.toLowerCase()}@example.com`;
      const ours = [];
      for (const stretch of stretches(rota, from.getTime(), until.getTime())) {
        const people = [...new Set(stretch.people.map(({ userId }) => emailOf(userId)))].sort();
        const last = ours.at(-1);
        if (last?.people.join() === people.join()) last.until = stretch.end;
        else ours.push({ from: stretch.start, until: stretch.end, people });
      }
      const theirs = brought.rendered[0]?.stretches(from, until).map((stretch) => ({
        ...{ from: stretch.from.getTime(), until: stretch.until.getTime() },
        people: [...stretch.people],
      }));
      expect(ours).toEqual(theirs);
    }),
    { numRuns: runsOf({ short: 60, long: 3000 }) },
  );
});
