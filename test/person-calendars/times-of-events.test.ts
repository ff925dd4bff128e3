import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarMalformed } from '../../src/calendar-files/index.ts';
import {
  type CalendarQuestion,
  timesOfEvents,
} from '../../src/person-calendars/times-of-events.ts';
import { anyCharacter } from '../support/any-character.ts';
import { quickRuns } from '../support/runs.ts';

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const file = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const timesIn = (text: string, more: Partial<CalendarQuestion> = {}) =>
  timesOfEvents({
    text,
    counts: 'all',
    title: null,
    timeZoneId: 'Europe/Berlin',
    from: Date.parse('2026-01-01T00:00:00Z'),
    until: Date.parse('2027-01-01T00:00:00Z'),
    ...more,
  });
const spans = (text: string, more: Partial<CalendarQuestion> = {}) =>
  timesIn(text, more).times.map(
    ({ start, end }) =>
      `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(0, 16)}`,
  );

describe('times of a calendar', () => {
  it('are whole days where the event has days, the last one not included', () => {
    const { days, times } = timesIn(
      file(
        event('UID:1', 'DTSTART;VALUE=DATE:20260301', 'DTEND;VALUE=DATE:20260305'),
        event('UID:2', 'DTSTART;VALUE=DATE:20260401'),
        event('UID:3', 'DTSTART:20260501', 'DURATION:P1W'),
      ),
    );
    expect(times).toEqual([]);
    expect(days).toEqual([
      { from: '2026-03-01', until: '2026-03-05' },
      { from: '2026-04-01', until: '2026-04-02' },
      { from: '2026-05-01', until: '2026-05-08' },
    ]);
  });

  it('follow the zone that the event names, by IANA, by Windows, by a path, or by a fixed offset', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Office',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0530',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const at = (id: string, tzid: string) =>
      event(`UID:${id}`, `DTSTART;TZID=${tzid}:20260701T090000`, 'DURATION:PT1H');
    expect(
      ['Europe/Berlin', 'W. Europe Standard Time', '/example.org/Europe/Berlin', 'Office'].map(
        (tzid) => spans(file(zone, at('1', tzid))),
      ),
    ).toEqual([
      ['2026-07-01T07:00/2026-07-01T08:00'],
      ['2026-07-01T07:00/2026-07-01T08:00'],
      ['2026-07-01T07:00/2026-07-01T08:00'],
      ['2026-07-01T03:30/2026-07-01T04:30'],
    ]);
  });

  it('of an unknown zone follow the calendar, and are ignored where it names none', () => {
    const foreign = event('UID:1', 'DTSTART;TZID=Nowhere:20260701T090000', 'DURATION:PT1H');
    expect(timesIn(file(foreign))).toMatchObject({ times: [], events: 0, ignored: 1 });
    expect(spans(file('X-WR-TIMEZONE:America/New_York', foreign))).toEqual([
      '2026-07-01T13:00/2026-07-01T14:00',
    ]);
  });

  it('without a zone follow the calendar, or else the person', () => {
    const floating = event('UID:1', 'DTSTART:20260701T090000', 'DTEND:20260701T100000');
    expect(spans(file(floating))).toEqual(['2026-07-01T07:00/2026-07-01T08:00']);
    expect(spans(file(floating), { timeZoneId: 'Asia/Kolkata' })).toEqual([
      '2026-07-01T03:30/2026-07-01T04:30',
    ]);
    expect(spans(file('X-WR-TIMEZONE:UTC', floating))).toEqual([
      '2026-07-01T09:00/2026-07-01T10:00',
    ]);
  });

  it('of a series keep their clock, without what is excepted, moved or cancelled', () => {
    const text = file(
      event(
        'UID:1',
        'DTSTART;TZID=Europe/Berlin:20260327T090000',
        'DTEND;TZID=Europe/Berlin:20260327T100000',
        'RRULE:FREQ=DAILY;COUNT=5;WKST=MO',
        'EXDATE;TZID=Europe/Berlin:20260328T090000',
      ),
      event(
        'UID:1',
        'RECURRENCE-ID:20260329T070000Z',
        'DTSTART;TZID=Europe/Berlin:20260329T150000',
        'DURATION:PT2H',
      ),
      event(
        'UID:1',
        'RECURRENCE-ID:20260330T070000Z',
        'DTSTART:20260330T070000Z',
        'STATUS:CANCELLED',
      ),
    );
    expect(spans(text)).toEqual([
      '2026-03-27T08:00/2026-03-27T09:00',
      '2026-03-29T13:00/2026-03-29T15:00',
      '2026-03-31T07:00/2026-03-31T08:00',
    ]);
  });

  it('end with UNTIL, and begin with RDATE, too', () => {
    const text = file(
      event(
        'UID:1',
        'DTSTART;VALUE=DATE:20260101',
        'RRULE:FREQ=MONTHLY;UNTIL=20260301',
        'RDATE;VALUE=DATE:20260815,20260816',
      ),
    );
    expect(timesIn(text).days).toEqual([
      { from: '2026-01-01', until: '2026-01-02' },
      { from: '2026-02-01', until: '2026-02-02' },
      { from: '2026-03-01', until: '2026-03-02' },
      { from: '2026-08-15', until: '2026-08-17' },
    ]);
  });

  it('are those that count', () => {
    const named = (uid: string, ...lines: string[]) =>
      event(`UID:${uid}`, `DTSTART;VALUE=DATE:2026010${uid}`, ...lines);
    const text = file(
      named('1', 'SUMMARY:Dentist', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'),
      named('3', 'SUMMARY:Out of office', 'TRANSP:OPAQUE'),
      named('5', 'SUMMARY:Urlaub von Kim', 'TRANSP:TRANSPARENT'),
      named('7', 'SUMMARY;LANGUAGE=en:Team meeting'),
    );
    const days = (more: Partial<CalendarQuestion>) =>
      timesIn(text, more).days.map(({ from }) => from.slice(-1));
    expect(days({ counts: 'all' })).toEqual(['1', '3', '5', '7']);
    expect(days({ counts: 'outOfOffice' })).toEqual(['1', '3']);
    expect(days({ counts: 'titleContains', title: 'TEAM' })).toEqual(['7']);
  });
});

