import { isOpenAt, toLocal, weeklyWindow } from '../../calendar/index.ts';
import { type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { OpeningHours } from '../call-settings.ts';
import { routeOf } from './session-reads.ts';

/** The caller takes a route: whether it is open is decided once, for all of the call. */
export function enterRoute(session: CallSession, routeKey: number, now: Date): CallSession {
  const routed: CallSession = { ...session, phase: 'route', routeKey };
  const hours = routeOf(routed)?.hours;
  const closed = hours ? reasonClosed(hours, now) : null;
  return closed === null ? routed : { ...routed, closed };
}

/**
 * The message that a closed route plays before it ends the call; null if somebody is to be rung, or a message to be
 * left.
 */
export function messageWhenClosed({ closed }: CallSession, hours: OpeningHours | undefined) {
  return closed !== undefined && hours?.closed === 'message' ? hours.closedMessage : null;
}

function reasonClosed({ timeZoneId, windows, holidays }: OpeningHours, now: Date): Sentence | null {
  const instant = now.getTime();
  const today = toLocal(instant, timeZoneId).toPlainDate().toString();
  const holiday = holidays.find(({ date }) => date === today);
  if (holiday)
    return holiday.name === null
      ? say('closedOnHoliday', { date: today })
      : say('closedOnNamedHoliday', { date: today, name: holiday.name });
  const isOpen = windows.some(({ days, from, until }) =>
    isOpenAt(weeklyWindow(days, from, until), instant, timeZoneId),
  );
  return isOpen ? null : say('closedByHours', { timeZone: timeZoneId });
}
