import { numberOf, type Weekday } from '../calendar/index.ts';

/** A window of the week: it may span days, and ends a week later where both ends are the same. */
export interface Hours {
  fromDay: Weekday;
  /** `HH:mm`, of every minute. */
  from: string;
  untilDay: Weekday;
  until: string;
}

/** The effect of holidays on a layer: none, nobody, all day, or the hours of a Sunday. */
export type OnHolidays = 'normal' | 'off' | 'allDay' | 'asSunday';

/** A time in which a layer is in force, in local time. */
export interface Opening {
  start: number;
  end: number;
}

/** When a layer is in force, by the local day on which it begins. Days are numbered from 1970. */
export interface Openings {
  onDay(day: number): readonly Opening[];
  /** How many begin before this day, counted from a day that is always the same. */
  countBefore(day: number): number;
  /** An opening that began more days ago is over. */
  daysBack: number;
}

export const dayMilliseconds = 86_400_000;
const minutesOfWeek = 7 * 1440;

/** The local day of a local time. */
export function dayOf(local: number): number {
  return Math.floor(local / dayMilliseconds);
}

/**
 * Windows that recur each week. On `holidays`, which are local days, others begin if `onHolidays` says so. Counting is
 * done by whole weeks, so it takes as long for tomorrow as for the year 2500.
 */
export function weeklyOpenings(
  hours: readonly Hours[],
  onHolidays: OnHolidays = 'normal',
  holidays: readonly number[] = [],
): Openings {
  const byWeekday: Opening[][] = Array.from({ length: 7 }, () => []);
  let longest = 1440;
  for (const { fromDay, from, untilDay, until } of hours) {
    const start = minuteOf(from);
    const week = (numberOf(untilDay) - numberOf(fromDay)) * 1440 + minuteOf(until) - start;
    const length = week > 0 ? week : week + minutesOfWeek;
    longest = Math.max(longest, length);
    byWeekday[numberOf(fromDay) - 1]?.push({
      start: start * 60_000,
      end: (start + length) * 60_000,
    });
  }
  for (const openings of byWeekday) openings.sort((a, b) => a.start - b.start || a.end - b.end);
  const special = onHolidays === 'normal' ? [] : [...new Set(holidays)].sort((a, b) => a - b);
  const isSpecial = new Set(special);
  const usual = (day: number) => byWeekday[weekdayOf(day)] ?? [];
  const begun = (day: number) => {
    if (!isSpecial.has(day)) return usual(day);
    return onHolidays === 'asSunday' ? (byWeekday[6] ?? []) : onHolidays === 'off' ? [] : allDay;
  };
  return {
    daysBack: Math.ceil(longest / 1440) + 1,
    onDay(day) {
      const midnight = day * dayMilliseconds;
      return begun(day).map(({ start, end }) => ({ start: midnight + start, end: midnight + end }));
    },
    countBefore(day) {
      const inWeek = byWeekday.slice(0, weekdayOf(day)).reduce(lengths, 0);
      let count = Math.floor((day + 3) / 7) * byWeekday.reduce(lengths, 0) + inWeek;
      for (const holiday of special) {
        if (holiday >= day) break;
        count += begun(holiday).length - usual(holiday).length;
      }
      return count;
    },
  };
}

const allDay: readonly Opening[] = [{ start: 0, end: dayMilliseconds }];

/** 0 for Monday; the first day of 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function lengths(sum: number, list: readonly unknown[]): number {
  return sum + list.length;
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
