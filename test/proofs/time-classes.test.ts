import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimeSource } from '../../src/calendar/index.ts';
import { TooManyClasses, timeClasses } from '../../src/proofs/time-classes.ts';
import { quickRuns } from '../support/runs.ts';

const minute = 60_000;
const until = 3 * 24 * 60 * minute;
const from = 0;

/** Something that answers one thing in these stretches of minutes and another outside of them. */
function sourceOf(edges: readonly number[]): TimeSource {
  const sorted = [...new Set(edges)].sort((one, other) => one - other).map((edge) => edge * minute);
  return {
    changesBetween: () => sorted,
    answerAt: (at) => String(sorted.filter((edge) => edge <= at).length % 2),
  };
}

/** An incident that is looked at again and again, waits for what comes next, and is told what it finds. */
function played(sources: readonly TimeSource[], delays: readonly number[], reach: number) {
  return (at: number): string => {
    const seen: string[] = [];
    let now = at;
    for (const delay of delays) {
      if (now > at + reach) break;
      seen.push(sources.map((source) => source.answerAt(now)).join(''));
      const changes = sources.flatMap((source) => [...source.changesBetween(now, now + reach)]);
      const next = changes.filter((change) => change > now).sort((one, other) => one - other)[0];
      const waited = now + delay * minute;
      // As a plan does: what comes first, the next change or the end of the wait.
      now = next !== undefined && next < waited ? next : waited;
      seen.push(String(next !== undefined && next + minute <= at + reach));
    }
    return seen.join(' ');
  };
}

const edgesOf = fc.array(fc.integer({ min: 1, max: 3 * 24 * 60 }), { maxLength: 6 });
const worlds = fc.record({
  edges: fc.array(edgesOf, { minLength: 1, maxLength: 3 }),
  delays: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
});
const reach = 5 * minute;

function classesOf(sources: readonly TimeSource[]) {
  return timeClasses({ sources, from, until, reach, unit: minute, offsets: [] });
}

it('what holds at one instant of a class holds at each of its minutes, and 7 seconds after', () => {
  fc.assert(
    fc.property(worlds, ({ edges, delays }) => {
      const sources = edges.map(sourceOf);
      const play = played(sources, delays, reach);
      for (const { at, times } of classesOf(sources)) {
        const expected = play(at);
        for (const { start, end } of times)
          for (const instant of [start, start + 7000, end - 1])
            if (instant < end) expect(play(instant)).toBe(expected);
      }
    }),
    { numRuns: quickRuns(2000) },
  );
});

it('every instant is in one class', () => {
  fc.assert(
    fc.property(worlds, ({ edges }) => {
      const times = classesOf(edges.map(sourceOf)).flatMap((one) => one.times);
      const sorted = times.toSorted((one, other) => one.start - other.start);
      expect(sorted[0]?.start).toBe(from);
      expect(sorted.at(-1)?.end).toBe(until);
      for (const [index, { end }] of sorted.slice(0, -1).entries())
        expect(sorted[index + 1]?.start).toBe(end);
    }),
    { numRuns: quickRuns(2000) },
  );
});

it('a source that does not tell its changes makes classes wrong', () => {
  const honest = sourceOf([600, 900]);
  const silent: TimeSource = { ...honest, changesBetween: () => [] };
  const play = played([honest], [1, 1, 1], reach);
  const isRight = (source: TimeSource) =>
    classesOf([source]).every(({ at, times }) =>
      times.every(({ start, end }) =>
        [start, 700 * minute, end - 1].every(
          (instant) => instant < start || instant >= end || play(instant) === play(at),
        ),
      ),
    );
  expect([isRight(honest), isRight(silent)]).toEqual([true, false]);
});

it('a hand-over that comes again is one transition', () => {
  const weekly = sourceOf([1000, 2000, 3000, 4000]);
  const once = sourceOf([1000, 2000]);
  expect(classesOf([weekly]).length).toBe(classesOf([once]).length);
});

it('what would be too many is refused before it is divided', () => {
  const busy = sourceOf(Array.from({ length: 4000 }, (_, index) => index + 1));
  expect(() =>
    timeClasses({ sources: [busy], from, until, reach: 1440 * minute, unit: 1000, offsets: [] }),
  ).toThrow(TooManyClasses);
});
