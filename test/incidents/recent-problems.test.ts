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
import { Memory, type Store, type World } from '../../src/kernel/index.ts';
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
    const batch = await decideAlerts(
      world,
      left.map(({ one }) => one),
      { byMemory: attempt === 1 },
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

type Fate = 'arrives' | 'never arrives' | 'answer is lost';

/**
 * Lets two processes take their steps in the order of `picks`: one goes on when the other waits for its turn, or has
 * ended.
 */
class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #picks: number[];
  #running = 2;

  constructor(picks: readonly number[]) {
    this.#picks = [...picks];
  }

  step(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#next();
    });
  }

  end(): void {
    this.#running -= 1;
    this.#next();
  }

  #next(): void {
    if (this.#waiting.length < this.#running) return;
    const place = (this.#picks.shift() ?? 0) % Math.max(1, this.#waiting.length);
    for (const goOn of this.#waiting.splice(place, 1)) goOn();
  }
}

/** A process on the same store with a memory of its own. Its writes meet these fates, one each. */
function processOf(shared: World, turns: Turns, fates: Fate[]): World {
  const store: Store = {
    ...shared.store,
    writeTogether: async (writes) => {
      if (writes.length === 0) return shared.store.writeTogether(writes);
      await turns.step();
      const fate = fates.shift() ?? 'arrives';
      if (fate === 'never arrives') throw new Error('cut off');
      const result = await shared.store.writeTogether(writes);
      await turns.step();
      if (fate === 'answer is lost') throw new Error('cut off');
      return result;
    },
  };
  return { ...shared, store, memory: new Memory() };
}

const timesApplied = async (payloadId: string) => {
  const found = await incidentModel(processes[0].store)
    .find({ 'events.by.payloadId': payloadId })
    .lean();
  const events = found.flatMap((incident) => incident.events);
  return events.filter(({ by }) => by?.kind === 'integration' && by.payloadId === payloadId).length;
};

it('two processes that write at once, in any order and cut off at any write, apply each alert exactly once', async () => {
  const fate = fc.constantFrom<Fate>('arrives', 'never arrives', 'answer is lost');
  const status = fc.oneof(
    { weight: 4, arbitrary: fc.constant('Open' as const) },
    { weight: 1, arbitrary: fc.constant('Resolved' as const) },
  );
  const batch = fc.array(fc.record({ problem, status }), { minLength: 1, maxLength: 3 });
  const work = fc.record({
    batches: fc.array(batch, { minLength: 1, maxLength: 4 }),
    fates: fc.array(fate, { maxLength: 2 }),
    byMemory: fc.boolean(),
  });
  const picks = fc.array(fc.nat(1), { minLength: 20, maxLength: 20 });
  // The second overtakes the first with one of two problems, and writes to the other before the first looks what became
  // of it.
  const open = (...about: number[]) =>
    about.map((of) => ({ problem: of, status: 'Open' as const }));
  const inOrder = (...batches: ReturnType<typeof open>[]) => ({
    ...{ batches, fates: [], byMemory: false },
  });
  const between = [inOrder(open(0, 1)), inOrder(open(1), open(0))] as const;
  await fc.assert(
    fc.asyncProperty(picks, work, work, async (order, ...works) => {
      const turns = new Turns(order);
      count += 1;
      let last = 0;
      // Most are open before: then several updates share a write, of which somebody else overtakes one.
      const names = Array.from({ length: problems }, (_, of) => `at once ${count}.${of}`);
      await apply(processes[0], ...names.map((name) => input(name, 'Open')));
      const run = async ({
        batches,
        fates,
        byMemory,
      }: (typeof works)[number]): Promise<AlertInput[]> => {
        const world = processOf(processes[0], turns, [...fates]);
        const applied: AlertInput[] = [];
        for (const alerts of batches) {
          const inputs = alerts.map(({ problem: of, status }) => {
            last += 1;
            const one = input(`at once ${count}.${of}`, status);
            return { ...one, alert: { ...one.alert, payloadId: `at once ${count} ${last}` } };
          });
          const results = await appliedAtLast(world, inputs, byMemory);
          applied.push(...inputs.filter((_, index) => results[index]?.outcome !== 'Discarded'));
        }
        return applied;
      };
      const ending = (one: (typeof works)[number]) => run(one).finally(() => turns.end());
      const applied = await Promise.all(works.map(ending));
      for (const { alert: one } of applied.flat())
        expect(await timesApplied(one.payloadId), one.payloadId).toBe(1);
    }),
    {
      numRuns: 60,
      examples: [
        [[0, 1, 0, 1, 1], ...between],
        [[1, 0, 0, 1, 1], ...between],
      ],
    },
  );
});

/** What was cut off is tried again, without what its incidents have already, as recovery does it. */
async function appliedAtLast(
  world: World,
  inputs: AlertInput[],
  byMemory: boolean,
): Promise<AlertResult[]> {
  const results: AlertResult[] = [];
  let left = inputs.map((one, at) => ({ one, at }));
  for (let attempt = 1; left.length > 0; attempt += 1) {
    expect(attempt).toBeLessThan(30);
    const batch = await decideAlerts(
      world,
      left.map(({ one }) => one),
      { byMemory: byMemory && attempt === 1 },
    );
    const tried = left;
    const isThere = async (index: number) =>
      (await timesApplied(tried[index]?.one.alert.payloadId ?? '')) > 0;
    const written = await batch.commit().catch(() => null);
    const again = new Set<number>(written?.overtaken);
    // The store failed, or did so after it had taken the first of them.
    for (const index of written?.refused ?? tried.keys())
      if (!(await isThere(index))) again.add(index);
    for (const [index, { at }] of tried.entries())
      if (batch.results[index] && !again.has(index)) results[at] = batch.results[index];
    left = tried.filter((_, index) => again.has(index));
  }
  return results;
}

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
