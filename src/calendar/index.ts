/**
 * Calendar: local time, weekdays and windows of the week, for snoozing, on-call and whatever else a team
 * sets by its own clock. Pure functions of what they are given; owns nothing stored, and never asks what
 * time it is.
 *
 * Design notes: a wall-clock time that comes twice is its first pass, one that is skipped is the moment of
 * the skip (`local-time.ts`). This rule never decreases, so no window ends before it starts and neighbouring
 * windows stay neighbours. Nobody else resolves local times.
 */
export { toInstant, toLocal } from './local-time.ts';
export { nextAt } from './next-at.ts';
export { numberOf, type Weekday, weekdayOf, weekdays } from './weekdays.ts';
export {
  daysAround,
  type Interval,
  isOpenAt,
  type WeeklyWindow,
  weeklyWindow,
  windowOn,
} from './weekly-window.ts';
