import { toInstant, toLocal } from '../calendar/index.ts';
import type { Schedule } from './escalations.ts';
import { cutsWindows, placeOf, type Turns, turnsOf } from './rotation.ts';
import { type Window, windowsOf } from './windows.ts';

/** The user whom a schedule puts on duty from `start` to before `end` (epoch milliseconds). */
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

/** The shifts of one schedule between two instants, before overrides (oncall-and-calls.md 2.4). */
export function shiftsOf(
  schedule: PlannedSchedule,
  timeZoneId: string,
  from: number,
  until: number,
): Shift[] {
  const { settings, rotations } = schedule;
  const { rotationSettings } = settings;
  const windows = windowsOf(settings.scheduleSettings, timeZoneId, from, until);
  const isAutomatic = rotationSettings?.rotationMode === 'auto';
  if (rotations.length < 2 && !isAutomatic) {
    const users = rotations[0] ?? [];
    return users.length === 0 ? [] : windows.map(({ start, end }) => ({ start, end, users }));
  }
  const turns = turnsOf(rotationSettings, Temporal.PlainDate.from(schedule.anchor));
  const isCut = cutsWindows(rotationSettings);
  const groupOf = isAutomatic
    ? movingGroup(rotations.flat(), rotationSettings.autoRotationSize ?? 1)
    : (turn: number) => rotations[placeOf(turn, rotations.length)] ?? [];
  return windows
    .flatMap((window) => {
      if (window.day === null || isCut) return cut(window, turns, timeZoneId, groupOf);
      const turn = turns.turnAt(window.day.toPlainDateTime());
      return [{ start: window.start, end: window.end, users: groupOf(turn) }];
    })
    .filter(({ users }) => users.length > 0);
}

/** As many as `size` from one list, each turn going on where the one before it ended (rule 6). */
function movingGroup(members: readonly string[], size: number): (turn: number) => string[] {
  const count = Math.min(size, members.length);
  return (turn) => {
    const users = new Set<string>();
    // Somebody who is there twice, in their own place and in that of somebody suspended, counts once.
    for (let place = 0; place < members.length && users.size < count; place += 1)
      users.add(members[placeOf(turn * count + place, members.length)] ?? '');
    return [...users];
  };
}

function cut(
  window: Window,
  turns: Turns,
  timeZoneId: string,
  groupOf: (turn: number) => readonly string[],
): Shift[] {
  const shifts: Shift[] = [];
  // In an hour that comes twice this may be a turn that is over already; it is passed over.
  let turn = turns.turnAt(toLocal(window.start, timeZoneId));
  for (let start = window.start; start < window.end; turn += 1) {
    const next = toInstant(turns.startOf(turn + 1), timeZoneId);
    const end = Math.min(next, window.end);
    if (end <= start) continue;
    shifts.push({ start, end, users: groupOf(turn) });
    start = end;
  }
  return shifts;
}
