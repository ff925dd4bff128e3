import {
  type TimeSource,
  timesOfClock,
  timesOfRecurring,
  timesOfWindows,
  weeklyWindow,
} from '../calendar/index.ts';
import type { IntakeSettings } from './intake-view.ts';

/** The windows of an integration, and the hours by which what it opens is snoozed. */
export function timesOfIntegration({
  windows,
  snoozeSettings,
  timeZoneId,
}: Pick<IntakeSettings, 'windows' | 'snoozeSettings' | 'timeZoneId'>): TimeSource[] {
  const filters = snoozeSettings?.filters ?? [];
  return [
    ...windows.map(timesOfRecurring),
    ...timesOfWindows(
      filters.map(({ selectedDays, from, until }) => weeklyWindow(selectedDays, from, until)),
      timeZoneId,
    ),
    ...filters.flatMap(({ snoozeUntilAbsolute: time, snoozeUntilWeekdayAbsolute: weekday }) =>
      time ? timesOfClock(time, weekday ?? null, timeZoneId) : [],
    ),
  ];
}
