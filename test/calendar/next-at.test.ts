import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAt, toInstant, toLocal, weekdayOf, weekdays } from '../../src/calendar/index.ts';
import { zones } from '../support/zones.ts';
import { instants } from './transitions.ts';

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((n) => Temporal.PlainTime.from({ hour: Math.floor(n / 4), minute: (n % 4) * 15 }));
const weekday = fc.option(fc.constantFrom(...weekdays), { nil: null });

describe.each(zones)('the next time of day in %s', (zone) => {
  it('is later, is that time on that weekday, and none is passed over', () => {
    fc.assert(
      fc.property(instants(zone), quarter, weekday, (after, time, on) => {
        const next = nextAt(after, time, on, zone);
        expect(next).toBeGreaterThan(after);
        const today = toLocal(after, zone).toPlainDate();
        const all = Array.from({ length: 9 }, (_, ahead) => today.add({ days: ahead }))
          .filter((day) => on === null || weekdayOf(day) === on)
          .map((day) => toInstant(day.toPlainDateTime(time), zone))
          .filter((instant) => instant > after);
        expect(next).toBe(Math.min(...all));
      }),
    );
  });
});
