import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TeamPlan } from '../../src/on-call/duty.ts';
import { periodsOf } from '../../src/on-call/history.ts';
import { countingFrom } from '../../src/on-call/periods.ts';
import { contentOf, type PlanVersion, printOf } from '../../src/on-call/versions.ts';
import { quickRuns } from '../support/runs.ts';
import { plan, schedule } from './plan.ts';

const plans = fc
  .constantFrom('A', 'B', 'A,B', '')
  .map((people): TeamPlan => plan('UTC', [[schedule(people)]]));
const moment = fc.integer({ min: 0, max: 1000 });
const interval = fc
  .tuple(moment, moment, moment)
  .filter(([start, end]) => start < end)
  .map(([start, end, now]) => ({ start, end, now }));
/** The versions that a team has had by now. */
const versions = fc
  .uniqueArray(fc.tuple(moment, plans), { selector: ([at]) => at, maxLength: 6 })
  .map((list) =>
    list.toSorted(([a], [b]) => a - b).map(([at, one], number) => version(one, at, number)),
  );

function version(one: TeamPlan, at: number, number: number): PlanVersion {
  const content = contentOf(one);
  const identity = { _id: `team ${number}`, organizationId: 'o', teamId: 'team', number };
  return { ...identity, validFrom: new Date(at), print: printOf(content), ...content };
}

const noted = (all: readonly PlanVersion[], { end, now }: { end: number; now: number }) =>
  all.filter(({ validFrom }) => validFrom.getTime() < Math.min(end, now));

/** The people whose settings were in force at an instant. */
function peopleAt(periods: ReturnType<typeof periodsOf>, at: number): string {
  const period = periods.find(({ start, end }) => start <= at && at < end);
  return JSON.stringify(period && contentOf(period.plan).tiers);
}

describe('the periods of a team', () => {
  it('cover the interval without a gap, and neighbours differ', () => {
    fc.assert(
      fc.property(plans, versions, interval, (present, all, range) => {
        const periods = periodsOf(present, noted(all, range), range);
        expect(periods[0]?.start).toBe(range.start);
        expect(periods.at(-1)?.end).toBe(range.end);
        for (const [index, period] of periods.entries()) {
          expect(period.end).toBeGreaterThan(period.start);
          const next = periods[index + 1];
          if (!next) continue;
          expect(next.start).toBe(period.end);
          expect(contentOf(next.plan)).not.toEqual(contentOf(period.plan));
        }
      }),
    );
  });

  it('are the same without the versions that were over before the interval', () => {
    fc.assert(
      fc.property(plans, versions, interval, (present, all, range) => {
        const known = noted(all, range);
        expect(periodsOf(present, countingFrom(known, range.start), range)).toEqual(
          periodsOf(present, known, range),
        );
      }),
    );
  });

  it('are the same from the first version to now, whatever the present settings are', () => {
    fc.assert(
      fc.property(plans, plans, versions, interval, moment, (one, other, all, range, at) => {
        const known = noted(all, range);
        const first = known[0]?.validFrom.getTime() ?? Number.POSITIVE_INFINITY;
        const [before, after] = [one, other].map((present) =>
          peopleAt(periodsOf(present, known, range), at),
        );
        fc.pre(at >= first && at < range.now);
        expect(after).toBe(before);
      }),
      { numRuns: quickRuns(500) },
    );
  });

  it('are those of the present settings from now on, and before the first version', () => {
    fc.assert(
      fc.property(plans, versions, interval, moment, (present, all, range, at) => {
        const known = noted(all, range);
        const first = known[0]?.validFrom.getTime() ?? Number.POSITIVE_INFINITY;
        fc.pre(at >= range.start && at < range.end && (at < first || at >= range.now));
        const periods = periodsOf(present, known, range);
        expect(peopleAt(periods, at)).toBe(JSON.stringify(contentOf(present).tiers));
      }),
      { numRuns: 300 },
    );
  });
});
