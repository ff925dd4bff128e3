import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  type AlertInput,
  type AlertResult,
  decideAlerts,
  incidentModel,
  openKeyOf,
  recentProblems,
} from '../../src/incidents/index.ts';
import { Memory, type World } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, plain } from './sample.ts';

let t: TestApp;
/** Two processes on one store: each has a memory of its own. */
let processes: readonly [World, World];
let count = 0;

beforeAll(async () => {
  t = await sharedTestApp();
  const { world } = t.app;
  processes = [world, { ...world, memory: new Memory() }];
});

const input = (correlationId: string, status: 'Open' | 'Resolved'): AlertInput => ({
  alert: alert({ correlationId, status }),
  circumstances: plain,
});

/** By memory first, then by what is stored, as intake does. */
async function apply(world: World, ...inputs: AlertInput[]): Promise<AlertResult[]> {
  const results: AlertResult[] = [];
  let left = inputs.map((one, at) => ({ one, at }));
  for (let attempt = 1; left.length > 0; attempt += 1) {
    expect(attempt).toBeLessThan(4);
    const memory = attempt === 1 ? recentProblems(world) : null;
    const batch = await decideAlerts(
      world,
      left.map(({ one }) => one),
      memory,
    );
    const { overtaken } = await batch.commit();
    for (const [index, { at }] of left.entries())
      if (batch.results[index] && !overtaken.has(index)) results[at] = batch.results[index];
    left = left.filter((_, index) => overtaken.has(index));
  }
  return results;
}

type Step =
  | { kind: 'alerts'; process: 0 | 1; alerts: { problem: number; status: 'Open' | 'Resolved' }[] }
  /** Somebody else, of whom no memory knows, changes the incident or ends it. */
  | { kind: 'change' | 'end'; problem: number };

const problems = 3;
const problem = fc.nat(problems - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('alerts' as const),
      process: fc.constantFrom(0 as const, 1 as const),
      alerts: fc.array(
        fc.record({ problem, status: fc.constantFrom('Open' as const, 'Resolved' as const) }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('change', 'end'), problem }) },
);

it('what a process remembers of problems never decides: whatever others did, the history is the one without memory', async () => {
  const incidents = incidentModel(processes[0].store);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      count += 1;
      const nameOf = (index: number) => `problem ${count}.${index}`;
      /** Status and number of events of each problem's incidents. */
      const expected = Array.from({ length: problems }, () => [] as [string, number][]);
      for (const one of steps) {
        if (one.kind === 'alerts') {
          const inputs = one.alerts.map(({ problem: of, status }) => input(nameOf(of), status));
          await apply(processes[one.process], ...inputs);
          for (const { problem: of, status } of one.alerts) {
            const open = expected[of]?.find(([now]) => now === 'Open');
            if (open) [open[0], open[1]] = [status, open[1] + 1];
            // The end of what has ended already is no news.
            else if (status === 'Open' || expected[of]?.length === 0)
              expected[of]?.push([status, 1]);
          }
        } else {
          const correlationId = nameOf(one.problem);
          const ended = {
            endedKeys: [openKeyOf('integration', correlationId, null)],
            endedUntil: new Date('2100-01-01T00:00:00Z'),
          };
          const end = { $set: { status: 'Resolved', ...ended }, $unset: { openKeys: 1 } };
          await incidents.updateOne(
            { correlationId, status: 'Open' },
            { $inc: { version: 1 }, ...(one.kind === 'end' ? end : {}) },
          );
          const open = expected[one.problem]?.find(([now]) => now === 'Open');
          if (open && one.kind === 'end') open[0] = 'Resolved';
        }
      }
      for (const [index, histories] of expected.entries()) {
        const found = await incidents.find({ correlationId: nameOf(index) }).lean();
        // In any order: what was guessed wrong in a batch is written behind the rest of it.
        const inOrder = (all: unknown[][]) => all.map((one) => one.join()).toSorted();
        expect(
          inOrder(
            found.map(({ status, eventsTotalCount, events }) => [
              status,
              eventsTotalCount,
              events.length,
            ]),
          ),
        ).toEqual(inOrder(histories.map(([status, events]) => [status, events, events])));
      }
    }),
    { numRuns: 60 },
  );
});

it('remembers a problem from its opening to its end', async () => {
  const [world] = processes;
  const correlationId = 'remembered';
  const key = openKeyOf('integration', correlationId, null);
  const problems = recentProblems(world);
  expect(problems.guess(key)).toBe('new');
  await apply(world, input(correlationId, 'Open'));
  await apply(world, input(correlationId, 'Open'));
  expect(problems.guess(key)).toMatchObject({ correlationId, version: 2, eventsTotalCount: 2 });
  await apply(world, input(correlationId, 'Resolved'));
  expect(problems.guess(key)).toBe('unknown');
});
