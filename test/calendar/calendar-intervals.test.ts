import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarUnit, calendarIntervals, toLocal } from '../../src/calendar/index.ts';
import { zones } from '../support/zones.ts';

const units = ['hour', 'day', 'week', 'month'] as const;
const instants = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
const lengths = fc.integer({ min: 1, max: 120 * 86_400_000 });

function of(unit: CalendarUnit, start: string, end: string, zone: string): string[] {
  const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
  return calendarIntervals(unit, { start: instant(start), end: instant(end) }, zone).map(
    (one) => `${toLocal(one.start, zone)} ${(one.end - one.start) / 3_600_000} h`,
  );
}

describe.each(zones)('in %s', (zone) => {
  it.each(units)('%ss follow each other without gaps and fill the time', (unit) => {
    fc.assert(
      fc.property(instants, lengths, (start, length) => {
        const end = start + (unit === 'hour' ? Math.ceil(length / 30) : length);
        const intervals = calendarIntervals(unit, { start, end }, zone);
        expect(intervals[0]?.start).toBe(start);
        expect(intervals.at(-1)?.end).toBe(end);
        for (const [index, one] of intervals.entries()) {
          expect(one.start).toBeLessThan(one.end);
          if (index > 0) expect(one.start).toBe(intervals[index - 1]?.end);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a day is never in two intervals, nor two days in one', () => {
    fc.assert(
      fc.property(instants, (start) => {
        const end = start + 40 * 86_400_000;
        const days = calendarIntervals('day', { start, end }, zone).map(
          (one) => [toLocal(one.start, zone), toLocal(one.end - 1, zone)] as const,
        );
        for (const [first, last] of days)
          expect(first.toPlainDate().toString()).toBe(last.toPlainDate().toString());
        expect(new Set(days.map(([first]) => first.toPlainDate().toString())).size).toBe(
          days.length,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('intervals', () => {
  it('begin at the full hour, at midnight, on Monday, on the first of the month', () => {
    const zone = 'Europe/Berlin';
    expect(of('hour', '2026-06-01T10:30:00Z', '2026-06-01T12:15:00Z', 'Asia/Kolkata')).toEqual([
      '2026-06-01T16:00:00 1 h',
      '2026-06-01T17:00:00 0.75 h',
    ]);
    expect(of('week', '2026-06-03T22:00:00Z', '2026-06-10T00:00:00Z', zone)).toEqual([
      '2026-06-04T00:00:00 96 h',
      '2026-06-08T00:00:00 50 h',
    ]);
    expect(of('month', '2026-01-30T23:00:00Z', '2026-03-02T00:00:00Z', zone)).toEqual([
      '2026-01-31T00:00:00 24 h',
      '2026-02-01T00:00:00 672 h',
      '2026-03-01T00:00:00 25 h',
    ]);
  });

  it('are an hour longer or shorter where the clocks are changed', () => {
    const zone = 'Europe/Berlin';
    expect(of('day', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', zone)).toEqual([
      '2026-03-29T00:00:00 23 h',
    ]);
    expect(of('day', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', zone)).toEqual([
      '2026-10-25T00:00:00 25 h',
    ]);
    expect(of('hour', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', zone)).toEqual([
      '2026-10-25T02:00:00 1 h',
      '2026-10-25T02:00:00 1 h',
    ]);
  });

  it('begin at the moment of the skip where there is no midnight', () => {
    // Cairo, 2026-04-24: at 00:00 it is 01:00.
    expect(of('day', '2026-04-23T20:00:00Z', '2026-04-24T01:00:00Z', 'Africa/Cairo')).toEqual([
      '2026-04-23T22:00:00 2 h',
      '2026-04-24T01:00:00 3 h',
    ]);
  });
});
