import { joined } from '../calendar/index.ts';
import type { Leave } from '../person-calendars/index.ts';
import { type Rota, stretches } from '../rota/index.ts';

/** A time in which somebody is on call while they are on leave. */
export interface LeaveConflict {
  userId: string;
  start: number;
  end: number;
}

/**
 * When people are on call by a schedule while they are on leave, in order of the starts: each time whole, whatever the
 * reasons for which somebody is on call. Pure.
 */
export function leaveConflicts(
  rota: Rota,
  leaves: readonly Leave[],
  from: number,
  until: number,
): LeaveConflict[] {
  const away = Map.groupBy(
    leaves.filter(({ start, end }) => start < until && end > from),
    ({ userId }) => userId,
  );
  if (away.size === 0) return [];
  const times = new Map<string, { start: number; end: number }[]>();
  for (const stretch of stretches(rota, from, until))
    for (const { userId } of stretch.people)
      for (const leave of away.get(userId) ?? []) {
        const start = Math.max(stretch.start, leave.start);
        const end = Math.min(stretch.end, leave.end);
        if (start < end) times.set(userId, [...(times.get(userId) ?? []), { start, end }]);
      }
  return [...times]
    .flatMap(([userId, own]) => joined(own).map((time) => ({ userId, ...time })))
    .sort((one, other) => one.start - other.start || one.userId.localeCompare(other.userId));
}
