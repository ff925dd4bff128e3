import { localTimesBetween } from '../../../calendar/index.ts';
import type { Bodies } from '../../model/neutral.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];
type Turns = NonNullable<Layer['turns']>;
type Hours = NonNullable<Layer['hours']>;

export const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof days)[number];
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The recurrence of a shift. */
export interface ShiftRule {
  frequency: 'hourly' | 'daily' | 'weekly' | 'monthly';
  /** Groups take turns; else everybody is on duty each time. */
  isRolling: boolean;
  groups: number;
  start: Temporal.PlainDateTime;
  minutes: number;
  interval: number;
  weekStart: Day;
  byDay: readonly Day[];
  byMonth: readonly number[];
  byMonthday: readonly number[];
}

/** When a layer is in force, in local times of the shift. */
export interface ShiftTimes {
  /** The first time. */
  from: Temporal.PlainDateTime;
  recurrence: Layer['recurrence'];
  hours: Hours | null;
  turns: (Pick<Turns, 'every' | 'unit'> & { from: Temporal.PlainDateTime }) | null;
  /** Hours between two times, where they come without a rule. */
  stepHours: number | null;
}

const minutesMax = 10_080;

/** A sentence about the part that has no place here. */
export type NoPlace = string;

export function shiftTimes(rule: ShiftRule): ShiftTimes | NoPlace {
  switch (rule.frequency) {
    case 'hourly':
      return hourlyTimes(rule);
    case 'daily':
      return dailyTimes(rule);
    case 'weekly':
      return weeklyTimes(rule);
    case 'monthly':
      return monthlyTimes(rule);
  }
}

const limited =
  'Left out: turns that go on where days are left out cannot be kept for this frequency.';
const tooLong =
  'Left out: a time that comes again lasts a week at most, unless the next one follows.';

function hourlyTimes(rule: ShiftRule): ShiftTimes | NoPlace {
  const { interval, minutes, start, byDay, byMonth, byMonthday } = rule;
  if (byDay.length + byMonth.length + byMonthday.length > 0) return limited;
  if (minutes === interval * 60) return without(rule, 'hours');
  if (minutes >= minutesMax) return tooLong;
  if (interval < 2 || 24 % interval !== 0)
    return 'Left out: hours with gaps are the same on each day here, two hours apart at least.';
  const hours = weekdays.flatMap((fromDay, index) =>
    Array.from({ length: 24 / interval }, (_, place) => {
      const minute = ((start.hour + place * interval) % 24) * 60 + start.minute;
      const end = minute + minutes;
      const untilDay = weekdays[(index + Math.floor(end / 1440)) % 7] ?? fromDay;
      return { fromDay, from: clockOf(minute), untilDay, until: clockOf(end % 1440) };
    }),
  );
  return {
    ...{ from: start, recurrence: null, hours, stepHours: interval },
    turns: turnsOf(rule, 1, start),
  };
}

function dailyTimes(given: ShiftRule): ShiftTimes | NoPlace {
  const rule = given.isRolling ? onItsDays(given) : given;
  const { interval, minutes, start, byDay, byMonth, byMonthday, isRolling } = rule;
  const isLimited = byMonth.length + byMonthday.length > 0;
  if (isRolling && isLimited) return limited;
  if (!isLimited && byDay.length === 0 && minutes === interval * 1440) return without(rule, 'days');
  if (minutes > minutesMax) return tooLong;
  const midnight = start.withPlainTime();
  if (isRolling && byDay.length > 0)
    return recurring(
      rule,
      start,
      `FREQ=WEEKLY;BYDAY=${byDay.join(',')}`,
      turnsOf(rule, interval, midnight),
    );
  const parts = `${everyPart(interval)}${limits(rule)}`;
  return recurring(rule, start, `FREQ=DAILY${parts}`, turnsOf(rule, 1, midnight));
}

/** Turns change with the week that begins on `week_start`, however many days of it count. */
function weeklyTimes(given: ShiftRule): ShiftTimes | NoPlace {
  const rule = given.isRolling ? onItsDays(given) : given;
  const { interval, minutes, start, byMonth, byMonthday, weekStart, groups } = rule;
  if (byMonthday.length > 0 || (groups > 1 && byMonth.length > 0)) return limited;
  const own = dayOf(start);
  const byDay = rule.byDay.length > 0 ? rule.byDay : [own];
  const isPlain = byDay.length === 1 && byDay[0] === own && byMonth.length === 0;
  if (isPlain && minutes === interval * minutesMax) return without(rule, 'weeks');
  if (minutes > minutesMax) return tooLong;
  const back = (days.indexOf(own) - days.indexOf(weekStart) + 7) % 7;
  const first = groups > 1 ? start.subtract({ days: back }) : start;
  const week = `${everyPart(interval)};WKST=${weekStart}`;
  const months = byMonth.length > 0 ? `;BYMONTH=${byMonth.join(',')}` : '';
  const text = `FREQ=WEEKLY${week};BYDAY=${byDay.join(',')}${months}`;
  return recurring(rule, first, text, turnsOf(rule, byDay.length, first.withPlainTime()));
}

