import fc from 'fast-check';
import { expect, it } from 'vitest';
import { overridesOfCover } from '../../src/on-call/cover-overrides.ts';
import { timesOfCover } from '../../src/on-call/exchange.ts';
import type { OverrideWire } from '../../src/on-call/overrides.ts';
import { toRotaOverride } from '../../src/on-call/schedule-facts.ts';
import { peopleAt, rotaOf } from '../../src/rota/index.ts';
import { quickRuns } from '../support/runs.ts';

const begin = Date.parse('2026-03-23T07:00:00Z');
const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

/** People take turns one by one, over the night in which clocks change; somebody else is always on call beside them. */
const plans = fc
  .record({
    count: fc.integer({ min: 2, max: 5 }),
    hours: fc.integer({ min: 1, max: 30 }),
    turn: fc.integer({ min: 0, max: 9 }),
    // Never a multiple of the number of people away: somebody else's turn.
    away: fc.integer({ min: 1, max: 20 }),
    cut: fc.integer({ min: 0, max: 29 }),
    isSwap: fc.boolean(),
  })
  .map(({ count, hours, turn, away, cut, isSwap }) => {
    const other = turn + 1 + (away % (count - 1));
    const person = (index: number) => `person-${index % count}`;
    const timeOf = (index: number) => ({
      start: begin + index * hours * hour,
      end: begin + (index + 1) * hours * hour,
    });
    const shift = timeOf(turn);
    return {
      people: Array.from({ length: count }, (_, index) => person(index)),
      hours,
      asker: person(turn),
      taker: person(other),
      start: shift.start + (cut % hours) * hour,
      end: shift.end,
      gives: isSwap ? [timeOf(other)] : null,
    };
  });

it('an accepted request exchanges the two in its times, and nobody else at any time', () => {
  fc.assert(
    fc.property(plans, ({ people, hours, asker, taker, start, end, gives }) => {
      const settings = {
        timeZoneId: 'Europe/Berlin',
        layers: [
          {
            id: 'turns',
            turns: {
              every: hours,
              unit: 'hours' as const,
              from: iso(begin),
              clock: 'elapsed' as const,
            },
            groups: people.map((userId) => ({ userIds: [userId] })),
          },
          { id: 'always', groups: [{ userIds: ['somebody-else'] }] },
        ],
      };
      const terms = {
        scheduleId: 'schedule',
        teamId: null,
        tier: null,
        userId: asker,
        start: iso(start),
        end: iso(end),
        gives: gives?.map((time) => ({ start: iso(time.start), end: iso(time.end) })) ?? null,
      };
      const made = overridesOfCover(terms, taker, iso(begin - hour)).map((wire, index) => ({
        id: String(index),
        wire: wire as OverrideWire,
      }));
      const before = rotaOf(settings);
      const after = rotaOf({
        ...settings,
        overrides: made.flatMap((override) => toRotaOverride(override, 'schedule')),
      });
      const times = timesOfCover(terms, taker);
      for (let at = begin; at < begin + 40 * hours * hour; at += hour / 2) {
        const isInside = times.some((one) => one.start.getTime() <= at && at < one.end.getTime());
        const exchanged = new Map([
          [asker, taker],
          [taker, asker],
        ]);
        const expected = idsAt(before, at).map((id) => (isInside && exchanged.get(id)) || id);
        expect(idsAt(after, at)).toEqual(expected.toSorted());
      }
    }),
    { numRuns: quickRuns(400) },
  );
});

it('begins with the acceptance where the shift has begun', () => {
  const terms = {
    scheduleId: 's',
    teamId: null,
    tier: null,
    userId: 'ada',
    start: iso(begin),
    end: iso(begin + 8 * hour),
    gives: null,
  };
  const [override] = overridesOfCover(terms, 'bo', iso(begin + hour));
  expect(override).toMatchObject({ start: iso(begin + hour), replacementUserIds: ['bo'] });
});

function idsAt(rota: ReturnType<typeof rotaOf>, at: number): string[] {
  return peopleAt(rota, at)
    .people.map(({ userId }) => userId)
    .toSorted();
}
