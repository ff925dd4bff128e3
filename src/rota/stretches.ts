import { type PersonOnDuty, peopleAt } from './at.ts';
import type { Rota } from './rota.ts';

/** A time in which the same people are on duty for the same reasons, the end not included. */
export interface RotaStretch {
  start: number;
  end: number;
  people: readonly PersonOnDuty[];
}

/** The time between two instants without a gap, with neighbours that differ; where nobody is on duty, too. */
export function stretches(rota: Rota, from: number, until: number): RotaStretch[] {
  return [...stretchesFrom(rota, from, until)];
}

/** The same one after the other: whoever looks for something computes no more than up to it. */
export function* stretchesFrom(rota: Rota, from: number, until: number): Generator<RotaStretch> {
  let current: RotaStretch | undefined;
  for (let start = from; start < until; ) {
    const { people, stableUntil } = peopleAt(rota, start);
    const end = Math.min(stableUntil, until);
    if (current && isSame(current.people, people)) current.end = end;
    else {
      if (current) yield current;
      current = { start, end, people };
    }
    start = end;
  }
  if (current) yield current;
}

function isSame(one: readonly PersonOnDuty[], other: readonly PersonOnDuty[]): boolean {
  return (
    one.length === other.length &&
    one.every((person, index) => {
      const same = other[index];
      return (
        same?.userId === person.userId &&
        same.reasons.length === person.reasons.length &&
        person.reasons.every(
          ({ kind, id }, place) =>
            same.reasons[place]?.kind === kind && same.reasons[place]?.id === id,
        )
      );
    })
  );
}

const neighboursWithin = 31 * 86_400_000;
const step = 86_400_000;

/** The first time of nobody from then on, within 31 days; one that goes on is told as far as was looked. */
export function nextGap(rota: Rota, at: number): { start: number; end: number } | null {
  for (const { start, end, people } of stretchesFrom(rota, at, at + neighboursWithin))
    if (people.length === 0) return { start, end };
  return null;
}

/**
 * The first later or earlier time, within 31 days, in which people are on duty who are not so at `at`: these people, or
 * null. It ends where that changes.
 */
export function neighbourShift(
  rota: Rota,
  at: number,
  direction: 'next' | 'previous',
): RotaStretch | null {
  const now = new Set(peopleAt(rota, at).people.map(({ userId }) => userId));
  const others = ({ start, end, people }: RotaStretch) => {
    const different = people.filter(({ userId }) => !now.has(userId));
    return different.length > 0 ? { start, end, people: different } : null;
  };
  if (direction === 'next') {
    for (const stretch of stretchesFrom(rota, at, at + neighboursWithin)) {
      const found = others(stretch);
      if (found) return found;
    }
    return null;
  }
  // Backwards day by day; a time that began on an earlier day is put together again.
  let found = null as RotaStretch | null;
  for (let until = at; until > at - neighboursWithin; until -= step) {
    const day = stretches(rota, until - step, until);
    for (const stretch of day.toReversed()) {
      const earlier = others(stretch);
      if (found && !(earlier && isSame(earlier.people, found.people))) return found;
      if (earlier) found = { ...earlier, end: found?.end ?? earlier.end };
    }
  }
  return found;
}

/** Everybody whom the layers name, in their order, whether on duty or not. */
export function everybodyIn({ levels, away }: Rota): string[] {
  const named = levels.flatMap((layers) => layers.flatMap(({ groups }) => groups.flat()));
  return [...new Set(named)].filter((userId) => !away.has(userId));
}
