import type { Day, ScheduleSettings } from './escalations.ts';
import { toInstant, toLocal } from './local-time.ts';

/** A time in which a schedule is in force, in epoch milliseconds, the end not included. */
export interface Window {
  start: number;
  end: number;
  /** The local day it starts on, to which it belongs as a whole; null where the schedule is always in force. */
  day: Temporal.PlainDate | null;
}

interface Entry {
  days: readonly Day[] | null;
  from: Temporal.PlainTime;
  until: Temporal.PlainTime;
}

const daysOfWeek: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const midnight = Temporal.PlainTime.from('00:00');

/**
 * When a schedule is in force between two instants (oncall-and-calls.md 2.2, rules 1 and 2). Days that are
 * left out are all days, times that are left out midnight; `until` at or before `from` is on the next day.
 * Effective dates are local days, both included, and cut what reaches beyond them.
 */
export function windowsOf(
  settings: ScheduleSettings | null | undefined,
  timeZoneId: string,
  from: number,
  until: number,
): Window[] {
  const { effectiveFrom, effectiveUntil } = settings ?? {};
  const earliest = effectiveFrom ? startOfDay(effectiveFrom, 0, timeZoneId) : from;
  const latest = effectiveUntil ? startOfDay(effectiveUntil, 1, timeZoneId) : until;
  const start = Math.max(from, earliest);
  const end = Math.min(until, latest);
  if (start >= end) return [];
  const entries = entriesOf(settings);
  if (entries.length === 0) return [{ start, end, day: null }];
  const windows: Window[] = [];
  // A window that started two days ago may reach into today: local days can be longer than 24 hours.
  const last = toLocal(end, timeZoneId).toPlainDate().add({ days: 1 });
  let day = toLocal(start, timeZoneId).toPlainDate().subtract({ days: 2 });
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    for (const entry of entries) {
      if (!isOn(entry, day)) continue;
      const isOvernight = Temporal.PlainTime.compare(entry.until, entry.from) <= 0;
      const lastDay = isOvernight ? day.add({ days: 1 }) : day;
      const window = {
        start: Math.max(start, toInstant(day.toPlainDateTime(entry.from), timeZoneId)),
        end: Math.min(end, toInstant(lastDay.toPlainDateTime(entry.until), timeZoneId)),
        day,
      };
      if (window.start < window.end) windows.push(window);
    }
  }
  return windows;
}

/** The list counts; without one, the older form with a single window. */
function entriesOf(settings: ScheduleSettings | null | undefined): Entry[] {
  if (!settings) return [];
  const { weeklySchedules, selectedDays, start, end } = settings;
  if (weeklySchedules && weeklySchedules.length > 0)
    return weeklySchedules.map((weekly) =>
      entry(weekly.selectedDays, weekly.from ?? null, weekly.until ?? null),
    );
  if (!selectedDays && !start && !end) return [];
  return [entry(selectedDays, start ?? null, end ?? null)];
}

function entry(
  days: readonly Day[] | null | undefined,
  from: string | null,
  until: string | null,
): Entry {
  return {
    days: days && days.length > 0 ? days : null,
    from: from === null ? midnight : Temporal.PlainTime.from(from),
    until: until === null ? midnight : Temporal.PlainTime.from(until),
  };
}

function isOn({ days }: Entry, day: Temporal.PlainDate): boolean {
  const name = daysOfWeek[day.dayOfWeek - 1];
  return days === null || (name !== undefined && days.includes(name));
}

function startOfDay(date: string, daysLater: number, timeZoneId: string): number {
  const day = Temporal.PlainDate.from(date).add({ days: daysLater });
  return toInstant(day.toPlainDateTime(midnight), timeZoneId);
}
