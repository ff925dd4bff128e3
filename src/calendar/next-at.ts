import { toInstant, toLocal } from './local-time.ts';
import { type Weekday, weekdayOf } from './weekdays.ts';

/**
 * The first instant after `after` at which clocks of a time zone show `time`, on the weekday if one is
 * given. On a day that skips the time it is the moment of the skip.
 */
export function nextAt(
  after: number,
  time: Temporal.PlainTime,
  weekday: Weekday | null,
  timeZoneId: string,
): number {
  const today = toLocal(after, timeZoneId).toPlainDate();
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = today.add({ days: ahead });
    if (weekday !== null && weekdayOf(day) !== weekday) continue;
    const instant = toInstant(day.toPlainDateTime(time), timeZoneId);
    if (instant > after) return instant;
  }
  throw new RangeError(`There is no ${time} on ${weekday} within a week.`);
}
