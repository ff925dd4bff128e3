import {
  daysAround,
  type Interval,
  toInstant,
  type WeeklyWindow,
  weeklyWindow,
  windowOn,
} from '../calendar/index.ts';
import type { ScheduleSettings } from './escalations.ts';

/** A time in which a schedule is in force. */
export interface Window extends Interval {
  /** The local day it starts on, to which it belongs as a whole; null where the schedule is always in force. */
  day: Temporal.PlainDate | null;
}

/**
 * When a schedule is in force between two instants (oncall-and-calls.md 2.2, rules 1 and 2). Days that are
 * left out are all days, times that are left out midnight. Effective dates are local days, both included,
 * and cut what reaches beyond them.
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
  const weekly = weeklyWindowsOf(settings);
  if (weekly.length === 0) return [{ start, end, day: null }];
  const windows: Window[] = [];
  for (const day of daysAround(start, end, timeZoneId)) {
    for (const one of weekly) {
      const open = windowOn(one, day, timeZoneId);
      if (!open || open.end <= start || open.start >= end) continue;
      windows.push({ start: Math.max(start, open.start), end: Math.min(end, open.end), day });
    }
  }
  return windows;
}

/** The list counts; without one, the older form with a single window. */
function weeklyWindowsOf(settings: ScheduleSettings | null | undefined): WeeklyWindow[] {
  if (!settings) return [];
  const { weeklySchedules, selectedDays, start, end } = settings;
  if (weeklySchedules && weeklySchedules.length > 0)
    return weeklySchedules.map((weekly) => inForce(weekly.selectedDays, weekly.from, weekly.until));
  if (!selectedDays && !start && !end) return [];
  return [inForce(selectedDays, start, end)];
}

function inForce(
  days: ScheduleSettings['selectedDays'],
  from: string | null | undefined,
  until: string | null | undefined,
): WeeklyWindow {
  return weeklyWindow(days && days.length > 0 ? days : null, from ?? null, until ?? null);
}

function startOfDay(date: string, daysLater: number, timeZoneId: string): number {
  const day = Temporal.PlainDate.from(date).add({ days: daysLater });
  return toInstant(day.toPlainDateTime(), timeZoneId);
}
