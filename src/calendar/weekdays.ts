/** In the order of Temporal's `dayOfWeek`, which starts at 1. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export function weekdayOf(day: { readonly dayOfWeek: number }): Weekday {
  const weekday = weekdays[day.dayOfWeek - 1];
  if (!weekday) throw new RangeError('A week has seven days.');
  return weekday;
}

/** 1 for Monday, to 7 for Sunday. */
export function numberOf(weekday: Weekday): number {
  return weekdays.indexOf(weekday) + 1;
}
