/**
 * Who is on call by a flexible schedule, for comparison: goes through the days of a rule one after the other and counts
 * what they name, by RFC 5545, and shares no code with what the server computes by.
 */
import type { Source } from '../../model/ledger.ts';
import { zoneOf } from './zones.ts';

export interface Shift {
  from: number;
  until: number;
  person: string;
}

const day = 86_400_000;
const longestShift = 7 * day;

/** The shifts of all events of a schedule; they add up. */
export function flexibleShifts(
  events: readonly Source[],
  scheduleZone: string,
  emails: ReadonlyMap<string, string>,
  [start, end]: readonly [number, number],
  instantOf: (local: Temporal.PlainDateTime, zone: string) => number,
): Shift[] {
  return events.flatMap((event) => {
    const [first, last] = [timeIn(event, 'start_time'), timeIn(event, 'end_time')];
    if (!first || !last || last.at <= first.at) return [];
    const zone = first.zone ?? scheduleZone;
    const length = Math.min(longestShift, Math.round((last.at - first.at) / 60_000) * 60_000);
    const since = Date.parse(event.text('effective_since') ?? '');
    const until = Date.parse(event.text('effective_until') ?? '');
    const counted = Number.isNaN(since) ? first.at : Math.max(since, first.at);
    const local = onOneClock(first.at, zone);
    const starts = startsOf(event, local, zone, onOneClock(end, zone) + 2 * day).map((at) => ({
      from: instantOf(plain(at), zone),
      until: instantOf(plain(at + length), zone),
    }));
    const before = starts.filter(({ from }) => from < counted).length;
    return starts.flatMap((shift, index) => {
      const from = Math.max(start, shift.from, Number.isNaN(since) ? start : since);
      const to = Math.min(end, shift.until, Number.isNaN(until) ? end : until);
      if (from >= to) return [];
      return peopleOf(event, index - before, emails).map((person) => ({ from, until: to, person }));
    });
  });
}

function timeIn(event: Source, member: string): { at: number; zone: string | null } | null {
  const written = event.at(member);
  const at = Date.parse((written ? written.text('date_time') : event.text(member)) ?? '');
  const zone = written?.text('time_zone') ?? null;
  return Number.isNaN(at) ? null : { at, zone: zone === null ? null : zoneOf(zone) };
}

/** Whose turn it is; turns before the first one count backwards. */
function peopleOf(event: Source, turn: number, emails: ReadonlyMap<string, string>): string[] {
  const strategy = event.at('assignment_strategy');
  const members = (strategy?.places('members') ?? []).map((member) => {
    const id = member?.at('user')?.text('id') ?? member?.text('user_id') ?? '';
    return member?.text('type') === 'empty_member' ? null : (emails.get(id) ?? null);
  });
  if (strategy?.text('type') === 'every_member_assignment_strategy')
    return members.filter((one) => one !== null);
  const shifts = Math.max(1, Math.round(strategy?.number('shifts_per_member') ?? 1));
  const place = Math.floor(turn / shifts) % members.length;
  const person = members.at(place) ?? null;
  return person === null ? [] : [person];
}

/** Local times as if all days had 24 hours, in milliseconds: days can be counted by them. */
function onOneClock(instant: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return Date.parse(`${local.toPlainDateTime().toString({ smallestUnit: 'minute' })}Z`);
}

function plain(local: number): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, 16));
}

/** When shifts begin, by the rule and the dates beside it, up to a time. */
function startsOf(event: Source, first: number, zone: string, end: number): number[] {
  const lines = event.texts('recurrence');
  const [line = 'RRULE:FREQ=DAILY;COUNT=1'] = lines.filter((one) => /^RRULE:/i.test(one));
  const rule = new Map(
    line
      .slice('RRULE:'.length)
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2))
      .map(([name = '', value = '']) => [name, value]),
  );
  const last = Math.min(end, lastOf(rule.get('UNTIL'), zone));
  const most = Number(rule.get('COUNT') ?? Number.POSITIVE_INFINITY);
  const named: number[] = [];
  for (let at = first; at <= last && named.length < most; at += day)
    if (isNamed(rule, first, at)) named.push(at);
  const dates = (name: string) =>
    lines
      .filter((one) => one.toUpperCase().startsWith(name))
      .flatMap((one) => one.slice(one.indexOf(':') + 1).split(','))
      .map((text) => localTime(text.trim(), zone));
  const excluded = new Set(dates('EXDATE'));
  return [...new Set([...named, ...dates('RDATE')])]
    .filter((at) => at <= end && !excluded.has(at))
    .sort((one, other) => one - other);
}

function lastOf(until: string | undefined, zone: string): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  return localTime(until.includes('T') ? until : `${until}T235959`, zone);
}

/** `20261225T080000Z`, or local without the letter. */
function localTime(text: string, zone: string): number {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/i, '$1-$2-$3T$4:$5:$6Z');
  const at = Date.parse(iso);
  return /Z$/i.test(text) ? onOneClock(at, zone) : Math.floor(at / 60_000) * 60_000;
}

