import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CountedSpan,
  daysUntil,
  uptimeOf,
  uptimePercent,
} from '../../src/status-pages/uptime.ts';

const at = (moment: string) => Date.parse(moment);
const span = (start: string, end: string, more: Partial<CountedSpan> = {}): CountedSpan => ({
  start: at(start),
  end: end === '' ? Number.POSITIVE_INFINITY : at(end),
  state: 'Critical',
  isExcluded: false,
  ...more,
});
const hours = (count: number) => count * 3600;

describe('days', () => {
  it.each([
    ['2026-03-30T10:00:00Z', '2026-03-29', 23],
    ['2026-10-26T10:00:00Z', '2026-10-25', 25],
    ['2026-06-02T10:00:00Z', '2026-06-01', 24],
  ])('at %s: %s in Berlin has %i hours', (now, date, length) => {
    const days = daysUntil(at(now), 7, 'Europe/Berlin');
    const day = days.find((one) => one.date === date);
    expect(day && (day.end - day.start) / 3_600_000).toBe(length);
    expect(days).toHaveLength(7);
    for (const [place, one] of days.entries())
      expect(one.end).toBe(days[place + 1]?.start ?? one.end);
  });

  it('end with the one that it is in the zone of the page', () => {
    const dateIn = (zone: string) => daysUntil(at('2026-03-02T23:30:00Z'), 7, zone).at(-1)?.date;
    expect([dateIn('UTC'), dateIn('Europe/Berlin'), dateIn('America/Los_Angeles')]).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-02',
    ]);
  });
});

describe('uptime', () => {
  // Computed by hand. Seven days in Berlin up to noon UTC of 30 March: 24 to 29 March and 14 hours, one of them with 23
  // hours.
  const now = at('2026-03-30T12:00:00Z');
  const days = daysUntil(now, 7, 'Europe/Berlin');
  const total = hours(5 * 24 + 23 + 14);
  const ever = { since: 0, now };
  const downOn = (spans: CountedSpan[], since = 0) =>
    uptimeOf(spans, days, { since, now }).days.map(({ downSeconds }) => downSeconds);

  it.each<[string, CountedSpan[], number, number[]]>([
    ['nothing', [], 0, [0, 0, 0, 0, 0, 0, 0]],
    [
      'half of the short day',
      [span('2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z')],
      hours(12),
      [0, 0, 0, 0, 0, hours(12), 0],
    ],
    [
      'the whole short day, and an hour on both sides',
      [span('2026-03-28T22:00:00Z', '2026-03-29T23:00:00Z')],
      hours(25),
      [0, 0, 0, 0, hours(1), hours(23), hours(1)],
    ],
    [
      'two that overlap, and one within another',
      [
        span('2026-03-25T10:00:00Z', '2026-03-25T12:00:00Z'),
        span('2026-03-25T11:00:00Z', '2026-03-25T13:00:00Z', { state: 'Minor' }),
        span('2026-03-25T11:10:00Z', '2026-03-25T11:20:00Z'),
      ],
      hours(3),
      [0, hours(3), 0, 0, 0, 0, 0],
    ],
    [
      'one that lasts, and one from before the first day',
      [span('2026-03-30T11:00:00Z', ''), span('2026-03-01T00:00:00Z', '2026-03-24T00:00:00Z')],
      hours(2),
      [hours(1), 0, 0, 0, 0, 0, hours(1)],
    ],
    [
      'an excluded one beside one that counts',
      [
        span('2026-03-26T00:00:00Z', '2026-03-26T06:00:00Z', { isExcluded: true }),
        span('2026-03-26T05:00:00Z', '2026-03-26T07:00:00Z'),
      ],
      hours(2),
      [0, 0, hours(2), 0, 0, 0, 0],
    ],
  ])('counts %s', (_name, spans, down, byDay) => {
    expect(downOn(spans)).toEqual(byDay);
    expect(uptimeOf(spans, days, ever).ratio).toBeCloseTo((total - down) / total, 12);
  });

  it('begins with the service, and says nothing of the days before', () => {
    const since = at('2026-03-28T12:00:00Z');
    const spans = [span('2026-03-28T06:00:00Z', '2026-03-28T18:00:00Z')];
    const { ratio, days: shown } = uptimeOf(spans, days, { since, now });
    expect(shown.map(({ state }) => state)).toEqual([
      null,
      null,
      null,
      null,
      'Critical',
      'operational',
      'operational',
    ]);
    // 11 hours until midnight in Berlin, 23 of the short day, 14 of the last one; six of them down.
    expect(ratio).toBeCloseTo((48 - 6) / 48, 12);
  });

  it('shows the worst of a day, excluded or not, and maintenance only where nothing else was', () => {
    const planned = { state: 'maintenance', isExcluded: true } as const;
    const { days: shown } = uptimeOf(
      [
        span('2026-03-25T10:00:00Z', '2026-03-25T12:00:00Z', { state: 'Minor' }),
        span('2026-03-25T20:00:00Z', '2026-03-25T20:00:01Z', { isExcluded: true }),
        span('2026-03-26T10:00:00Z', '2026-03-27T12:00:00Z', planned),
        span('2026-03-27T10:00:00Z', '2026-03-27T12:00:00Z', { state: 'Warning' }),
      ],
      days,
      ever,
    );
    expect(shown.slice(1, 5).map(({ state }) => state)).toEqual([
      'Critical',
      'maintenance',
      'Warning',
      'operational',
    ]);
  });

  it('never loses or invents a second: days sum up to the whole, in any order', () => {
    const instant = fc.integer({ min: at('2026-03-20T00:00:00Z'), max: now });
    const spans = fc.array(
      fc.tuple(instant, instant).map(
        ([a, b]): CountedSpan => ({
          start: Math.floor(Math.min(a, b) / 1000) * 1000,
          end: Math.floor(Math.max(a, b) / 1000) * 1000,
          state: 'Warning',
          isExcluded: false,
        }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spans, (given) => {
        const seconds = new Set<number>();
        const first = days[0]?.start ?? 0;
        for (const { start, end } of given)
          for (let second = Math.max(start, first); second < end; second += 60_000)
            seconds.add(Math.floor(second / 60_000));
        const { ratio, days: shown } = uptimeOf(given, days, ever);
        const down = shown.reduce((sum, { downSeconds }) => sum + downSeconds, 0);
        expect(ratio).toBeCloseTo((total - down) / total, 9);
        expect(Math.abs(down / 60 - seconds.size)).toBeLessThanOrEqual(given.length * 2);
        expect(uptimeOf(given.toReversed(), days, ever)).toEqual(uptimeOf(given, days, ever));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a percentage', () => {
  it.each([
    [1, 2, '100.00'],
    [0.999_999_999, 2, '99.99'],
    [0.999_999_999, 0, '99'],
    [0.999_999_999_99, 8, '99.99999999'],
    [0.57, 0, '57'],
    [0.9987, 2, '99.87'],
    [0, 3, '0.000'],
  ])('%d with %i decimals is %s', (ratio, decimals, text) => {
    expect(uptimePercent(ratio, decimals)).toBe(text);
  });
});
