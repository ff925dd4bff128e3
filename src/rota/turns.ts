import type { LocalClock } from '../calendar/index.ts';
import { dayMilliseconds, dayOf } from './openings.ts';

export type TurnUnit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'windows';

/** How turns of a layer follow each other; turn 0 begins at `from`, earlier ones are negative. */
export type Turns =
  /** Begin at local times, so that hand-overs keep theirs when clocks change. */
  | { clock: 'wall'; length: number; from: number }
  /** The same in months; the day is cut to the length of each month anew, so the 31st comes back. */
  | { clock: 'months'; months: number; from: { month: number; day: number; inDay: number } }
  /** Last equally long by the stopwatch; `from` is an instant. */
  | { clock: 'elapsed'; length: number; from: number }
  /** Count openings that begin at or after `from`, a local time: days without one use up no turn. */
  | { clock: 'windows'; every: number; from: number };

/** Turns that change at times, whatever the openings. */
export type TimedTurns = Exclude<Turns, { clock: 'windows' }>;

const lengthOf = {
  minutes: 60_000,
  hours: 3_600_000,
  days: dayMilliseconds,
  weeks: 7 * dayMilliseconds,
} as const;

/** From what people set; `from` is an instant. Days and longer always keep their local time. */
export function turnsOf({ every, unit, from, clock }: TurnSettings, localClock: LocalClock): Turns {
  const local = localClock.toLocal(from);
  if (unit === 'windows') return { clock: 'windows', every, from: local };
  if (unit === 'months') return monthlyTurns(every, local);
  const length = every * lengthOf[unit];
  const isShort = unit === 'minutes' || unit === 'hours';
  if (clock === 'elapsed' && isShort) return { clock: 'elapsed', length, from };
  return { clock: 'wall', length, from: local };
}

export interface TurnSettings {
  every: number;
  unit: TurnUnit;
  from: number;
  clock: 'wall' | 'elapsed';
}

/**
 * Turns of so many months each, from a local time. With `handover` they begin on another day of the month, the first
 * one on or before that time's day.
 */
export function monthlyTurns(
  months: number,
  from: number,
  handover?: { day: number; inDay: number },
): Turns {
  const date = new Date(from);
  const inDay = from - dayOf(from) * dayMilliseconds;
  const first = { month: monthOf(date), day: date.getUTCDate(), inDay, ...handover };
  const turns = { clock: 'months', months: 1, from: first } as const;
  const isLater = localStart(turns, 0) > from - inDay + first.inDay;
  return { clock: 'months', months, from: { ...first, month: first.month - (isLater ? 1 : 0) } };
}

/** The turn at an instant, and when the next one begins. */
export function turnAt(
  turns: TimedTurns,
  instant: number,
  clock: LocalClock,
): { turn: number; until: number } {
  if (turns.clock === 'elapsed') {
    const turn = Math.floor((instant - turns.from) / turns.length);
    return { turn, until: turns.from + (turn + 1) * turns.length };
  }
  // In an hour that comes twice, local time names a turn that is over; where it is skipped, one without any time.
  let turn = turnOfLocal(turns, clock.toLocal(instant));
  const startOf = (one: number) => clock.toInstant(localStart(turns, one));
  while (startOf(turn) > instant) turn -= 1;
  let until = startOf(turn + 1);
  for (; until <= instant; until = startOf(turn + 1)) turn += 1;
  return { turn, until };
}

/** The turn to which a local time belongs. */
export function turnOfLocal(turns: TimedTurns, local: number): number {
  if (turns.clock !== 'months') return Math.floor((local - turns.from) / turns.length);
  const months = monthOf(new Date(local)) - turns.from.month;
  const turn = Math.floor(months / turns.months);
  return localStart(turns, turn) > local ? turn - 1 : turn;
}

/** When a turn begins, in local time. */
export function localStart(turns: TimedTurns, turn: number): number {
  if (turns.clock !== 'months') return turns.from + turn * turns.length;
  const { month, day, inDay } = turns.from;
  const inYear = month + turn * turns.months;
  const lastDay = new Date(Date.UTC(1970, inYear + 1, 0)).getUTCDate();
  return Date.UTC(1970, inYear, Math.min(day, lastDay)) + inDay;
}

/** Months since January 1970. */
function monthOf(date: Date): number {
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
