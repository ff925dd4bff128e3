import { CalendarMalformed, type Malformation } from '../calendar-files/index.ts';
import { serveWork } from '../kernel/index.ts';
import { type CalendarQuestion, type CalendarTimes, timesOfEvents } from './times-of-events.ts';

/** The thread that reads calendars; see `read-calendar.ts`. */

export type ReadTimes =
  | { isRead: true; times: CalendarTimes }
  | { isRead: false; why: Malformation | 'excess' };

serveWork((question: CalendarQuestion): ReadTimes => {
  try {
    return { isRead: true, times: timesOfEvents(question) };
  } catch (error) {
    if (error instanceof CalendarMalformed) return { isRead: false, why: error.malformation };
    throw error;
  }
});
