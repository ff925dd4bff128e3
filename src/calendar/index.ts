/**
 * Calendar: local time, weekdays and windows of the week, for snoozing, on-call and everything else a team
 * sets by its own clock. Pure functions of their arguments: the module stores nothing and never reads the
 * clock.
 *
 * Design notes: a wall-clock time that occurs twice means its first occurrence; one that is skipped means the moment of
 * the skip (`local-time.ts`). This rule is monotonic, so no window ends before it starts and neighbouring windows stay
 * neighbours. No other module resolves local times. Cron expressions are croner's (`cron.ts`): a run at a wall-clock
 * time that is skipped happens at the moment of the skip, one at a time that occurs twice happens once. Rules of
 * iCalendar are rrule-temporal's (`recurrence.ts`), on a clock without zones; what the last look at a window that comes
 * again found is kept with it (`recurring-window.ts`), as every payload asks.
 */
export { answersIn, type Change, changesOf, timesByAnswers } from './answers.ts';
export { type CalendarUnit, calendarIntervals } from './calendar-intervals.ts';
export { type CronMistake, cronMistake, nextCronRun } from './cron.ts';
export { type LocalClock, localClock } from './local-clock.ts';
export { toInstant, toLocal } from './local-time.ts';
export { nextAt } from './next-at.ts';
export {
  isLocalTime,
  localTimesBetween,
  type Recurrence,
  recurrenceMistake,
  recurrencesBetween,
} from './recurrence.ts';
export { isWithin, nextWindow, type RecurringWindow, windowsBetween } from './recurring-window.ts';
export {
  type TimeSource,
  timesOfClock,
  timesOfInstants,
  timesOfRecurring,
  timesOfWindows,
} from './time-source.ts';
export { isTimeZone, zoneNamed } from './time-zones.ts';
export { numberOf, type Weekday, weekdayOf, weekdays } from './weekdays.ts';
export {
  daysAround,
  type Interval,
  isOpenAt,
  joined,
  nextOpening,
  openIntervals,
  type WeeklyWindow,
  weeklyWindow,
  windowOn,
} from './weekly-window.ts';
