import {
  type TimeSource,
  timesOfClock,
  timesOfInstants,
  timesOfWindows,
  weeklyWindow,
} from '../calendar/index.ts';
import type { RoutingRule, RuleConditions } from './routings.ts';

/** The dates and hours that conditions ask for, in the zone of their team. */
export function timesOfConditions(
  { dateRestriction, schedule }: Pick<RuleConditions, 'dateRestriction' | 'schedule'>,
  timeZoneId: string,
): TimeSource[] {
  const dates = [dateRestriction?.from, dateRestriction?.until].flatMap((date) =>
    date ? [Date.parse(date)] : [],
  );
  const window = weeklyWindow(schedule?.daysOfWeek, schedule?.after, schedule?.before);
  return [
    ...(dates.length > 0 ? [timesOfInstants(dates)] : []),
    ...timesOfWindows(schedule ? [window] : null, timeZoneId),
  ];
}

/** When a rule holds, and the time of day until which it snoozes. */
export function timesOfRule({ conditions, actions }: RoutingRule, zone: string): TimeSource[] {
  const { snoozeUntilAbsolute: time, snoozeUntilWeekdayAbsolute: weekday } = actions ?? {};
  const until = time || weekday ? [timesOfClock(time ?? '00:00', weekday ?? null, zone)] : [];
  return [...timesOfConditions(conditions, zone), ...until];
}
