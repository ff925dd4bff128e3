import { joined } from '../calendar/index.ts';
import type { Leave } from '../person-calendars/index.ts';
import { everybodyIn, type Rota, stretches } from '../rota/index.ts';

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

/** Somebody who could stand in. */
export interface StandIn {
  userId: string;
  isOnLeave: boolean;
  isReachable: boolean;
  keepsRest: boolean;
  dutyMilliseconds: number;
}

export interface StandInFacts {
  leaves: readonly Leave[];
  isReachable(userId: string): boolean;
  /** For how long somebody was on call lately. */
  dutyOf(userId: string): number;
}

const restMilliseconds = 11 * 3_600_000;

/**
 * Whom the layers name and who could stand in, the best first: not on leave, reachable, with rest before and after,
 * then by who was on call least. Whoever is on call by the schedule at that time is none. Pure.
 */
export function standIns(
  rota: Rota,
  { start, end }: LeaveConflict,
  facts: StandInFacts,
): StandIn[] {
  const onCall = (from: number, until: number) =>
    new Set(
      stretches(rota, from, until).flatMap(({ people }) => people.map(({ userId }) => userId)),
    );
  const busy = onCall(start, end);
  const tired = onCall(start - restMilliseconds, end + restMilliseconds);
  const isOnLeave = (userId: string) =>
    facts.leaves.some((one) => one.userId === userId && one.start < end && one.end > start);
  return everybodyIn(rota)
    .filter((userId) => !busy.has(userId))
    .map((userId) => ({
      userId,
      isOnLeave: isOnLeave(userId),
      isReachable: facts.isReachable(userId),
      keepsRest: !tired.has(userId),
      dutyMilliseconds: facts.dutyOf(userId),
    }))
    .sort(
      (a, b) =>
        Number(a.isOnLeave) - Number(b.isOnLeave) ||
        Number(b.isReachable) - Number(a.isReachable) ||
        Number(b.keepsRest) - Number(a.keepsRest) ||
        a.dutyMilliseconds - b.dutyMilliseconds ||
        (a.userId < b.userId ? -1 : 1),
    );
}
