import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueIncidents, type Severity, severities } from '../../src/incidents/index.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
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
  seconds: fc.integer({ min: -20, max: 10 }),
});

it('whatever is due, the severest come first, then those that have been due for longest, up to the limit', async () => {
  const { world } = t.app;
  await fc.assert(
    fc.asyncProperty(
      fc.array(due, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (all, limit) => {
        await incidentsOf(world).deleteMany({});
        const stored = all.map(({ severity, seconds }, n) => ({
          ...opened({ correlationId: `problem-${n}`, severity }),
          alerting: { nextAt: new Date(now.getTime() + seconds * 1000) },
        }));
        if (stored.length > 0) await incidentsOf(world).insertMany(stored);
        const found = await dueIncidents(world, now, limit);
        const expected = all
          .filter(({ seconds }) => seconds <= 0)
          .sort(
            (a, b) =>
              severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
              a.seconds - b.seconds,
          )
          .slice(0, limit);
        expect(
          found.map(({ severity, alerting }) => ({
            severity,
            seconds: ((alerting?.nextAt?.getTime() ?? 0) - now.getTime()) / 1000,
          })),
        ).toEqual(expected);
        expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length);
      },
    ),
    { numRuns: 60 },
  );
});
