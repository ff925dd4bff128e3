/**
 * Calendar files: what an iCalendar file (RFC 5545) says, and when its events take place. Pure; stores nothing, and
 * knows neither leave nor duty. Called by person calendars, in their thread, and by imports.
 *
 * Design notes: ical.js makes properties of the text and nothing else: rules and zones are `calendar`'s, so that a time
 * that clocks skip or show twice means the same here as everywhere. One event that cannot be read costs only itself.
 */
export { createOccurrences, type Occurrence } from './occurrences.ts';
export {
  CalendarMalformed,
  type Malformation,
  type Property,
  parseCalendar,
  textOf,
} from './parse-calendar.ts';
