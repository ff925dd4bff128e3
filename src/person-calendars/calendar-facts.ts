import { isDeepStrictEqual } from 'node:util';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import type { PersonCalendar, PersonCalendarWire } from './calendar-kind.ts';
import type { CalendarReading } from './model.ts';
import { daysAhead } from './read-calendar.ts';

/** The times that were read from a calendar, and how well they are known. */
export interface CalendarFacts extends Pick<CalendarReading, 'days' | 'times'> {
  /** The settings of the calendar when it was read; null: it was not read since they changed. */
  of: PersonCalendarWire | null;
  /** When it was last read whole. */
  readAt: Date | null;
  failingSince: Date | null;
}

const dayMilliseconds = 86_400_000;

/** Pure. */
export function calendarFactsOf(
  { version, wire }: PersonCalendar,
  reading: CalendarReading,
): CalendarFacts {
  const { days, times, wholeAt, failingSince } = reading;
  const isSame = reading.version === version && wholeAt !== null;
  return { days, times, failingSince, of: isSame ? wire : null, readAt: isSame ? wholeAt : null };
}

/** Whether what was read of a calendar has been unreadable for a day or longer: what it says next is not known. */
export function isLost({ failingSince }: Pick<CalendarReading, 'failingSince'>, now: Date) {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= dayMilliseconds;
}

/** Why it is not known what a calendar says until then; null: it is. Pure. */
export function unreadWhy(
  { wire }: PersonCalendar,
  facts: CalendarFacts | undefined,
  now: Date,
  until: Date,
): Sentence | null {
  const { of = null, readAt = null } = facts ?? {};
  if (!facts || of === null || readAt === null || !isDeepStrictEqual(readIn(of), readIn(wire)))
    return say('calendarNeverRead');
  if (isLost(facts, now))
    return say('calendarLost', { readAt: zonedMoment(readAt.getTime(), 'UTC') });
  const end = readAt.getTime() + daysAhead * dayMilliseconds;
  return end >= until.getTime() ? null : say('calendarReadUntil', { end: zonedMoment(end, 'UTC') });
}

/** The settings that decide what is read. */
function readIn({ kind, userId, url, text, counts, title }: PersonCalendarWire) {
  return { kind, userId, url, text, counts, title };
}
