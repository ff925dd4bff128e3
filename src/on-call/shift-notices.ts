/** An uninterrupted time of somebody on call; `end` is null where it is further away than was looked. */
export interface ShiftAhead {
  start: number;
  end: number | null;
}

/** A shift of which somebody was told, and for which of the times before it. */
export interface ToldShift extends ShiftAhead {
  /** In minutes; none of one that was only named because another one was taken back. */
  leads: number[];
}

/** A shift that was told and is no longer theirs; `instead` is when their duty within its time begins, if it does. */
export interface GoneShift {
  start: number;
  instead: number | null;
}

export interface DueNotices {
  /** The shifts that count as told from now on. */
  told: ToldShift[];
  comes: ShiftAhead[];
  gone: GoneShift[];
  /** When the next of these shifts is due to be told. */
  nextAt: number;
}

/**
 * The notice that is due for one person about their shifts at a place, by what they were told before. A shift is told
 * once for each lead, as long as it has not begun; leads that are due together share the notice. A shift that was
 * told and is no longer theirs is taken back once, and told again should it come back. `ahead` is their duty from now
 * on, in order. Pure.
 */
export function dueNotices(
  before: readonly ToldShift[],
  ahead: readonly ShiftAhead[],
  leads: readonly number[],
  now: number,
): DueNotices {
  const waiting = before.filter(({ start }) => start > now);
  const gone = waiting.flatMap((one) =>
    isOnDuty(ahead, one.start) ? [] : { start: one.start, instead: insteadOf(one, ahead) },
  );
  const told = new Map(
    waiting.filter(({ start }) => isOnDuty(ahead, start)).map((one) => [one.start, one]),
  );
  for (const { instead } of gone) {
    const other = ahead.find(({ start }) => start === instead);
    if (other && !told.has(other.start)) told.set(other.start, { ...other, leads: [] });
  }
  const comes: ShiftAhead[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  for (const shift of ahead) {
    if (shift.start <= now) continue;
    const known = told.get(shift.start)?.leads ?? [];
    const open = [...new Set(leads)].filter((lead) => !known.includes(lead));
    const due = open.filter((lead) => toldAt(shift, lead) <= now);
    if (due.length > 0) {
      told.set(shift.start, { ...shift, leads: [...known, ...due].sort((a, b) => b - a) });
      comes.push(shift);
    }
    for (const lead of open)
      if (!due.includes(lead)) nextAt = Math.min(nextAt, toldAt(shift, lead));
  }
  const inOrder = [...told.values()].sort((one, other) => one.start - other.start);
  return { told: inOrder, comes, gone, nextAt };
}

function toldAt({ start }: ShiftAhead, lead: number): number {
  return start - lead * 60_000;
}

function isOnDuty(ahead: readonly ShiftAhead[], at: number): boolean {
  return ahead.some(({ start, end }) => start <= at && (end === null || at < end));
}

function insteadOf(told: ToldShift, ahead: readonly ShiftAhead[]): number | null {
  const later = ahead.find(({ start }) => start > told.start);
  return later && (told.end === null || later.start < told.end) ? later.start : null;
}
