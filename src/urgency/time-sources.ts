import { type TimeSource, timesOfWindows } from '../calendar/index.ts';
import type { HoursInForce } from './hours-in-force.ts';
import { windowsOf } from './urgency-at.ts';

/** When support hours are open. */
export function timesOfHours(hours: HoursInForce): TimeSource[] {
  return timesOfWindows(windowsOf(hours), hours.timeZoneId);
}
