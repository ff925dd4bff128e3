import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Interval,
  type Recurrence,
  recurrenceMistake,
  recurrencesBetween,
  toInstant,
} from '../../src/calendar/index.ts';
import { zones } from '../support/zones.ts';

const day = 86_400_000;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A rule that can be looked at day by day. */
interface Plain {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  interval: number;
  days: string[];
  daysOfMonth: number[];
  months: number[];
  /** Of the days of a month. */
  position: number | null;
}

const plainRules: fc.Arbitrary<Plain> = fc.record({
  frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
  interval: fc.integer({ min: 1, max: 4 }),
  days: fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 4 }),
  daysOfMonth: fc.uniqueArray(fc.constantFrom(1, 13, 29, 30, 31, -1, -2), { maxLength: 3 }),
  months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
  position: fc.constantFrom(null, 1, 2, -1),
});

const isSelecting = ({ days, daysOfMonth }: Plain) => days.length + daysOfMonth.length > 0;
const hasPosition = (plain: Plain) =>
  plain.frequency === 'MONTHLY' && plain.position !== null && isSelecting(plain);
const hasDaysOfMonth = ({ frequency }: Plain) => frequency !== 'WEEKLY';

function ruleOf(plain: Plain): string {
  const { frequency, interval, days, daysOfMonth, months, position } = plain;
  return [
    `FREQ=${frequency};INTERVAL=${interval}`,
    ...(days.length > 0 ? [`BYDAY=${days.join()}`] : []),
    ...(hasDaysOfMonth(plain) && daysOfMonth.length > 0
      ? [`BYMONTHDAY=${daysOfMonth.join()}`]
      : []),
    ...(months.length > 0 ? [`BYMONTH=${months.join()}`] : []),
    ...(hasPosition(plain) ? [`BYSETPOS=${position}`] : []),
  ].join(';');
}

/** Whether the rule names the day, by what the RFC says of each part; nothing is computed ahead. */
function names(plain: Plain, first: Temporal.PlainDate, one: Temporal.PlainDate): boolean {
  if (Temporal.PlainDate.compare(one, first) < 0 || !fits(plain, first, one)) return false;
  if (!hasPosition(plain)) return true;
  const ofMonth = Array.from({ length: one.daysInMonth }, (_, index) =>
    one.with({ day: index + 1 }),
  ).filter((each) => fits(plain, first, each));
  const chosen = plain.position === -1 ? ofMonth.at(-1) : ofMonth[(plain.position ?? 1) - 1];
  return chosen?.equals(one) ?? false;
}

function fits(plain: Plain, first: Temporal.PlainDate, one: Temporal.PlainDate): boolean {
  const { frequency, interval, days, daysOfMonth, months } = plain;
  if (months.length > 0 && !months.includes(one.month)) return false;
  if (days.length > 0 && !days.includes(weekdays[one.dayOfWeek - 1] ?? '')) return false;
  const isOfMonth = daysOfMonth.some((each) =>
    each > 0 ? one.day === each : one.day === one.daysInMonth + 1 + each,
  );
  if (hasDaysOfMonth(plain) && daysOfMonth.length > 0 && !isOfMonth) return false;
  const monday = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });
  switch (frequency) {
    case 'DAILY':
      return first.until(one).days % interval === 0;
    case 'WEEKLY': {
      const isDay = days.length > 0 || one.dayOfWeek === first.dayOfWeek;
      return isDay && (monday(first).until(monday(one)).days / 7) % interval === 0;
    }
    case 'MONTHLY': {
      const isDay = isSelecting(plain) || one.day === first.day;
      const distance = (one.year - first.year) * 12 + one.month - first.month;
      return isDay && distance % interval === 0;
    }
  }
}

function slowly(plain: Plain, { startsAt, minutes, timeZoneId }: Recurrence, days: number) {
  const begin = Temporal.PlainDateTime.from(startsAt);
  const found: Interval[] = [];
  for (let ahead = 0; ahead < days; ahead += 1) {
    const date = begin.toPlainDate().add({ days: ahead });
    if (!names(plain, begin.toPlainDate(), date)) continue;
    const local = date.toPlainDateTime(begin.toPlainTime());
    const [start, end] = [local, local.add({ minutes })].map((each) => toInstant(each, timeZoneId));
    if (start !== undefined && end !== undefined && start < end) found.push({ start, end });
  }
  return found;
}

