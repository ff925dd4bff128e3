/**
 * Person calendars: what people keep elsewhere of their leave, and holidays, as calendar files that are read again and
 * again. Owns the calendars and the times read from them, and says who is away when; decides nothing about duty.
 * Called by on-call and by the API.
 *
 * Design notes: a file is read by a thread with a limit of processor time and memory, and by a parser that knows
 * nothing of rules and zones: `calendar` alone makes times of them. Only times are kept, never a title. Whole days are
 * kept as days, and become times where the person is, or the layer. A calendar that cannot be read keeps what was read
 * last, because an empty one would put people on call who are away.
 */
export { type CalendarFacts, calendarFactsOf, unreadWhy } from './calendar-facts.ts';
export {
  type PersonCalendar,
  type PersonCalendarWire,
  personCalendarKind,
} from './calendar-kind.ts';
export { createPersonCalendars, type PersonCalendars } from './calendars.ts';
export { personCalendars } from './module.ts';
export { calendarStates, unreadableCalendars } from './states.ts';
export {
  calendarsChangedAt,
  calendarsChangedSince,
  demandHolidays,
  holidaysIn,
  holidaysOf,
  type Leave,
  leavesIn,
  leavesOf,
  readingsOf,
} from './times-of-calendars.ts';
