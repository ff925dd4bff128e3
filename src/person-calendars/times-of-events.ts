import { type Interval, joined, toLocal } from '../calendar/index.ts';
import {
  CalendarMalformed,
  createOccurrences,
  type Occurrence,
  type Property,
  parseCalendar,
  textOf,
} from '../calendar-files/index.ts';

/** The question to a calendar file. */
export interface CalendarQuestion {
  text: string;
  counts: 'all' | 'outOfOffice' | 'titleContains';
  /** The text in the titles of events that count by their title. */
  title: string | null;
  /** The zone of times that have none, where the file says nothing either. */
  timeZoneId: string;
  /** The time that is asked about, in epoch milliseconds. */
  from: number;
  until: number;
}

/** Whole local days, the last one not included. */
export interface Days {
  from: string;
  until: string;
}

/** When events that count take place; nothing else of them. */
export interface CalendarTimes {
  days: Days[];
  times: Interval[];
  /** Events that count, a series as one. */
  events: number;
  /** Events of which nobody can say when they take place. */
  ignored: number;
}

export const eventsMax = 10_000;
/** The limit of intervals after those that touch are joined. */
const intervalsMax = 5_000;

/** When the events of a calendar file take place that count. Throws `CalendarMalformed`. */
export function timesOfEvents(question: CalendarQuestion): CalendarTimes {
  const calendar = parseCalendar(question.text, eventsMax);
  const occurrencesOf = createOccurrences(calendar, question);
  const noted: { days: Interval[]; times: Interval[] } = { days: [], times: [] };
  let events = 0;
  let ignored = calendar.unreadable;
  for (const event of calendar.events.filter((one) => doesCount(one, question))) {
    const occurrences = occurrencesOf(event);
    for (const one of occurrences ?? []) {
      const part = partAskedFor(one, question);
      if (part) noted[one.isDay ? 'days' : 'times'].push(part);
    }
    if (occurrences) events += 1;
    else ignored += 1;
  }
  const days = joined(noted.days);
  const times = joined(noted.times);
  if (days.length + times.length > intervalsMax) throw new CalendarMalformed('tooMuch');
  return {
    days: days.map(({ start, end }) => ({ from: dayOf(start), until: dayOf(end) })),
    ...{ times, events, ignored },
  };
}

/** The beginnings of titles of absences, in the programs that know no other way to say so. */
const outOfOffice = [
  'out of office',
  'ooo',
  'on leave',
  'annual leave',
  'vacation',
  'pto',
  'abwesend',
  'nicht im büro',
  'außer haus',
  'urlaub',
];

function doesCount(
  event: readonly Property[],
  { counts, title }: Pick<CalendarQuestion, 'counts' | 'title'>,
): boolean {
  if (textOf(event, 'status')?.toUpperCase() === 'CANCELLED') return false;
  const summary = (textOf(event, 'summary') ?? '').toLowerCase();
  if (counts === 'titleContains') return summary.includes((title ?? '').toLowerCase());
  if (counts === 'all') return true;
  // Outlook says so; in other calendars the title does, of what does not leave the time free.
  if (textOf(event, 'x-microsoft-cdo-busystatus')?.toUpperCase() === 'OOF') return true;
  const isFree = textOf(event, 'transp')?.toUpperCase() === 'TRANSPARENT';
  return !isFree && outOfOffice.some((words) => summary.startsWith(words));
}

const dayMilliseconds = 86_400_000;

function partAskedFor(
  { start, end, isDay }: Occurrence,
  { from, until }: Pick<CalendarQuestion, 'from' | 'until'>,
): Interval | null {
  // Days are those of another zone: a day more on both sides, and whole ones.
  const [slack, unit] = isDay ? [dayMilliseconds, dayMilliseconds] : [0, 1];
  const first = Math.max(start, Math.floor((from - slack) / unit) * unit);
  const last = Math.min(end, until + slack);
  return first < last ? { start: first, end: Math.ceil(last / unit) * unit } : null;
}

function dayOf(instant: number): string {
  return toLocal(instant, 'UTC').toPlainDate().toString();
}
