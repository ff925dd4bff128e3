import { describe, expect, it } from 'vitest';
import type { Weekday } from '../../src/calendar/index.ts';
import { type SnoozeFilter, snoozeUntil } from '../../src/integrations/snooze.ts';

/** Until when, as local time of the zone. */
function until(
  now: string,
  filters: SnoozeFilter[],
  zone = 'UTC',
  snoozeWindowInMinutes: number | null = null,
): string | null {
  const end = snoozeUntil({ snoozeWindowInMinutes, filters }, new Date(now), zone);
  return (
    end?.toTemporalInstant().toZonedDateTimeISO(zone).toString({ timeZoneName: 'never' }) ?? null
  );
}

const workdays: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

describe('relative (spec 3.3)', () => {
  it.each([
    [null, null],
    [0, null],
    [1, '2026-03-02T10:01:00+00:00'],
    [1440, '2026-03-03T10:00:00+00:00'],
  ])('a window of %j minutes', (minutes, expected) => {
    expect(until('2026-03-02T10:00:00Z', [], 'UTC', minutes)).toBe(expected);
  });

  it('without settings nothing is snoozed', () => {
    expect(snoozeUntil(null, new Date(), 'UTC')).toBeNull();
    expect(snoozeUntil({}, new Date(), 'UTC')).toBeNull();
  });

  it('minutes are minutes on a night the clock changes', () => {
    const end = snoozeUntil(
      { snoozeWindowInMinutes: 120 },
      new Date('2026-03-29T00:30:00Z'),
      'Europe/Berlin',
    );
    expect(end?.toISOString()).toBe('2026-03-29T02:30:00.000Z');
  });
});

describe('absolute', () => {
  it.each([
    ['at 01:00 it is the same night', '2026-03-02T01:00:00Z', '2026-03-02T07:00:00+00:00'],
    ['at 14:00 it is the next day', '2026-03-02T14:00:00Z', '2026-03-03T07:00:00+00:00'],
    ['at 07:00 sharp it is the next day', '2026-03-02T07:00:00Z', '2026-03-03T07:00:00+00:00'],
    ['a moment before it is now', '2026-03-02T06:59:59.999Z', '2026-03-02T07:00:00+00:00'],
  ])('%s', (_name, now, expected) => {
    expect(until(now, [{ snoozeUntilAbsolute: '07:00' }])).toBe(expected);
  });

  it('is the first after the snooze window', () => {
    const filter = { snoozeUntilAbsolute: '07:00', snoozeWindowInMinutes: 120 };
    expect(until('2026-03-02T04:59:00Z', [filter])).toBe('2026-03-02T07:00:00+00:00');
    expect(until('2026-03-02T05:00:00Z', [filter])).toBe('2026-03-03T07:00:00+00:00');
  });

  // 2 March 2026 is a Monday.
  it.each([
    ['mon', '2026-03-02T06:00:00Z', '2026-03-02T07:00:00+00:00'],
    ['mon', '2026-03-02T07:00:00Z', '2026-03-09T07:00:00+00:00'],
    ['tue', '2026-03-02T06:00:00Z', '2026-03-03T07:00:00+00:00'],
    ['sun', '2026-03-02T06:00:00Z', '2026-03-08T07:00:00+00:00'],
  ] as const)('on a %s, from %s', (day, now, expected) => {
    const filter = { snoozeUntilAbsolute: '07:00', snoozeUntilWeekdayAbsolute: day };
    expect(until(now, [filter])).toBe(expected);
  });

  it('the weekday counts after the snooze window too', () => {
    const filter: SnoozeFilter = {
      snoozeUntilAbsolute: '07:00',
      snoozeUntilWeekdayAbsolute: 'mon',
      snoozeWindowInMinutes: 1440,
    };
    expect(until('2026-03-01T07:00:00Z', [filter])).toBe('2026-03-09T07:00:00+00:00');
    expect(until('2026-03-01T06:59:00Z', [filter])).toBe('2026-03-02T07:00:00+00:00');
  });

  it.each([
    ['Asia/Kathmandu', '2026-03-02T00:00:00Z', '2026-03-02T07:00:00+05:45'],
    ['Australia/Lord_Howe', '2026-03-02T00:00:00Z', '2026-03-03T07:00:00+11:00'],
    ['Pacific/Kiritimati', '2026-03-02T00:00:00Z', '2026-03-03T07:00:00+14:00'],
    ['America/St_Johns', '2026-03-02T00:00:00Z', '2026-03-02T07:00:00-03:30'],
  ])('in the local time of %s', (zone, now, expected) => {
    expect(until(now, [{ snoozeUntilAbsolute: '07:00' }], zone)).toBe(expected);
  });
});