const recurrences = fc.record({
  plain: plainRules,
  date: fc.integer({ min: 0, max: 3_000 }),
  minute: fc.integer({ min: 0, max: 1_439 }),
  minutes: fc.integer({ min: 1, max: 3_000 }),
  timeZoneId: fc.constantFrom(...zones),
});

function recurrenceOf({
  plain,
  date,
  minute,
  minutes,
  timeZoneId,
}: typeof recurrences extends fc.Arbitrary<infer Value> ? Value : never): Recurrence {
  const startsAt = Temporal.PlainDateTime.from('2020-01-01T00:00').add({
    days: date,
    minutes: minute,
  });
  return { rule: ruleOf(plain), startsAt: startsAt.toString().slice(0, 16), minutes, timeZoneId };
}

describe('a time that comes again', () => {
  it('is there on exactly the days that its rule names, by the clock of its zone', () => {
    fc.assert(
      fc.property(recurrences, (given) => {
        const recurrence = recurrenceOf(given);
        const first = toInstant(Temporal.PlainDateTime.from(recurrence.startsAt), given.timeZoneId);
        const until = first + 500 * day;
        const expected = slowly(given.plain, recurrence, 502).filter(({ start }) => start < until);
        expect(recurrencesBetween(recurrence, first, until)).toEqual(expected);
      }),
    );
  });

  it('is the same in a part of the time as in all of it', () => {
    fc.assert(
      fc.property(
        recurrences,
        fc.integer({ min: -20, max: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (given, ahead, hours) => {
          const recurrence = recurrenceOf(given);
          const first = toInstant(
            Temporal.PlainDateTime.from(recurrence.startsAt),
            given.timeZoneId,
          );
          const from = first + ahead * day;
          const until = from + hours * 3_600_000;
          const all = recurrencesBetween(recurrence, first - 30 * day, first + 400 * day);
          expect(recurrencesBetween(recurrence, from, until)).toEqual(
            all.filter(({ start, end }) => start < until && end > from),
          );
        },
      ),
    );
  });

  it.each([
    ['nothing at all', '', 'notARule'],
    ['no frequency', 'BYDAY=SU', 'notARule'],
    ['more than one time a day', 'FREQ=HOURLY', 'notARule'],
    ['an interval of nothing', 'FREQ=DAILY;INTERVAL=0', 'notARule'],
    ['no weekday', 'FREQ=WEEKLY;BYDAY=XX', 'notARule'],
    ['times of day', 'FREQ=DAILY;BYHOUR=3', 'partUnknown'],
    ['an end', 'FREQ=DAILY;UNTIL=20270101', 'partUnknown'],
    ['a member of every object', 'FREQ=DAILY;constructor=1', 'partUnknown'],
    ['a part twice', 'FREQ=DAILY;COUNT=1;COUNT=2', 'partTwice'],
    ['days of a month in a week', 'FREQ=WEEKLY;BYMONTHDAY=3', 'partUnfit'],
    ['the second Monday of a week', 'FREQ=WEEKLY;BYDAY=2MO', 'partUnfit'],
    ['a position among nothing', 'FREQ=MONTHLY;BYSETPOS=-1', 'partUnfit'],
    ['a day that never is', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'namesNothing'],
    ['the last Friday of a month', 'FREQ=MONTHLY;BYDAY=-1FR', null],
    ['a leap day', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', null],
    ['the last working day', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', null],
  ])('is judged by its rule: %s', (_, rule, mistake) => {
    const recurrence = { rule, startsAt: '2026-01-01T02:00', minutes: 60, timeZoneId: 'UTC' };
    expect(recurrenceMistake(recurrence)).toBe(mistake);
  });

  it('does not begin on a day that does not exist', () => {
    const recurrence = { rule: 'FREQ=DAILY', startsAt: '2026-02-30T02:00', minutes: 60 };
    expect(recurrenceMistake({ ...recurrence, timeZoneId: 'UTC' })).toBe('startUnknown');
  });
});
