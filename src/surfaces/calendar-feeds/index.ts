/**
 * Calendars: times on call for calendar programs. Its own document (`openapi/calendar.yaml`); who calls is whoever
 * knows the token.
 */
export { type CalendarsOptions, createCalendars } from './calendars.ts';