describe('nights the clock changes', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T03:00:00+02:00'],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T03:00:00-04:00'],
  ])('%s in spring: 02:30 does not exist, so it ends with the gap', (zone, now, expected) => {
    expect(until(now, [{ snoozeUntilAbsolute: '02:30' }], zone)).toBe(expected);
  });

  it.each([
    ['Europe/Berlin', '2026-10-24T23:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['America/New_York', '2026-11-01T05:00:00Z', '2026-11-01T01:30:00-04:00'],
  ])('%s in autumn: of two passes the first', (zone, now, expected) => {
    const clock = expected.slice(11, 16);
    expect(until(now, [{ snoozeUntilAbsolute: clock }], zone)).toBe(expected);
  });

  it('between the two passes it is the next night', () => {
    expect(until('2026-10-25T00:45:00Z', [{ snoozeUntilAbsolute: '02:30' }], 'Europe/Berlin')).toBe(
      '2026-10-26T02:30:00+01:00',
    );
  });

  it('a skipped time on its only weekday is found a week ahead at the latest', () => {
    const filter: SnoozeFilter = {
      snoozeUntilAbsolute: '02:30',
      snoozeUntilWeekdayAbsolute: 'sun',
    };
    expect(until('2026-03-28T12:00:00Z', [filter], 'Europe/Berlin')).toBe(
      '2026-03-29T03:00:00+02:00',
    );
    expect(until('2026-03-29T12:00:00Z', [filter], 'Europe/Berlin')).toBe(
      '2026-04-05T02:30:00+02:00',
    );
  });

  it('07:00 the morning after either night is 07:00 on the wall', () => {
    const seven = [{ snoozeUntilAbsolute: '07:00' }];
    expect(until('2026-03-28T22:00:00Z', seven, 'Europe/Berlin')).toBe('2026-03-29T07:00:00+02:00');
    expect(until('2026-10-24T22:00:00Z', seven, 'Europe/Berlin')).toBe('2026-10-25T07:00:00+01:00');
  });
});

describe('filters', () => {
  const minutes = (snoozeWindowInMinutes: number, filter: SnoozeFilter = {}) => ({
    ...filter,
    snoozeWindowInMinutes,
  });

  it('the first that fits decides, also when it snoozes nothing', () => {
    const now = '2026-03-02T10:00:00Z';
    expect(until(now, [minutes(5), minutes(10)])).toBe('2026-03-02T10:05:00+00:00');
    expect(until(now, [minutes(5, { selectedDays: ['tue'] }), minutes(10)])).toBe(
      '2026-03-02T10:10:00+00:00',
    );
    expect(until(now, [{ selectedDays: workdays }, minutes(10)], 'UTC', 30)).toBeNull();
  });

  it('without one that fits the window of the settings counts', () => {
    const filters = [minutes(5, { selectedDays: ['sat', 'sun'] })];
    expect(until('2026-03-02T10:00:00Z', filters, 'UTC', 30)).toBe('2026-03-02T10:30:00+00:00');
  });

  const fits = (now: string, filter: SnoozeFilter, zone = 'UTC') =>
    until(now, [minutes(5, filter)], zone) !== null;

  it.each([
    ['08:59:59.999', false],
    ['09:00:00', true],
    ['16:59:59.999', true],
    ['17:00:00', false],
  ])('09:00 to 17:00 at %s: %s', (time, expected) => {
    expect(fits(`2026-03-02T${time}Z`, { from: '09:00', until: '17:00' })).toBe(expected);
  });

  it.each([
    ['only from', { from: '09:00' }, '2026-03-02T23:59:00Z', true],
    ['only from', { from: '09:00' }, '2026-03-02T08:59:00Z', false],
    ['only until', { until: '09:00' }, '2026-03-02T08:59:00Z', true],
    ['only until', { until: '09:00' }, '2026-03-02T09:00:00Z', false],
    ['no days chosen', { selectedDays: [] }, '2026-03-02T09:00:00Z', true],
    ['days null', { selectedDays: null }, '2026-03-02T09:00:00Z', true],
  ] as const)('%s %j at %s: %s', (_name, filter, now, expected) => {
    expect(fits(now, filter as SnoozeFilter)).toBe(expected);
  });

  // Monday evening to Tuesday morning belongs to Monday.
  it.each([
    ['2026-03-02T19:59:00Z', false],
    ['2026-03-02T20:00:00Z', true],
    ['2026-03-03T00:00:00Z', true],
    ['2026-03-03T07:59:00Z', true],
    ['2026-03-03T08:00:00Z', false],
    ['2026-03-02T07:00:00Z', false],
    ['2026-03-03T20:00:00Z', false],
  ])('Monday 20:00 to 08:00 at %s: %s', (now, expected) => {
    expect(fits(now, { selectedDays: ['mon'], from: '20:00', until: '08:00' })).toBe(expected);
  });

  it('from equal to until is a whole day from there on', () => {
    const filter: SnoozeFilter = { selectedDays: ['mon'], from: '08:00', until: '08:00' };
    expect(fits('2026-03-02T07:59:00Z', filter)).toBe(false);
    expect(fits('2026-03-02T08:00:00Z', filter)).toBe(true);
    expect(fits('2026-03-03T07:59:00Z', filter)).toBe(true);
    expect(fits('2026-03-03T08:00:00Z', filter)).toBe(false);
  });

  it('days and times are those of the zone', () => {
    const filter: SnoozeFilter = { selectedDays: ['tue'], from: '05:00', until: '06:00' };
    expect(fits('2026-03-02T23:30:00Z', filter, 'Asia/Kathmandu')).toBe(true);
    expect(fits('2026-03-03T05:30:00Z', filter, 'Asia/Kathmandu')).toBe(false);
  });
});
