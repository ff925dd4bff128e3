/**
 * Calendars: times on call for calendar programs. Its own document (`openapi/calendar.yaml`); who calls is whoever
 * knows the token.
 */
export { createCalendars } from './calendars.ts';
