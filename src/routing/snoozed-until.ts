import { nextAt } from '../calendar/index.ts';
import type { RuleActions } from './routings.ts';

const midnight = '00:00';

/**
 * When a snooze ends that starts now: after the minutes, then at the next such time of day, on the weekday if one is
 * given; a weekday alone means its first moment. Null when the rule names no end.
 */
export function snoozedUntil(actions: RuleActions, now: Date, timeZoneId: string): Date | null {
  const { snoozeUntilAbsolute: time, snoozeUntilWeekdayAbsolute: weekday } = actions;
  const minutes = actions.snoozeForRelativeInMinutes ?? 0;
  const afterMinutes = now.getTime() + minutes * 60_000;
  if (time || weekday)
    return new Date(
      nextAt(afterMinutes, Temporal.PlainTime.from(time ?? midnight), weekday ?? null, timeZoneId),
    );
  return minutes > 0 ? new Date(afterMinutes) : null;
}
