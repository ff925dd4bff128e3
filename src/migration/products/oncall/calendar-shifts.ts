import {
  CalendarMalformed,
  createOccurrences,
  type Property,
  parseCalendar,
  textOf,
} from '../../../calendar-files/index.ts';
import type { Source } from '../../model/ledger.ts';

/** People on call for some time, as an event of a calendar says. */
export interface CalendarShift {
  from: number;
  until: number;
  /** The level in its title, as in `[L1] ada@example.com`: higher levels win. */
  level: number;
  users: readonly string[];
}

export interface CalendarShifts {
  shifts: CalendarShift[];
  /** Titles of events that name nobody who is known. */
  unknown: string[];
  /** Events of which nobody can say when they take place. */
  unreadable: number;
}

const eventsMax = 10_000;

/** Whom the events of a calendar put on call within a time; null where it is no calendar, or too large. */
export function shiftsIn(
  text: string,
  people: PeopleByName,
  { from, until }: { from: number; until: number },
): CalendarShifts | null {
  try {
    const calendar = parseCalendar(text, eventsMax);
    const occurrencesOf = createOccurrences(calendar, { from, until, timeZoneId: 'UTC' });
    const found: CalendarShifts = { shifts: [], unknown: [], unreadable: calendar.unreadable };
    for (const event of calendar.events) {
      if (textOf(event, 'status') === 'CANCELLED') continue;
      const users = people.namedBy(event);
      const occurrences = occurrencesOf(event);
      if (!occurrences) found.unreadable += 1;
      const within = (occurrences ?? []).filter((one) => one.start < until && one.end > from);
      if (users.length === 0 && within.length > 0)
        found.unknown.push(textOf(event, 'summary') ?? '');
      if (users.length === 0) continue;
      const level = levelOf(textOf(event, 'summary') ?? '');
      for (const { start, end } of within)
        found.shifts.push({ from: start, until: end, level, users });
    }
    return found;
  } catch (error) {
    if (error instanceof CalendarMalformed) return null;
    throw error;
  }
}

/** Keys of people by what calendars call them. */
export interface PeopleByName {
  namedBy(event: readonly Property[]): string[];
}

/** A title, or a description, names one person: by name as it is, or by e-mail address in any letters. */
export function peopleByName(people: readonly Source[]): PeopleByName {
  const names = new Map(people.map((person) => [person.text('username') ?? '', person.key]));
  const addresses = new Map(
    people.map((person) => [(person.text('email') ?? '').toLowerCase(), person.key]),
  );
  return {
    namedBy: (event) => [
      ...new Set(
        ['summary', 'description'].flatMap((property) => {
          const text = (textOf(event, property) ?? '').trim().replace(levelAtStart, '').trim();
          const key = text && (names.get(text) ?? addresses.get(text.toLowerCase()));
          return key || [];
        }),
      ),
    ],
  };
}

const levelAtStart = /^\[L(\d+)\]/;

function levelOf(title: string): number {
  return Number(levelAtStart.exec(title.trim())?.[1] ?? 0);
}

/** Who is on call at each time: of the first list that has somebody the highest level, else of the next one. */
export function resolved(
  lists: readonly (readonly CalendarShift[])[],
  { from, until }: { from: number; until: number },
): { from: number; until: number; users: string[] }[] {
  const bounds = new Set([from, until]);
  for (const shift of lists.flat())
    for (const at of [shift.from, shift.until]) if (at > from && at < until) bounds.add(at);
  const times = [...bounds].sort((one, other) => one - other);
  const pieces: { from: number; until: number; users: string[] }[] = [];
  const waiting = lists.map((list) => list.toSorted((one, other) => one.from - other.from));
  const current: CalendarShift[][] = lists.map(() => []);
  for (const [index, at] of times.slice(0, -1).entries()) {
    for (const [place, list] of waiting.entries()) {
      const now = (current[place] ?? []).filter((shift) => shift.until > at);
      while (list[0] && list[0].from <= at) {
        const next = list.shift();
        if (next && next.until > at) now.push(next);
      }
      current[place] = now;
    }
    const counting = current.find((list) => list.length > 0) ?? [];
    const highest = Math.max(...counting.map(({ level }) => level));
    const users = new Set(counting.flatMap((one) => (one.level === highest ? one.users : [])));
    const until = times[index + 1] ?? at;
    const last = pieces.at(-1);
    const sorted = [...users].sort();
    if (last?.until === at && last.users.join() === sorted.join()) last.until = until;
    else if (sorted.length > 0) pieces.push({ from: at, until, users: sorted });
  }
  return pieces;
}
