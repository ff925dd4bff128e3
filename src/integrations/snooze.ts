import { isOpenAt, nextAt, type Weekday, weeklyWindow } from '../calendar/index.ts';

export interface SnoozeFilter {
  selectedDays?: Weekday[] | null;
  /** `HH:mm` in the team's time zone. */
  from?: string | null;
  until?: string | null;
  snoozeWindowInMinutes?: number | null;
  snoozeUntilAbsolute?: string | null;
  snoozeUntilWeekdayAbsolute?: Weekday | null;
}

export interface SnoozeSettings {
  snoozeWindowInMinutes?: number | null;
  filters?: SnoozeFilter[] | null;
}

/**
 * Until when an incident that opens at `now` is snoozed, or null (spec 3.3). The first filter that
 * fits decides, in order; without one the settings' own window does. An absolute time is the next
 * occurrence after the snooze window, on the weekday if one is given, in the team's time zone.
 */
export function snoozeUntil(
  settings: SnoozeSettings | null,
  now: Date,
  timeZoneId: string,
): Date | null {
  if (!settings) return null;
  const filter = settings.filters?.find((candidate) => fits(candidate, now, timeZoneId));
  const chosen: SnoozeFilter = filter ?? {
    snoozeWindowInMinutes: settings.snoozeWindowInMinutes ?? null,
  };
  const minutes = chosen.snoozeWindowInMinutes ?? 0;
  const afterWindow = now.getTime() + minutes * 60_000;
  if (chosen.snoozeUntilAbsolute)
    return new Date(
      nextAt(
        afterWindow,
        Temporal.PlainTime.from(chosen.snoozeUntilAbsolute),
        chosen.snoozeUntilWeekdayAbsolute ?? null,
        timeZoneId,
      ),
    );
  return minutes > 0 ? new Date(afterWindow) : null;
}

function fits({ selectedDays, from, until }: SnoozeFilter, now: Date, timeZoneId: string): boolean {
  return isOpenAt(weeklyWindow(selectedDays, from, until), now.getTime(), timeZoneId);
}
