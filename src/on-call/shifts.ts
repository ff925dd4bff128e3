import type { LocalClock } from '../calendar/index.ts';
import { groupOf, layerAt } from '../rota/index.ts';
import type { Schedule } from './escalations.ts';
import { tierLayer } from './tier-layer.ts';

/** The users whom a schedule puts on duty from `start` to before `end` (epoch milliseconds). */
export interface Shift {
  start: number;
  end: number;
  users: readonly string[];
}

/** A schedule with the origin of its turns, and its members by user; deleted users are left out. */
export interface PlannedSchedule {
  settings: Schedule;
  anchor: string;
  rotations: readonly (readonly string[])[];
}

/** When a shift of a schedule may begin or end next. */
export function nextShiftChange(schedule: PlannedSchedule, clock: LocalClock, at: number): number {
  return layerAt(tierLayer(schedule, clock), at).until;
}

/** The shifts of one schedule between two instants, before overrides (oncall-and-calls.md 2.4). */
export function shiftsOf(
  schedule: PlannedSchedule,
  clock: LocalClock,
  from: number,
  until: number,
): Shift[] {
  const layer = tierLayer(schedule, clock);
  const shifts: Shift[] = [];
  for (let start = from; start < until; ) {
    const state = layerAt(layer, start);
    const end = Math.min(state.until, until);
    const users = state.turns.flatMap((turn) => groupOf(layer, turn));
    if (users.length > 0) shifts.push({ start, end, users });
    start = end;
  }
  return shifts;
}
