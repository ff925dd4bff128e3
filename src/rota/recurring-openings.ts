import { localTimesBetween } from '../calendar/index.ts';
import { dayMilliseconds, dayOf, type Opening, type Openings } from './openings.ts';

/** Times that come again by a rule of iCalendar, equally long by the clock; local, such as `2026-03-01T02:00`. */
export interface RecurringHours {
  rule: string;
  /** The first day that may count, and the time of day of each. */
  startsAt: string;
  minutes: number;
  /** Begins of further ones. */
  also?: readonly string[] | null;
  /** Begins of those that are left out. */
  except?: readonly string[] | null;
}

/** The openings that the rule names in a year, and how many these are up to its end. */
interface Year {
  startsOn: ReadonlyMap<number, readonly number[]>;
  countUntilEnd: number;
}

/**
 * Openings that recur by a rule. None begins on `closed`, which are local days. Years are looked at once: what follows
 * from the rule is remembered.
 */
export function recurringOpenings(
  { rule, startsAt, minutes, also, except }: RecurringHours,
  closed: readonly number[],
): Openings {
  const isClosed = new Set(closed);
  const isLeftOut = new Set((except ?? []).map(localOf));
  const first = Temporal.PlainDateTime.from(startsAt);
  const alsoByYear = Map.groupBy(new Set((also ?? []).map(localOf)), yearOf);
  const firstYear = Math.min(first.year, ...alsoByYear.keys());
  const years: Year[] = [];

  const look = (year: number, countBefore: number): Year => {
    const from = new Temporal.PlainDateTime(year, 1, 1);
    const until = new Temporal.PlainDateTime(year, 12, 31, 23, 59);
    const named = localTimesBetween(rule, first, from, until) ?? [];
    const starts = new Set([...named.map(localOfPlain), ...(alsoByYear.get(year) ?? [])]);
    const counted = [...starts]
      .filter((start) => !isLeftOut.has(start) && !isClosed.has(dayOf(start)))
      .sort((one, other) => one - other);
    return {
      startsOn: Map.groupBy(counted, dayOf),
      countUntilEnd: countBefore + counted.length,
    };
  };
  const yearAt = (year: number): Year => {
    for (let next = firstYear + years.length; next <= year; next += 1)
      years.push(look(next, years.at(-1)?.countUntilEnd ?? 0));
    return years[year - firstYear] ?? none;
  };
  const length = minutes * 60_000;
  return {
    daysBack: Math.ceil(minutes / 1440) + 1,
    onDay(day) {
      const starts = yearAt(yearOf(day * dayMilliseconds)).startsOn.get(day) ?? [];
      return starts.map((start): Opening => ({ start, end: start + length }));
    },
    countBefore(day) {
      const year = yearOf(day * dayMilliseconds);
      let count = yearAt(year - 1).countUntilEnd;
      for (const [one, starts] of yearAt(year).startsOn) if (one < day) count += starts.length;
      return count;
    },
  };
}

const none: Year = { startsOn: new Map(), countUntilEnd: 0 };

function localOf(text: string): number {
  return localOfPlain(Temporal.PlainDateTime.from(text));
}

function localOfPlain(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime('UTC').epochMilliseconds;
}

function yearOf(local: number): number {
  return new Date(local).getUTCFullYear();
}
