import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueIncidents, type Severity, severities } from '../../src/incidents/index.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { Memory } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { opened } from './sample.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const now = new Date('2026-06-01T12:00:00Z');
const due = fc.record({
  severity: fc.constantFrom<Severity>(...severities),
  team: fc.constantFrom<string | null>('A', 'B', 'C', null),
  seconds: fc.integer({ min: -20, max: 10 }),
});
type Due = typeof due extends fc.Arbitrary<infer Value> ? Value : never;

/** What is due of these, as a process finds it that has not looked before. */
async function dueOf(all: readonly Due[], limit: number): Promise<Due[]> {
  await incidentsOf(t.app.world).deleteMany({});
  const stored = all.map(({ severity, team, seconds }, n) => ({
    ...opened({ correlationId: `problem-${n}`, severity }),
    teamIds: team === null ? [] : [team, 'D'],
    alerting: { nextAt: new Date(now.getTime() + seconds * 1000) },
  }));
  if (stored.length > 0) await incidentsOf(t.app.world).insertMany(stored);
  const found = await dueIncidents({ ...t.app.world, memory: new Memory() }, now, limit);
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length);
  return found.map(({ severity, teamIds: [team = null], alerting }) => ({
    severity,
    team,
    seconds: ((alerting?.nextAt?.getTime() ?? 0) - now.getTime()) / 1000,
  }));
}

const ages = (some: readonly Due[]) => some.map(({ seconds }) => seconds);
const isDue = ({ seconds }: Due) => seconds <= 0;
const severest = (one: Due, other: Due) =>
  severities.indexOf(other.severity) - severities.indexOf(one.severity) ||
  one.seconds - other.seconds;

it('whatever is due, the severest come first, then those that have been due for longest, up to the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(due, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (all, limit) => {
        const found = await dueOf(all, limit);
        const expected = all.filter(isDue).sort(severest).slice(0, limit);
        expect(found.map(({ severity }) => severity)).toEqual(
          expected.map(({ severity }) => severity),
        );
        for (const one of severities)
          for (const of of ['A', 'B', 'C', null]) {
            const theirs = (some: readonly Due[]) =>
              some.filter(({ severity, team }) => severity === one && team === of);
            const taken = ages(theirs(found));
            const longest = ages(theirs(all.filter(isDue).sort(severest)));
            expect(taken).toEqual(longest.slice(0, taken.length));
          }
      },
    ),
    { numRuns: 60 },
  );
});

it('teams take turns where more is due than fits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(due, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      async (some, limit) => {
        const all = some.map((one) => ({ ...one, severity: 'Critical' as const }));
        const found = await dueOf(all, limit);
        const teamsOf = (which: readonly Due[]) => new Set(which.map(({ team }) => team)).size;
        expect(teamsOf(found)).toBe(Math.min(limit, teamsOf(all.filter(isDue))));
      },
    ),
    { numRuns: 40 },
  );
});

it("nobody's Critical waits for another's thousand", async () => {
  const thousand = Array.from({ length: 1000 }, (_, n) => ({
    severity: 'Critical' as const,
    team: 'A',
    seconds: -2000 + n,
  }));
  const one: Due = { severity: 'Critical', team: 'B', seconds: 0 };
  const found = await dueOf([...thousand, one], 20);
  expect(found).toContainEqual(one);
  expect(ages(found.filter(({ team }) => team === 'A'))).toEqual(ages(thousand.slice(0, 19)));
});
