import { RRuleTemporal } from 'rrule-temporal';
import { toInstant, toLocal } from './local-time.ts';
import type { Interval } from './weekly-window.ts';

/** A time that comes again by a rule, set by the clock of a time zone. */
export interface Recurrence {
  /** A rule of iCalendar (RFC 5545 3.3.10), such as `FREQ=MONTHLY;BYDAY=-1FR`. */
  rule: string;
  /** Local, `2026-03-01T02:00`: the first day that may count, and the time of day of each. */
  startsAt: string;
  /** How long each lasts, by the clock: a night in which clocks change is an hour longer or shorter. */
  minutes: number;
  timeZoneId: string;
}

type RecurrenceMistake =
  | 'notARule'
  | 'partUnknown'
  | 'partTwice'
  | 'partUnfit'
  | 'startUnknown'
  | 'namesNothing';

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)';
const listOf = (item: string) => new RegExp(`^${item}(?:,${item})*$`);
const parts: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  WKST: new RegExp(`^${weekday}$`),
  BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${weekday}`),
  BYMONTH: listOf('(?:[1-9]|1[0-2])'),
  BYMONTHDAY: listOf('[+-]?(?:[1-9]|[12]\\d|3[01])'),
  BYYEARDAY: listOf('[+-]?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYWEEKNO: listOf('[+-]?(?:[1-9]|[1-4]\\d|5[0-3])'),
  BYSETPOS: listOf('[+-]?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
};

/** With which frequencies a part means something (RFC 5545 3.3.10); all others, with each. */
const fits: Readonly<Record<string, readonly string[]>> = {
  BYMONTHDAY: ['DAILY', 'MONTHLY', 'YEARLY'],
  BYYEARDAY: ['YEARLY'],
  BYWEEKNO: ['YEARLY'],
};

/** The mistake in a recurrence; null when it names times. The time zone must be valid. */
export function recurrenceMistake(recurrence: Recurrence): RecurrenceMistake | null {
  const mistake = ruleMistake(recurrence.rule);
  if (mistake !== null) return mistake;
  if (!isLocalTime(recurrence.startsAt)) return 'startUnknown';
  const first = Temporal.PlainDateTime.from(recurrence.startsAt);
  const isNamedWithin = (years: number) =>
    startsBetween(recurrence, first, first.add({ years })).length > 0;
  // Most rules name a time in their first year; the rarest that mean something, a 29th of February every 40 years.
  return isNamedWithin(1) || isNamedWithin(40) ? null : 'namesNothing';
}

/** Whether a calendar and a clock have this time (`2026-03-01T02:00`), whatever clocks do on that day. */
export function isLocalTime(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

function ruleMistake(rule: string): RecurrenceMistake | null {
  const given = new Map<string, string>();
  for (const part of rule.split(';')) {
    const [name = '', value] = part.split('=', 2);
    if (value === undefined) return 'notARule';
    if (given.has(name)) return 'partTwice';
    const pattern = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!pattern) return 'partUnknown';
    if (!pattern.test(value)) return 'notARule';
    given.set(name, value);
  }
  const frequency = given.get('FREQ');
  if (frequency === undefined) return 'notARule';
  for (const name of given.keys())
    if (fits[name]?.includes(frequency) === false) return 'partUnfit';
  const numbersDays = /\d/.test(given.get('BYDAY') ?? '');
  const mayNumberDays =
    frequency === 'MONTHLY' || (frequency === 'YEARLY' && !given.has('BYWEEKNO'));
  if (numbersDays && !mayNumberDays) return 'partUnfit';
  const selects = [...given.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  return given.has('BYSETPOS') && !selects ? 'partUnfit' : null;
}

/**
 * The times that have some part between two instants (the second not included), in order of their starts; they may
 * overlap. What the clock skips whole is missing. A rule names one time a day at most, so there are few.
 */
export function recurrencesBetween(
  recurrence: Recurrence,
  from: number,
  until: number,
): Interval[] {
  const { minutes, timeZoneId } = recurrence;
  // Two days more, as in `daysAround`: where the clock skips a day, the one before it reaches over it.
  const first = toLocal(from, timeZoneId).subtract({ minutes, days: 2 });
  const last = toLocal(until, timeZoneId).add({ days: 1 });
  return startsBetween(recurrence, first, last).flatMap((local) => {
    const start = toInstant(local, timeZoneId);
    const end = toInstant(local.add({ minutes }), timeZoneId);
    return start < end && start < until && end > from ? [{ start, end }] : [];
  });
}

/**
 * Local times that a rule names between two others, both included, counted from `startsAt`; null where it is no rule of
 * days, such as one that names several times a day.
 */
export function localTimesBetween(
  rule: string,
  startsAt: Temporal.PlainDateTime,
  from: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
): Temporal.PlainDateTime[] | null {
  if (ruleMistake(rule) !== null) return null;
  return startsBetween({ rule, startsAt: startsAt.toString() }, from, until);
}

/** Local times of a rule between two others, both included. */
function startsBetween(
  recurrence: Pick<Recurrence, 'rule' | 'startsAt'>,
  from: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
): Temporal.PlainDateTime[] {
  return namedBy(recurrence)
    .between(onUnchangingClock(from), onUnchangingClock(until), true)
    .map((time) => time.toPlainDateTime());
}

/** `toInstant` alone turns local times into instants: the library counts on a clock that never changes. */
function namedBy({
  rule,
  startsAt,
}: Pick<Recurrence, 'rule' | 'startsAt'>): RRuleTemporal<Temporal.ZonedDateTime> {
  const dtstart = Temporal.PlainDateTime.from(startsAt).toZonedDateTime('UTC');
  return new RRuleTemporal({ rruleString: `RRULE:${rule}`, dtstart });
}

function onUnchangingClock(local: Temporal.PlainDateTime): Date {
  return new Date(local.toZonedDateTime('UTC').epochMilliseconds);
}
