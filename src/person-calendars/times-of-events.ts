import { type Interval, joined, localTimesBetween, toInstant, toLocal } from '../calendar/index.ts';
import {
  CalendarMalformed,
  type ParsedCalendar,
  type Property,
  parseCalendar,
  textOf,
} from './parse-calendar.ts';

/** What is asked of a calendar file. */
export interface CalendarQuestion {
  text: string;
  counts: 'all' | 'outOfOffice' | 'titleContains';
  /** Of those that count by their title. */
  title: string | null;
  /** The zone of times that have none, where the file says nothing either. */
  timeZoneId: string;
  /** What is asked about, in epoch milliseconds. */
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
const occurrencesMax = 50_000;
/** What is left once what touches is joined. */
const intervalsMax = 5_000;

/** When the events of a calendar file take place that count. Throws `CalendarMalformed`. */
export function timesOfEvents(question: CalendarQuestion): CalendarTimes {
  const calendar = parseCalendar(question.text, eventsMax);
  const gathered = new Gathered(question, calendar);
  const moved = Map.groupBy(calendar.events, (event) => textOf(event, 'uid') ?? '');
  for (const event of calendar.events) gathered.add(event, moved.get(textOf(event, 'uid') ?? ''));
  return gathered.result();
}

/** A time of the file: by which clock, and which. A day has no clock: it is one where the reader is. */
interface Moment {
  local: Temporal.PlainDateTime;
  timeZoneId: string;
  isDay: boolean;
}

class Unreadable extends Error {}

class Gathered {
  readonly #question: CalendarQuestion;
  readonly #calendar: ParsedCalendar;
  readonly #days: Interval[] = [];
  readonly #times: Interval[] = [];
  #events = 0;
  #ignored: number;
  #occurrences = 0;

  constructor(question: CalendarQuestion, calendar: ParsedCalendar) {
    this.#question = question;
    this.#calendar = calendar;
    this.#ignored = calendar.unreadable;
  }

  /** `ofSeries`: all events with its UID, among them those that move one occurrence of it elsewhere. */
  add(event: readonly Property[], ofSeries: readonly (readonly Property[])[] = []): void {
    if (!this.#doesCount(event)) return;
    try {
      const start = this.#moment(event, 'dtstart');
      if (start === null) throw new Unreadable();
      const lasts = this.#length(event, start);
      const isMoved = event.some(([name]) => name === 'recurrence-id');
      const starts = isMoved ? [start] : this.#starts(event, start, lasts.reach, ofSeries);
      for (const one of starts) this.#note(one, lasts.end(one));
      this.#events += 1;
    } catch (error) {
      if (error instanceof CalendarMalformed) throw error;
      // Whatever Temporal refuses, too: the file says something that is no time.
      this.#ignored += 1;
    }
  }

  result(): CalendarTimes {
    const days = joined(this.#days);
    const times = joined(this.#times);
    if (days.length + times.length > intervalsMax) throw new CalendarMalformed('tooMuch');
    return {
      days: days.map(({ start, end }) => ({ from: dayOf(start), until: dayOf(end) })),
      times,
      events: this.#events,
      ignored: this.#ignored,
    };
  }

  #doesCount(event: readonly Property[]): boolean {
    if (textOf(event, 'status')?.toUpperCase() === 'CANCELLED') return false;
    const { counts, title } = this.#question;
    const summary = (textOf(event, 'summary') ?? '').toLowerCase();
    if (counts === 'titleContains') return summary.includes((title ?? '').toLowerCase());
    if (counts === 'all') return true;
    // Outlook says so; in other calendars the title does, of what does not leave the time free.
    if (textOf(event, 'x-microsoft-cdo-busystatus')?.toUpperCase() === 'OOF') return true;
    const isFree = textOf(event, 'transp')?.toUpperCase() === 'TRANSPARENT';
    return !isFree && outOfOffice.some((words) => summary.startsWith(words));
  }

  #moment(event: readonly Property[], name: string): Moment | null {
    const property = event.find(([one]) => one === name);
    return property ? this.#momentOf(property[3], property[1].tzid) : null;
  }

  #momentOf(value: unknown, tzid: unknown): Moment {
    if (typeof value !== 'string') throw new Unreadable();
    // The parser gives days without `VALUE=DATE` as times without digits.
    const day = value.replace(/T::$/, '');
    if (/^\d{4}-\d\d-\d\d$/.test(day)) {
      const local = Temporal.PlainDate.from(day, { overflow: 'reject' }).toPlainDateTime();
      return { local, timeZoneId: 'UTC', isDay: true };
    }
    const isUtc = value.endsWith('Z');
    const local = Temporal.PlainDateTime.from(isUtc ? value.slice(0, -1) : value);
    return { local, timeZoneId: isUtc ? 'UTC' : this.#zone(tzid), isDay: false };
  }

  #zone(tzid: unknown): string {
    const { timeZoneId } = this.#calendar;
    if (typeof tzid !== 'string') return timeZoneId ?? this.#question.timeZoneId;
    const zone = this.#calendar.zoneOf(tzid) ?? timeZoneId;
    if (zone === null) throw new Unreadable();
    return zone;
  }

