import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOf } from '../../support/runs.ts';
import { dutyDifferences } from '../collected.ts';
import { collected } from './collected.ts';

const since = new Date('2026-01-01T00:00:00Z');
const ids = [1, 2, 3, 4];
const users = ids.map((id) => ({ id, firstName: `P${id}`, email: `p${id}@example.com` }));

const zone = fc.constantFrom(
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'America/St_Johns'],
  ...['Africa/Casablanca', 'Africa/Cairo', 'America/Santiago', 'Asia/Kolkata'],
);
const local = fc
  .record({ day: fc.integer({ min: 0, max: 420 }), quarter: fc.integer({ min: 0, max: 95 }) })
  .map(({ day, quarter }) =>
    new Date(Date.UTC(2025, 11, 1 + day, 0, quarter * 15)).toISOString().slice(0, 16),
  );
const dayName = fc.constantFrom(
  ...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
);
const timeOfWeek = fc.record({
  dayOfWeek: dayName,
  time: fc
    .integer({ min: 0, max: 47 })
    .map(
      (half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
    ),
});

const layer = fc.record({
  startsOn: local,
  endsOn: fc.option(local, { freq: 3 }),
  rotation: fc.constantFrom(
    ...['P1D', 'P3D', 'P7D', 'P1W', 'P2W', 'PT12H', 'P1DT6H', 'PT7H30M', 'P10D'],
  ),
  users: fc.array(
    fc.constantFrom(...ids).map((id) => ({ id })),
    { minLength: 1, maxLength: 4 },
  ),
  restrictions: fc.option(
    fc.array(fc.record({ from: timeOfWeek, to: timeOfWeek }), { minLength: 1, maxLength: 2 }),
  ),
});

const shift = fc
  .tuple(local, fc.integer({ min: 1, max: 30 }), fc.constantFrom(...ids))
  .map(([start, quarters, id]) => ({
    user: { id },
    start: `${start}:00Z`,
    end: new Date(Date.parse(`${start}:00Z`) + quarters * 6 * 3_600_000).toISOString(),
  }));

const account = fc.record({
  timezone: zone,
  layers: fc.array(layer, { minLength: 1, maxLength: 3 }),
  override: fc.option(shift),
  shifts: fc.array(shift, { maxLength: 1 }),
});

function brought({ timezone, layers, override, shifts }: Generated) {
  return collected.brought(
    {
      users,
      schedules: [
        { id: 5, name: 'Layers', timezone, type: 'RECURRING', scheduleLayers: layers },
        { id: 6, name: 'By hand', timezone, type: 'STATIC', shifts },
      ],
      'schedule-overrides': { 5: override ? [override] : [] },
    },
    since,
  );
}

type Generated = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

it('reads the same person at the same minutes as what was brought, in every zone, around each change of clocks', () => {
  fc.assert(
    fc.property(account, (given) => {
      const all = brought(given);
      expect(all.rendered.map(({ key }) => key)).toEqual([
        'ilert:schedules:5',
        'ilert:schedules:6',
      ]);
      for (const { key } of all.rendered) expect(dutyDifferences(all, key)).toEqual([]);
    }),
    { numRuns: runsOf({ short: 30, long: 1000 }) },
  );
});
