import type { LocalClock } from '../calendar/index.ts';
import { dayMilliseconds, dayOf, type Openings } from './openings.ts';
import { type Turns, turnAt, turnOfLocal } from './turns.ts';

/** People who take turns: in some hours of the week, in times that come again by a rule, or always. */
export interface Layer {
  id: string;
  /** The highest one with anybody wins. */
  level: number;
  startsAt: number;
  endsAt: number;
  clock: LocalClock;
  /** Null: always in force. */
  openings: Openings | null;
  /** Null: turn 0 for ever. */
  turns: Turns | null;
  /**
   * The person who has the turn when an opening begins keeps it to its end; the turn is that of local midnight of the
   * day on which the opening begins.
   */
  keepsOpenings: boolean;
  groups: readonly (readonly string[])[];
  firstGroup: number;
  /** Groups do not count: so many from one list of all people, each turn going on where the one before ended. */
  groupSize: number | null;
}

/** Whose turns it is at an instant. Nothing of it changes before `until`. */
export interface LayerState {
  turns: readonly number[];
  until: number;
}

/** How far ahead the next opening is looked for; behind that, one looks again. */
const daysAhead = 8;

export function layerAt(layer: Layer, instant: number): LayerState {
  const { startsAt, endsAt, openings, turns, clock } = layer;
  if (instant < startsAt) return { turns: [], until: startsAt };
  if (instant >= endsAt) return { turns: [], until: Number.POSITIVE_INFINITY };
  const open = openings ? openAt(openings, instant, clock) : always;
  let until = Math.min(endsAt, open.until);
  if (open.open.length === 0) return { turns: [], until };
  if (turns === null) return { turns: [0], until };
  if (turns.clock === 'windows') {
    const places = openings
      ? open.open.map(({ place }) => place - placeFrom(openings, turns))
      : [0];
    return { turns: places.map((place) => Math.floor(place / turns.every)), until };
  }
  if (layer.keepsOpenings && openings !== null)
    return {
      turns: open.open.map(({ day }) => turnOfLocal(turns, day * dayMilliseconds)),
      until,
    };
  const current = turnAt(turns, instant, clock);
  until = Math.min(until, current.until);
  return { turns: [current.turn], until };
}

interface Open {
  /** The local day on which it began. */
  day: number;
  /** Which one it is of all, counted by `countBefore`. */
  place: number;
}

const always: { open: readonly Open[]; until: number } = {
  open: [{ day: 0, place: 0 }],
  until: Number.POSITIVE_INFINITY,
};

function openAt(
  openings: Openings,
  instant: number,
  clock: LocalClock,
): { open: readonly Open[]; until: number } {
  const today = dayOf(clock.toLocal(instant));
  const open: Open[] = [];
  let until = clock.toInstant((today + daysAhead + 1) * dayMilliseconds);
  for (let day = today - openings.daysBack; day <= today + daysAhead; day += 1) {
    for (const [index, opening] of openings.onDay(day).entries()) {
      const end = clock.toInstant(opening.end);
      if (end <= instant) continue;
      const start = clock.toInstant(opening.start);
      if (start === end) continue;
      until = Math.min(until, start > instant ? start : end);
      if (start <= instant) open.push({ day, place: openings.countBefore(day) + index });
    }
    // Openings of later days begin later.
    if (until <= clock.toInstant((day + 1) * dayMilliseconds)) break;
  }
  return { open, until };
}

/** The place of the first opening that counts. */
function placeFrom(openings: Openings, { from }: { from: number }): number {
  const day = dayOf(from);
  const earlier = openings.onDay(day).filter(({ start }) => start < from);
  return openings.countBefore(day) + earlier.length;
}

/**
 * Whose turn it is, without those who are `away`: whose turn is theirs alone passes to the next group; all other turns
 * stay whose they are. A group that names nobody keeps its turn, and nobody has it.
 */
export function groupOf(
  layer: Pick<Layer, 'groups' | 'firstGroup' | 'groupSize'>,
  turn: number,
  isAway: (userId: string) => boolean = () => false,
): readonly string[] {
  const { groups, firstGroup, groupSize } = layer;
  const place = firstGroup + turn;
  if (groupSize !== null) return movingGroup(groups.flat(), place, groupSize, isAway);
  for (let next = 0; next < groups.length; next += 1) {
    const group = groups[remainder(place + next, groups.length)] ?? [];
    const present = group.filter((userId) => !isAway(userId));
    if (next === 0 && group.length === 0) return [];
    if (present.length > 0) return present;
  }
  return [];
}

function movingGroup(
  people: readonly string[],
  place: number,
  size: number,
  isAway: (userId: string) => boolean,
): string[] {
  const count = Math.min(size, people.length);
  const group = new Set<string>();
  for (let next = 0; next < people.length && group.size < count; next += 1) {
    const userId = people[remainder(place * count + next, people.length)] ?? '';
    if (!isAway(userId)) group.add(userId);
  }
  return [...group];
}

function remainder(place: number, count: number): number {
  return ((place % count) + count) % count;
}
