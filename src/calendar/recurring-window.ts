import { type Recurrence, recurrencesBetween } from './recurrence.ts';
import { type Interval, joined } from './weekly-window.ts';

/** A stretch of time, null where it is open; if it has recurrences, only their times count, or all but these. */
export interface RecurringWindow {
  start?: string | null | undefined;
  end?: string | null | undefined;
  recurrences?: readonly Recurrence[] | null | undefined;
  inverted?: boolean | null | undefined;
}

const day = 86_400_000;
/** Times that follow each other without a gap for this long are taken to do so until the window ends. */
const unbrokenDays = 1024;
/** The rarest rule, a 29th of February, lets at most 40 years pass. */
const rarestDays = 41 * 366;

/** The times between two instants in which the window counts, in order and apart; each as long as it really is. */
export function windowsBetween(window: RecurringWindow, from: number, until: number): Interval[] {
  const bounds = boundsOf(window);
  const { start, end } = bounds;
  if (end <= from || start >= until || start >= end) return [];
  const { recurrences } = window;
  if (!recurrences || recurrences.length === 0) return [bounds];
  return window.inverted
    ? around(recurrences, bounds, from, until)
    : namedBetween(recurrences, bounds, from, until);
}

function namedBetween(
  recurrences: readonly Recurrence[],
  { start, end }: Interval,
  from: number,
  until: number,
): Interval[] {
  const within = recurrences
    .flatMap((one) => recurrencesBetween(one, Math.max(from, start), Math.min(until, end)))
    .map((one) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }));
  return joined(within);
}

/** The times around those that recurrences name: from the end of one to the start of the next. */
function around(
  recurrences: readonly Recurrence[],
  bounds: Interval,
  from: number,
  until: number,
): Interval[] {
  const isNamed = (one: number, other: number) =>
    namedBetween(recurrences, bounds, one, other).length > 0;
  // The last named time before and the first after tell where the times at both ends begin and end.
  const first = farEnough(from, bounds.start, -1, (reach) => isNamed(reach, from));
  const last = farEnough(until, bounds.end, 1, (reach) => isNamed(until, reach));
  const times: Interval[] = [];
  let start = first ?? bounds.start;
  for (const named of namedBetween(recurrences, bounds, first ?? from, last ?? until)) {
    if (start < named.start) times.push({ start, end: named.start });
    start = named.end;
  }
  const end = last ?? bounds.end;
  if (start < end) times.push({ start, end });
  return times.filter((time) => time.start < until && time.end > from);
}

/** From an instant as far towards a bound as there is something; null where there is nothing. */
function farEnough(
  from: number,
  bound: number,
  direction: 1 | -1,
  isEnough: (reach: number) => boolean,
): number | null {
  for (let days = 2; days < rarestDays * 8; days *= 8) {
    const far = from + direction * days * day;
    const reach = direction * (far - bound) >= 0 ? bound : far;
    if (isEnough(reach)) return reach;
    if (reach === bound) return null;
  }
  return null;
}

/** The time in which the window counts at `at`, or the next one; null when there is none any more. */
export function nextWindow(window: RecurringWindow, at: number): Interval | null {
  const { end } = boundsOf(window);
  // Most come soon and are short.
  for (let days = 2; ; days *= 8) {
    const horizon = at + days * day;
    const [next] = windowsBetween(window, at, horizon);
    if (next && (window.inverted || next.end < horizon)) return next;
    if (horizon >= end) return next ?? null;
    if (next && days >= unbrokenDays) return { start: next.start, end };
    if (!next && days >= (window.inverted ? unbrokenDays : rarestDays)) return null;
  }
}

/** The result of the last look at a window, and until when it holds: every payload asks. */
const looks = new WeakMap<RecurringWindow, Interval & { isOpen: boolean }>();

/** Whether the window counts at `at`. */
export function isWithin(window: RecurringWindow, at: number): boolean {
  const { start, end } = boundsOf(window);
  if (at < start || at >= end) return false;
  if (!window.recurrences || window.recurrences.length === 0) return true;
  const known = looks.get(window);
  if (known && known.start <= at && at < known.end) return known.isOpen;
  const [next] = windowsBetween(window, at, at + day);
  const isOpen = next !== undefined && next.start <= at;
  const holdsUntil = isOpen ? next.end : (next?.start ?? at + day);
  looks.set(window, { start: at, end: holdsUntil, isOpen });
  return isOpen;
}

function boundsOf({ start, end }: RecurringWindow): Interval {
  return {
    start: start ? Date.parse(start) : Number.NEGATIVE_INFINITY,
    end: end ? Date.parse(end) : Number.POSITIVE_INFINITY,
  };
}