describe('files that somebody made to hurt, or that are broken', () => {
  it('are no calendar where they do not begin as one', () => {
    for (const text of ['', '<html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VEVENT\r\nEND:VEVENT'])
      expect(() => timesIn(text)).toThrow(CalendarMalformed);
  });

  it('lose only the events that are not well-formed', () => {
    const text = file(
      event('UID:1', 'no property'),
      event('UID:2', 'DTSTART:20269999T999999'),
      event('UID:3', 'DTSTART;VALUE=DATE:20260230'),
      event('UID:4', 'RRULE:FREQ=SECONDLY', 'DTSTART:20260101T000000Z', 'DURATION:PT1S'),
      event('UID:5', 'DTSTART:20260101T000000Z', 'DURATION:PTfoo'),
      event('UID:6', 'DTSTART;VALUE=DATE:20260601', 'SUMMARY:Folded', '  twice'),
      'BEGIN:VEVENT',
      'DTSTART:20260101T000000Z',
    );
    expect(timesIn(text)).toMatchObject({
      days: [{ from: '2026-06-01', until: '2026-06-02' }],
      times: [],
      events: 1,
      ignored: 6,
    });
  });

  it('with too many events or times are refused', () => {
    const many = Array.from({ length: 10_001 }, (_, uid) => event(`UID:${uid}`));
    expect(() => timesIn(file(...many))).toThrow(CalendarMalformed);
    const daily = (uid: number) =>
      event(`UID:${uid}`, 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY');
    const series = Array.from({ length: 200 }, (_, uid) => daily(uid));
    expect(() => timesIn(file(...series))).toThrow(CalendarMalformed);
  });

  it('that last for ever are cut to what is asked about', () => {
    const { days, times } = timesIn(
      file(
        event('UID:1', 'DTSTART;VALUE=DATE:00010101', 'DTEND;VALUE=DATE:99991231'),
        event('UID:2', 'DTSTART:00010101T000000Z', 'DTEND:99991231T000000Z'),
      ),
    );
    expect(days).toEqual([{ from: '2025-12-31', until: '2027-01-02' }]);
    expect(times).toEqual([
      { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2027-01-01T00:00:00Z') },
    ]);
  });

  it('of any bytes either give times or are refused', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60, unit: anyCharacter }),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VTIMEZONE',
        'END:VTIMEZONE',
        'DTSTART;VALUE=DATE:20260301',
        'DTSTART;TZID=__proto__:20260301T100000',
        'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
        'EXDATE:x',
        'DURATION:-P1D',
        'CONSTRUCTOR:1',
        ' continued',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        try {
          const { days, times } = timesIn(file(...lines));
          for (const { from, until } of days) expect(from < until).toBe(true);
          for (const { start, end } of times) expect(start).toBeLessThan(end);
        } catch (error) {
          expect(error).toBeInstanceOf(CalendarMalformed);
        }
      }),
      { numRuns: quickRuns(5000) },
    );
  });
});