  /** When an occurrence of it ends, and how far one reaches at most. */
  #length(event: readonly Property[], start: Moment) {
    const end = this.#moment(event, 'dtend');
    const given = textOf(event, 'duration');
    if (end !== null && end.isDay === start.isDay) {
      const length = instantOf(end) - instantOf(start);
      const reach = Temporal.Duration.from({ milliseconds: Math.max(length, 0) });
      return { reach, end: (one: Moment) => instantOf(one) + length };
    }
    const duration = Temporal.Duration.from(given ?? (start.isDay ? 'P1D' : 'PT0S'));
    // Days are those of the calendar, hours pass as they do.
    const { weeks, days } = duration;
    const time = duration.with({ weeks: 0, days: 0 }).total('milliseconds');
    return {
      reach: duration,
      end: ({ local, ...rest }: Moment) =>
        instantOf({ ...rest, local: local.add({ weeks, days }) }) + time,
    };
  }

  /** All that have a part in the time that is asked about, and some around it. */
  #starts(
    event: readonly Property[],
    start: Moment,
    reach: Temporal.Duration,
    ofSeries: readonly (readonly Property[])[],
  ): Moment[] {
    const { from, until } = this.#question;
    const zone = start.timeZoneId;
    const first = toLocal(from, zone).subtract(reach).subtract({ days: 2 });
    const last = toLocal(until, zone).add({ days: 2 });
    const starts = [start];
    for (const [name, parameters, , ...values] of event) {
      if (name === 'rrule')
        for (const rule of values) starts.push(...named(rule, start, first, last));
      if (name === 'rdate')
        for (const value of values)
          starts.push(this.#momentOf(Array.isArray(value) ? value[0] : value, parameters.tzid));
    }
    if (starts.length === 1) return starts;
    const gone = new Set(this.#exceptions(event, ofSeries));
    const kept = new Map(starts.map((one) => [keyOf(one), one]));
    return [...kept].flatMap(([key, one]) => (gone.has(key) ? [] : [one]));
  }

  /** What takes no place, or another one. */
  #exceptions(event: readonly Property[], ofSeries: readonly (readonly Property[])[]): string[] {
    const excepted = event.flatMap(([name, parameters, , ...values]) =>
      name === 'exdate' ? values.map((value) => this.#momentOf(value, parameters.tzid)) : [],
    );
    const moved = ofSeries.flatMap((other) => this.#moment(other, 'recurrence-id') ?? []);
    return [...excepted, ...moved].map(keyOf);
  }

  #note(start: Moment, end: number): void {
    this.#occurrences += 1;
    if (this.#occurrences > occurrencesMax) throw new CalendarMalformed('tooMuch');
    const { from, until } = this.#question;
    const begin = instantOf(start);
    // Days are those of another zone: a day more on both sides.
    const slack = start.isDay ? dayMilliseconds : 0;
    const [first, last] = [Math.max(begin, floor(from - slack)), Math.min(end, until + slack)];
    if (first >= last) return;
    (start.isDay ? this.#days : this.#times).push({ start: first, end: ceiling(last) });

    function floor(at: number) {
      return start.isDay ? Math.floor(at / dayMilliseconds) * dayMilliseconds : at;
    }
    function ceiling(at: number) {
      return start.isDay ? Math.ceil(at / dayMilliseconds) * dayMilliseconds : at;
    }
  }
}

const dayMilliseconds = 86_400_000;

/** What titles of absences begin with, in the programs that know no other way to say so. */
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

const weekdayNumbers = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function named(
  given: unknown,
  { local, timeZoneId, isDay }: Moment,
  first: Temporal.PlainDateTime,
  last: Temporal.PlainDateTime,
): Moment[] {
  const { until, ...parts } = given as Record<string, unknown>;
  const rule = Object.entries(parts)
    .map(([name, value]) => `${name.toUpperCase()}=${partOf(name, value)}`)
    .join(';');
  const times = localTimesBetween(rule, local, first, last);
  if (times === null) throw new Unreadable();
  const isBefore = untilOf(until, timeZoneId);
  return times.flatMap((time) => (isBefore(time) ? [{ local: time, timeZoneId, isDay }] : []));
}

/** The parser gives the first day of the week as a number. */
function partOf(name: string, value: unknown): string {
  return name === 'wkst' ? (weekdayNumbers[Number(value) - 1] ?? '') : String(value);
}

/** The last time may be a day, a local time, or an instant. */
function untilOf(until: unknown, timeZoneId: string): (time: Temporal.PlainDateTime) => boolean {
  if (until === undefined) return () => true;
  const text = String(until);
  if (text.endsWith('Z')) {
    const last = Temporal.Instant.from(text).epochMilliseconds;
    return (time) => toInstant(time, timeZoneId) <= last;
  }
  const last = text.includes('T')
    ? Temporal.PlainDateTime.from(text)
    : Temporal.PlainDate.from(text).toPlainDateTime('23:59:59');
  return (time) => Temporal.PlainDateTime.compare(time, last) <= 0;
}

function instantOf({ local, timeZoneId }: Moment): number {
  return toInstant(local, timeZoneId);
}

function keyOf(moment: Moment): string {
  return `${moment.isDay} ${instantOf(moment)}`;
}

function dayOf(instant: number): string {
  return toLocal(instant, 'UTC').toPlainDate().toString();
}
