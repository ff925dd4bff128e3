import { type TimeSource, timesOfWindows } from '../calendar/index.ts';
import { type PersonRules, windowOf } from './planned-messages.ts';

/** The hours by which a person is told one way or another, and those in which they are not. */
export function timesOfPerson({ wire, timeZoneId }: PersonRules): TimeSource[] {
  const hours = wire.rules.flatMap((rule) => rule.hours ?? []);
  return timesOfWindows([...hours, ...(wire.quietHours?.hours ?? [])].map(windowOf), timeZoneId);
}
