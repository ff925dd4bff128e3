import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysAround,
  isOpenAt,
  toLocal,
  type Weekday,
  weekdayOf,
  weekdays,
  weeklyWindow,
  windowOn,
} from '../../src/calendar/index.ts';
import { zones } from '../support/zones.ts';
import { instants } from './transitions.ts';

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map(
    (n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
  );
const days = fc.option(fc.subarray([...weekdays]), { nil: null });

describe.each(zones)('windows in %s', (zone) => {
  it('never end before they start, and never last two days', () => {
    fc.assert(
      fc.property(days, quarter, quarter, instants(zone), (on, from, until, at) => {
        const window = weeklyWindow(on, from, until);
        for (const day of daysAround(at, at, zone)) {
          const open = windowOn(window, day, zone);
          if (!open) continue;
          expect(open.end).toBeGreaterThan(open.start);
          expect(open.end - open.start).toBeLessThan(2 * 86_400_000);
        }
      }),
    );
  });

  it('that divide the day leave no hole and do not overlap', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(quarter, { minLength: 1, maxLength: 4 }),
        instants(zone),
        (cuts, at) => {
          const sorted = cuts.toSorted();
          const windows = sorted.map((from, n) =>
            weeklyWindow(null, from, sorted[(n + 1) % sorted.length] ?? from),
          );
          expect(windows.filter((window) => isOpenAt(window, at, zone))).toHaveLength(1);
        },
      ),
    );
  });

  it('on some days and on the others together are those of every day', () => {
    fc.assert(
      fc.property(
        fc.subarray([...weekdays]),
        quarter,
        quarter,
        instants(zone),
        (on, from, until, at) => {
          const off = weekdays.filter((day) => !on.includes(day));
          const isOpen = (some: Weekday[] | null) =>
            isOpenAt(weeklyWindow(some, from, until), at, zone);
          expect(isOpen(on) || isOpen(off)).toBe(isOpen(null));
        },
      ),
    );
  });
});

describe('the known nights', () => {
  const hours = (zone: string, day: string, from: string, until: string) => {
    const open = windowOn(weeklyWindow(null, from, until), Temporal.PlainDate.from(day), zone);
    return open && (open.end - open.start) / 3_600_000;
  };

  it.each([
    ['Europe/Berlin', '2026-03-28', '22:00', '02:30', 4],
    ['Europe/Berlin', '2026-10-24', '22:00', '02:30', 4.5],
    ['America/New_York', '2026-03-07', '20:00', '08:00', 11],
    ['America/New_York', '2026-10-31', '20:00', '08:00', 13],
    ['Australia/Lord_Howe', '2026-04-04', '20:00', '08:00', 12.5],
    ['Europe/Berlin', '2026-03-29', '02:15', '02:45', null],
    ['Europe/Berlin', '2026-03-28', '02:15', '02:45', 0.5],
    ['America/Santiago', '2026-09-06', '00:00', '00:00', 23],
  ])('%s, %s from %s to %s: %s hours', (zone, day, from, until, expected) => {
    expect(hours(zone, day, from, until)).toBe(expected);
  });

  it('a window belongs to the day it starts on', () => {
    const window = weeklyWindow(['mon'], '20:00', '08:00');
    const tuesday = Date.parse('2026-03-03T07:59:00Z');
    expect(weekdayOf(toLocal(tuesday, 'UTC'))).toBe('tue');
    expect(isOpenAt(window, tuesday, 'UTC')).toBe(true);
    expect(isOpenAt(window, tuesday + 86_400_000, 'UTC')).toBe(false);
  });
});