/** Day by day and by the words of RFC 5545, with nothing of what is tested. */
describe('series', () => {
  const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const rule = fc.record({
    first: fc.integer({ min: 0, max: 300 }),
    days: fc.integer({ min: 1, max: 5 }),
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    byDay: fc.subarray(weekdays, { minLength: 1 }),
    count: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    except: fc.array(fc.integer({ min: 0, max: 365 }), { maxLength: 5 }),
  });
  const epoch = Temporal.PlainDate.from('2026-01-01');

  it('agree with a slow expansion day by day', () => {
    fc.assert(
      fc.property(rule, ({ first, days, frequency, interval, byDay, count, except }) => {
        const start = epoch.add({ days: first });
        const startsOn = weekdays[start.dayOfWeek - 1] ?? '';
        const chosen = frequency === 'WEEKLY' ? [...new Set([...byDay, startsOn])] : null;
        const isNamed = (day: Temporal.PlainDate): boolean => {
          if (frequency === 'DAILY') return start.until(day).days % interval === 0;
          if (frequency === 'MONTHLY') {
            const months = (day.year - start.year) * 12 + day.month - start.month;
            return day.day === start.day && months % interval === 0;
          }
          const monday = (one: Temporal.PlainDate) => one.subtract({ days: one.dayOfWeek - 1 });
          const weeks = monday(start).until(monday(day)).days / 7;
          return weeks % interval === 0 && !!chosen?.includes(weekdays[day.dayOfWeek - 1] ?? '');
        };
        const gone = new Set(except.map((day) => epoch.add({ days: day }).toString()));
        const expected = new Set<string>();
        let taken = 0;
        for (let day = start; day.year < 2027; day = day.add({ days: 1 })) {
          if (!isNamed(day) || (count !== null && taken >= count)) continue;
          taken += 1;
          if (gone.has(day.toString())) continue;
          for (let next = 0; next < days; next += 1)
            expected.add(day.add({ days: next }).toString());
        }
        const compact = (day: string) => day.replaceAll('-', '');
        const text = file(
          event(
            'UID:1',
            `DTSTART;VALUE=DATE:${compact(start.toString())}`,
            `DURATION:P${days}D`,
            `RRULE:FREQ=${frequency};INTERVAL=${interval}${chosen ? `;BYDAY=${chosen.join(',')}` : ''}${count === null ? '' : `;COUNT=${count}`}`,
            ...[...gone].map((day) => `EXDATE;VALUE=DATE:${compact(day)}`),
          ),
        );
        const found = new Set<string>();
        for (const { from, until } of timesIn(text).days)
          for (
            let day = Temporal.PlainDate.from(from);
            day.toString() < until;
            day = day.add({ days: 1 })
          )
            found.add(day.toString());
        const in2026 = (all: Set<string>) => [...all].filter((day) => day < '2027').sort();
        expect(in2026(found)).toEqual(in2026(expected));
      }),
      { numRuns: quickRuns(5000) },
    );
  });
});
