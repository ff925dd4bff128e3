import { toInstant, toLocal } from './local-time.ts';
import { type Weekday, weekdayOf } from './weekdays.ts';

/**
 * A time of day on some days of the week. With `until` at or before `from` it ends on the next day, and
 * belongs as a whole to the day it starts on.
 */
export interface WeeklyWindow {
  /** Null for every day. */
  days: readonly Weekday[] | null;
  from: Temporal.PlainTime;
  until: Temporal.PlainTime;
  /** Days (`2026-12-24`) on which it does not start. */
  except?: ReadonlySet<string>;
}

/** From and to before (the latter not included), in epoch milliseconds. */
export interface Interval {
  start: number;
  end: number;
}

const midnight = Temporal.PlainTime.from('00:00');

/** Without days it is every day. Times are `HH:mm`; those left out are midnight. */
export function weeklyWindow(
  days: readonly Weekday[] | null | undefined,
  from: string | null | undefined,
  until: string | null | undefined,
): WeeklyWindow {
  return { days: days?.length ? days : null, from: timeOf(from), until: timeOf(until) };
}

function timeOf(time: string | null | undefined): Temporal.PlainTime {
  return time ? Temporal.PlainTime.from(time) : midnight;
}

/** The window of one day; null on other days of the week, and where the clock skips all of it. */
export function windowOn(
  { days, from, until, except }: WeeklyWindow,
  day: Temporal.PlainDate,
  timeZoneId: string,
): Interval | null {
  if (days !== null && !days.includes(weekdayOf(day))) return null;
  if (except?.has(day.toString())) return null;
  const isOvernight = Temporal.PlainTime.compare(until, from) <= 0;
  const lastDay = isOvernight ? day.add({ days: 1 }) : day;
  const start = toInstant(day.toPlainDateTime(from), timeZoneId);
  const end = toInstant(lastDay.toPlainDateTime(until), timeZoneId);
  return start < end ? { start, end } : null;
}

/** The days on which a window may start that is open at some time between two instants. */
export function* daysAround(
  from: number,
  until: number,
  timeZoneId: string,
): Generator<Temporal.PlainDate> {
  // Two days back: where the clock skips a day, the night before it reaches over it.
  let day = toLocal(from, timeZoneId).toPlainDate().subtract({ days: 2 });
  const last = toLocal(until, timeZoneId).toPlainDate();
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) yield day;
}

export function isOpenAt(window: WeeklyWindow, instant: number, timeZoneId: string): boolean {
  for (const day of daysAround(instant, instant, timeZoneId)) {
    const open = windowOn(window, day, timeZoneId);
    if (open && open.start <= instant && instant < open.end) return true;
  }
  return false;
}

/**
 * The first instant from `from` on at which one of the windows is open; null when none is within a week of days that
 * count.
 */
export function nextOpening(
  windows: readonly WeeklyWindow[],
  from: number,
  timeZoneId: string,
): number | null {
  let first: number | null = null;
  const days = 8 + Math.max(0, ...windows.map(({ except }) => except?.size ?? 0));
  for (const day of daysAround(from, from + days * 86_400_000, timeZoneId)) {
    for (const window of windows) {
      const open = windowOn(window, day, timeZoneId);
      if (!open || open.end <= from) continue;
      if (open.start <= from) return from;
      first = Math.min(first ?? open.start, open.start);
    }
    // Later days open later.
    if (first !== null) return first;
  }
  return first;
}

/** When one of the windows is open between two instants: in order, whole, and those that touch as one. */
export function openIntervals(
  windows: readonly WeeklyWindow[],
  from: number,
  until: number,
  timeZoneId: string,
): Interval[] {
  const open = [...daysAround(from, until, timeZoneId)]
    .flatMap((day) => windows.flatMap((window) => windowOn(window, day, timeZoneId) ?? []))
    .filter(({ start, end }) => end > from && start < until);
  return joined(open);
}

/** The same times in order and apart: those that overlap or touch are one. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const apart: Interval[] = [];
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}
