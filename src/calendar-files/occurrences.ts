import { localTimesBetween, toInstant, toLocal } from '../calendar/index.ts';
import { CalendarMalformed, type ParsedCalendar, type Property, textOf } from './parse-calendar.ts';

/** When an event takes place once. A day is one where the reader is: its instants are those of UTC. */
export interface Occurrence {
  start: number;
  end: number;
  isDay: boolean;
}

/** The time that is asked about, in epoch milliseconds. */
export interface Asked {
  from: number;
  until: number;
  /** The zone of times that have none, where the file says nothing either. */
  timeZoneId: string;
}

const occurrencesMax = 50_000;

/**
 * All occurrences of an event that have a part in the time that is asked about, and some around it; null where nobody
 * can say when it takes place. Throws `CalendarMalformed` beyond so many of all events together.
 */
export function createOccurrences(
  calendar: ParsedCalendar,
  asked: Asked,
): (event: readonly Property[]) => Occurrence[] | null {
  const moved = Map.groupBy(calendar.events, uidOf);
  const moments = new Moments(calendar, asked);
  let count = 0;
  return (event) => {
    try {
      const found = moments.occurrencesOf(event, moved.get(uidOf(event)) ?? []);
      count += found.length;
      if (count > occurrencesMax) throw new CalendarMalformed('tooMuch');
      return found;
    } catch (error) {
      if (error instanceof CalendarMalformed) throw error;
      // Whatever Temporal refuses, too: the file says something that is no time.
      return null;
    }
  };
}

function uidOf(event: readonly Property[]): string {
  return textOf(event, 'uid') ?? '';
}

/** A time of the file: by which clock, and which. A day has no clock. */
interface Moment {
  local: Temporal.PlainDateTime;
  timeZoneId: string;
  isDay: boolean;
}

class Unreadable extends Error {}

class Moments {
  readonly #calendar: ParsedCalendar;
  readonly #asked: Asked;

  constructor(calendar: ParsedCalendar, asked: Asked) {
    this.#calendar = calendar;
    this.#asked = asked;
  }

  /** `ofSeries`: all events with its UID, among them those that move one occurrence of it elsewhere. */
  occurrencesOf(
    event: readonly Property[],
    ofSeries: readonly (readonly Property[])[],
  ): Occurrence[] {
    const start = this.#moment(event, 'dtstart');
    if (start === null) throw new Unreadable();
    const lasts = this.#length(event, start);
    const isMoved = event.some(([name]) => name === 'recurrence-id');
    const starts = isMoved ? [start] : this.#starts(event, start, lasts.reach, ofSeries);
    return starts.map((one) => ({
      ...{ start: instantOf(one), end: lasts.end(one), isDay: one.isDay },
    }));
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
    if (typeof tzid !== 'string') return timeZoneId ?? this.#asked.timeZoneId;
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

  #starts(
    event: readonly Property[],
    start: Moment,
    reach: Temporal.Duration,
    ofSeries: readonly (readonly Property[])[],
  ): Moment[] {
    const { from, until } = this.#asked;
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

  /** The occurrences that are cancelled, or moved to another time. */
  #exceptions(event: readonly Property[], ofSeries: readonly (readonly Property[])[]): string[] {
    const excepted = event.flatMap(([name, parameters, , ...values]) =>
      name === 'exdate' ? values.map((value) => this.#momentOf(value, parameters.tzid)) : [],
    );
    const moved = ofSeries.flatMap((other) => this.#moment(other, 'recurrence-id') ?? []);
    return [...excepted, ...moved].map(keyOf);
  }
}

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
