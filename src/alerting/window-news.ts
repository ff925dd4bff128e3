import { type RecurringWindow, windowsBetween } from '../calendar/index.ts';

/** A time in which a window counts; null where it is open. */
export interface WindowTime {
  start: number | null;
  end: number | null;
}

/** The news about a window that tools are to be told, in order. */
export interface WindowNews {
  ended: WindowTime | null;
  begun: WindowTime | null;
}

/**
 * The changes of a window since tools were told: `told` is the time whose begin they were told, null after they were
 * told its end. If the window has changed, its present settings count: one that was shortened has ended when it says,
 * and one that is gone (null) has ended now. A time that began and ended unseen is not told. Pure.
 */
export function windowNews(
  window: RecurringWindow | null,
  told: WindowTime | null,
  now: number,
): WindowNews {
  const [current] = window ? windowsBetween(window, now, now + 1).filter(isDuring(now)) : [];
  const begun = current ? timeOf(current) : null;
  if (!told) return { ended: null, begun };
  const since = told.start ?? Number.NEGATIVE_INFINITY;
  const over = window ? lastEnd(window, since, now) : null;
  if (current && over === null) return { ended: null, begun: null };
  return { ended: { start: told.start, end: over ?? now }, begun };
}

/** When the window last stopped to count between two instants; null when it did not. */
function lastEnd(window: RecurringWindow, from: number, until: number): number | null {
  // Times that came again unseen, long ago, are no news: the last one is.
  const start = Math.max(from, until - longest);
  const ends = windowsBetween(window, start, until)
    .map(({ end }) => end)
    .filter((end) => end > from && end <= until);
  return ends.at(-1) ?? null;
}

/** Nothing that comes again is looked for further back. */
const longest = 31 * 86_400_000;

function isDuring(at: number) {
  return ({ start, end }: { start: number; end: number }) => start <= at && at < end;
}

function timeOf({ start, end }: { start: number; end: number }): WindowTime {
  return { start: Number.isFinite(start) ? start : null, end: Number.isFinite(end) ? end : null };
}
