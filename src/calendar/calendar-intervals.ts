import { toInstant, toLocal } from './local-time.ts';
import type { Interval } from './weekly-window.ts';

export type CalendarUnit = 'hour' | 'day' | 'week' | 'month';

/**
 * The hours, days, weeks (from Monday) or months of a time zone between two instants, in order and without gaps. The
 * first and the last are cut off where the time begins or ends within them.
 */
export function calendarIntervals(
  unit: CalendarUnit,
  { start, end }: Interval,
  timeZoneId: string,
): Interval[] {
  const intervals: Interval[] = [];
  for (let from = start; from < end; ) {
    const until = Math.min(endOf(unit, from, timeZoneId), end);
    intervals.push({ start: from, end: until });
    from = until;
  }
  return intervals;
}

const midnight = Temporal.PlainTime.from('00:00');
const hourMilliseconds = 3_600_000;

/** The first instant after `instant` at which the next one begins. */
function endOf(unit: CalendarUnit, instant: number, timeZoneId: string): number {
  const local = toLocal(instant, timeZoneId);
  // An hour that the clock shows twice is two hours.
  if (unit === 'hour') {
    const begun = local.minute * 60_000 + local.second * 1000 + local.millisecond;
    return instant + hourMilliseconds - begun;
  }
  const today = local.toPlainDate();
  let next =
    unit === 'month'
      ? today.with({ day: 1 }).add({ months: 1 })
      : today.add({ days: unit === 'week' ? 8 - today.dayOfWeek : 1 });
  // Where clocks go back over midnight, the day that begins has begun before.
  while (toInstant(next.toPlainDateTime(midnight), timeZoneId) <= instant)
    next = next.add(unit === 'month' ? { months: 1 } : { days: unit === 'week' ? 7 : 1 });
  return toInstant(next.toPlainDateTime(midnight), timeZoneId);
}