type RuleParts = ReadonlyMap<string, string>;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Whether the rule names the day: it is of a period that counts, and one of those that are named of it. */
function isNamed(rule: RuleParts, first: number, at: number): boolean {
  const frequency = rule.get('FREQ') ?? '';
  const interval = Number(rule.get('INTERVAL') ?? 1);
  const period = periodOf(frequency, at, rule);
  if ((period - periodOf(frequency, first, rule)) % interval !== 0) return false;
  const isOne = (one: number) => isListed(rule, first, one);
  if (!isOne(at)) return false;
  const positions = rule.get('BYSETPOS')?.split(',').map(Number);
  if (!positions) return true;
  const all: number[] = [];
  for (let one = at - 366 * day; one <= at + 366 * day; one += day)
    if (periodOf(frequency, one, rule) === period && isOne(one)) all.push(one);
  const place = all.indexOf(at);
  return positions.includes(place + 1) || positions.includes(place - all.length);
}

/** The number of the day, week, month or year. */
function periodOf(frequency: string, at: number, rule: RuleParts): number {
  const date = new Date(at);
  if (frequency === 'YEARLY') return date.getUTCFullYear();
  if (frequency === 'MONTHLY') return date.getUTCFullYear() * 12 + date.getUTCMonth();
  const days = Math.floor(at / day);
  if (frequency !== 'WEEKLY') return days;
  // The first of January 1970 was a Thursday.
  const start = weekdays.indexOf(rule.get('WKST') ?? 'MO');
  return Math.floor((days + 4 - start) / 7);
}

function isListed(rule: RuleParts, first: number, at: number): boolean {
  const [date, begin] = [new Date(at), new Date(first)];
  const list = (name: string) => rule.get(name)?.split(',');
  const months = list('BYMONTH');
  if (months && !months.includes(String(date.getUTCMonth() + 1))) return false;
  const monthDays = list('BYMONTHDAY')?.map(Number);
  const inMonth = [date.getUTCDate(), date.getUTCDate() - daysOfMonth(date) - 1];
  if (monthDays && !inMonth.some((one) => monthDays.includes(one))) return false;
  const yearDays = list('BYYEARDAY')?.map(Number);
  const inYear = (at - Date.UTC(date.getUTCFullYear(), 0, 1) - (at % day)) / day + 1;
  if (yearDays && ![inYear, inYear - daysOfYear(date) - 1].some((one) => yearDays.includes(one)))
    return false;
  const weeks = list('BYWEEKNO')?.map(Number);
  if (weeks && !isInWeek(weeks, at, rule)) return false;
  const days = list('BYDAY');
  if (days) return days.some((one) => isWeekday(one, rule, date, inMonth, inYear));
  if (monthDays || yearDays) return true;
  const frequency = rule.get('FREQ');
  if (frequency === 'WEEKLY' || weeks) return date.getUTCDay() === begin.getUTCDay();
  if (frequency === 'DAILY') return true;
  const isMonth = months !== undefined || date.getUTCMonth() === begin.getUTCMonth();
  return date.getUTCDate() === begin.getUTCDate() && (frequency === 'MONTHLY' || isMonth);
}

/** `MO`, or `2MO`, `-1FR`: of the month, and of the year where the rule names no months. */
function isWeekday(
  text: string,
  rule: RuleParts,
  date: Date,
  [fromStart = 1, fromEnd = -1]: readonly number[],
  inYear: number,
): boolean {
  if (text.slice(-2) !== weekdays[date.getUTCDay()]) return false;
  const number = Number(text.slice(0, -2) || 0);
  if (number === 0) return true;
  const isOfYear = rule.get('FREQ') === 'YEARLY' && !rule.has('BYMONTH');
  const [before, after] = isOfYear
    ? [inYear, daysOfYear(date) + 1 - inYear]
    : [fromStart, -fromEnd];
  return number === Math.ceil(before / 7) || number === -Math.ceil(after / 7);
}

/** Weeks are of the year that has most of their days. */
function isInWeek(weeks: readonly number[], at: number, rule: RuleParts): boolean {
  const start = weekdays.indexOf(rule.get('WKST') ?? 'MO');
  const monday = at - ((new Date(at).getUTCDay() - start + 7) % 7) * day;
  const year = new Date(monday + 3 * day).getUTCFullYear();
  const numberOf = (date: number) =>
    Math.floor((date - Date.UTC(new Date(date).getUTCFullYear(), 0, 1)) / (7 * day)) + 1;
  const last = numberOf(
    Date.UTC(year, 11, 28) -
      ((new Date(Date.UTC(year, 11, 28)).getUTCDay() - start + 7) % 7) * day +
      3 * day,
  );
  const number = numberOf(monday + 3 * day);
  return weeks.includes(number) || weeks.includes(number - last - 1);
}

function daysOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

function daysOfYear(date: Date): number {
  const year = date.getUTCFullYear();
  return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / day;
}