function monthlyTimes(given: ShiftRule): ShiftTimes | NoPlace {
  const rule = given.isRolling ? onItsDays(given) : given;
  const { interval, minutes, start, byDay, byMonth, byMonthday, groups } = rule;
  if (minutes > minutesMax) return tooLong;
  const isOwnDay = byDay.length + byMonthday.length === 0;
  const monthdays = isOwnDay ? [start.day] : byMonthday;
  const text = `FREQ=MONTHLY${everyPart(interval)}${limits({ ...rule, byMonthday: monthdays })}`;
  if (groups <= 1) return recurring(rule, start, text, null);
  // Days that are counted from the end come after the others, also in the shortest month.
  const [last, earliest] = [Math.max(0, ...monthdays), 29 + Math.min(0, ...monthdays)];
  const isRegular = monthdays.every((day) => Math.abs(day) <= 28) && last < earliest;
  if (byDay.length + byMonth.length > 0 || !isRegular)
    return 'Left out: turns of months need days that each month has, and no weekdays.';
  const first = start.with({ day: 1 });
  const turns = turnsOf(rule, new Set(monthdays).size, first.withPlainTime());
  const times = recurring(rule, first, text, turns);
  if (startsIn(times, start, start).length > 0) return times;
  return 'Left out: its first time is on none of its days.';
}

/** Equally long times, each from the end of the one before. */
function without(rule: ShiftRule, unit: 'hours' | 'days' | 'weeks'): ShiftTimes {
  const { start, interval, groups } = rule;
  const hoursIn = { hours: 1, days: 24, weeks: 168 };
  return {
    ...{ from: start, recurrence: null, hours: null, stepHours: interval * hoursIn[unit] },
    turns: groups > 1 ? { every: interval, unit, from: start } : null,
  };
}

function recurring(
  { start, minutes, isRolling }: ShiftRule,
  first: Temporal.PlainDateTime,
  rule: string,
  turns: ShiftTimes['turns'],
): ShiftTimes {
  const startsAt = first.toString({ smallestUnit: 'minute' });
  const times: ShiftTimes = {
    ...{ from: start, hours: null, turns, stepHours: null },
    recurrence: { rule, startsAt, minutes },
  };
  // The first time counts, whatever the rule says of its day.
  const isNamed = isRolling || startsIn(times, start, start).length > 0;
  const also = [start.toString({ smallestUnit: 'minute' })];
  return isNamed ? times : { ...times, recurrence: { rule, startsAt, minutes, also } };
}

function turnsOf(
  { groups }: ShiftRule,
  every: number,
  from: Temporal.PlainDateTime,
): ShiftTimes['turns'] {
  return groups > 1 ? { every, unit: 'windows', from } : null;
}

/** A rotation whose start is on none of its days begins on the first of them, in the order of its week. */
function onItsDays(rule: ShiftRule): ShiftRule {
  const { start, byDay, weekStart } = rule;
  const own = dayOf(start);
  if (byDay.length === 0 || byDay.includes(own)) return rule;
  const first = days.indexOf(weekStart);
  const inWeek = [...days.slice(first), ...days.slice(0, first)];
  const wanted = inWeek.find((day) => byDay.includes(day)) ?? own;
  const ahead = (days.indexOf(wanted) - days.indexOf(own) + 7) % 7;
  return { ...rule, start: start.add({ days: ahead }) };
}

/** Local times at which it begins again, both ends included. */
export function startsIn(
  { from: first, recurrence, stepHours }: ShiftTimes,
  from: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
): Temporal.PlainDateTime[] {
  const isIn = (local: Temporal.PlainDateTime) =>
    [from, first].every((one) => Temporal.PlainDateTime.compare(one, local) <= 0) &&
    Temporal.PlainDateTime.compare(local, until) <= 0;
  if (recurrence) {
    const { rule, startsAt, also } = recurrence;
    const named = localTimesBetween(rule, Temporal.PlainDateTime.from(startsAt), from, until) ?? [];
    return [...(also ?? []).map((one) => Temporal.PlainDateTime.from(one)), ...named].filter(isIn);
  }
  const step = stepHours ?? 24;
  const passed = Math.floor(first.until(from, { largestUnit: 'hours' }).hours / step);
  const starts: Temporal.PlainDateTime[] = [];
  for (let next = Math.max(0, passed); ; next += 1) {
    const start = first.add({ hours: next * step });
    if (Temporal.PlainDateTime.compare(start, until) > 0) return starts;
    if (isIn(start)) starts.push(start);
  }
}

/** Whether a time before the first one, which does not count, would reach into it. */
export function reachesBack(
  { from, recurrence, hours, stepHours }: ShiftTimes,
  minutes: number,
): boolean {
  if (hours) return minutes > (stepHours ?? 0) * 60;
  if (!recurrence) return false;
  const first = Temporal.PlainDateTime.from(recurrence.startsAt);
  const [back, before] = [from.subtract({ minutes }), from.subtract({ minutes: 1 })];
  return (localTimesBetween(recurrence.rule, first, back, before) ?? []).length > 0;
}

export function dayOf({ dayOfWeek }: Temporal.PlainDateTime): Day {
  return days[dayOfWeek - 1] ?? 'MO';
}

function everyPart(interval: number): string {
  return interval === 1 ? '' : `;INTERVAL=${interval}`;
}

function limits({ byDay, byMonth, byMonthday }: ShiftRule): string {
  const part = (name: string, list: readonly (string | number)[]) =>
    list.length > 0 ? `;${name}=${list.join(',')}` : '';
  return part('BYMONTH', byMonth) + part('BYMONTHDAY', byMonthday) + part('BYDAY', byDay);
}

function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
