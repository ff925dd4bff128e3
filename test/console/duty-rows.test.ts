import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, rowsOf, type TimelineTeam } from '../../console/parts/duty-timeline/rows.ts';
import { timelineOf } from '../../src/on-call/timeline.ts';
import { plans, ranges } from '../on-call/random-plans.ts';

const iso = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** The timeline of any team, as the API answers it. */
const timelines = fc.tuple(plans, ranges).map(async ([plan, { from, until }]) => {
  const { tiers, gaps } = await timelineOf([{ start: from, end: until, plan }]);
  const team: TimelineTeam = {
    team: { id: 'team', displayName: 'Team', timeZoneId: plan.timeZoneId },
    tiers: tiers.map(({ tier, shifts, absences, gaps: none }) => ({
      tier,
      shifts: shifts.map((shift) => ({ ...shift, ...iso(shift) })),
      absences: absences.map((absence) => ({ ...absence, ...iso(absence) })),
      gaps: none.map(iso),
    })),
    gaps: gaps.map(iso),
    overrides: [],
  };
  return { team, from, until };
});

describe('the rows of a timeline', () => {
  it('show each bar once, and never two in one place', async () => {
    await fc.assert(
      fc.asyncProperty(timelines, async (made) => {
        const { team, from, until } = await made;
        for (const grouping of ['tiers', 'people'] as const) {
          const rows = rowsOf(team, grouping, from, until);
          for (const lane of rows.flatMap(({ lanes }) => lanes))
            for (const [index, bar] of lane.entries())
              expect(bar.start).toBeGreaterThanOrEqual(lane[index - 1]?.end ?? from);
          const drawn = rows.flatMap(({ lanes }) => lanes.flat());
          const people = (list: readonly { userId: string | null; kind: string }[]) =>
            list.filter(({ userId, kind }) => userId !== null && kind !== 'Absence').length;
          expect(people(drawn)).toBe(people(barsOf(team, from, until)));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('fill the time of tier 1: somebody, nobody in it, or nobody at all', async () => {
    await fc.assert(
      fc.asyncProperty(timelines, async (made) => {
        const { team, from, until } = await made;
        const bars = barsOf(team, from, until).filter(
          ({ tier, kind }) => tier === 1 && kind !== 'Absence',
        );
        const cuts = [...new Set([from, ...bars.flatMap(({ start, end }) => [start, end])])];
        for (const at of cuts.filter((cut) => cut < until)) {
          const there = bars.filter(({ start, end }) => start <= at && at < end);
          expect(there.length).toBeGreaterThan(0);
          const isGap = there.some(({ userId }) => userId === null);
          expect(there.every(({ userId }) => (userId === null) === isGap)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
