import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WindowTime, windowNews } from '../../src/alerting/window-news.ts';
import { isWithin, type RecurringWindow } from '../../src/calendar/index.ts';
import { quickRuns } from '../support/runs.ts';

const minute = 60_000;
const epoch = Date.parse('2026-03-27T00:00:00Z');
const iso = (minutes: number) => new Date(epoch + minutes * minute).toISOString();

const bound = fc.option(fc.nat(4000), { nil: null });
const windows: fc.Arbitrary<RecurringWindow | null> = fc.oneof(
  fc.constant(null),
  fc.tuple(bound, bound).map(([start, end]) => ({
    start: start === null ? null : iso(start),
    end: end === null ? null : iso(end),
  })),
  // Over the night in which clocks change.
  fc.record({ minutes: fc.integer({ min: 1, max: 1500 }), inverted: fc.boolean() }).map((one) => ({
    start: iso(0),
    end: iso(5000),
    inverted: one.inverted,
    recurrences: [
      {
        rule: 'FREQ=DAILY',
        startsAt: '2026-03-27T02:30',
        minutes: one.minutes,
        timeZoneId: 'Europe/Berlin',
      },
    ],
  })),
);

describe('news of a window', () => {
  it('alternate, and say after each look what is so then, however it was changed', () => {
    fc.assert(
      fc.property(
        fc.array(windows, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(2)), {
          minLength: 10,
          maxLength: 30,
        }),
        (settings, looks) => {
          let told: WindowTime | null = null;
          let now = epoch;
          for (const [after, place] of looks) {
            now += after * minute;
            const window = settings[place % settings.length] ?? null;
            const { ended, begun } = windowNews(window, told, now);
            // An end only of what was told to have begun, and a begin only of what was not.
            if (ended) {
              expect(told).not.toBeNull();
              expect(ended.start).toBe(told?.start);
              expect(ended.end).toBeLessThanOrEqual(now);
              if (told?.start) expect(ended.end).toBeGreaterThan(told.start);
              told = null;
            }
            if (begun) {
              expect(told).toBeNull();
              if (begun.start !== null) expect(begun.start).toBeLessThanOrEqual(now);
              told = begun;
            }
            const isActive = window !== null && isWithin(window, now);
            expect(told !== null).toBe(isActive);
            expect(windowNews(window, told, now)).toEqual({ ended: null, begun: null });
          }
        },
      ),
      { numRuns: quickRuns(2000) },
    );
  });

  it('tell a window that was shortened to have ended when it says, and one that is gone now', () => {
    const told = { start: epoch, end: epoch + 600 * minute };
    const now = epoch + 100 * minute;
    const shortened = { start: iso(0), end: iso(90) };
    const ended = { start: epoch, end: epoch + 90 * minute };
    expect(windowNews(shortened, told, now)).toEqual({ ended, begun: null });
    expect(windowNews(null, told, now).ended?.end).toBe(now);
    // Put off while it was active: it has ended now.
    const later = { start: iso(200), end: iso(300) };
    expect(windowNews(later, told, now).ended?.end).toBe(now);
    // Longer, or begun at another time, it goes on.
    for (const window of [
      { start: iso(0), end: iso(900) },
      { start: iso(-5), end: null },
      { start: iso(50), end: iso(600) },
    ])
      expect(windowNews(window, told, now)).toEqual({ ended: null, begun: null });
  });
});
