import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { removeInSteps } from '../../src/jobs/index.ts';
import { Memory, type World } from '../../src/kernel/index.ts';
import { noteAlerts } from '../../src/pace/index.ts';
import { ruleExecutionLog } from '../../src/routing/execution-log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const count = 450;
const ofOne = { organizationId: 'one' };
const records = () => ruleExecutionLog.model(server.app.world.store).collection;
beforeEach(async () => {
  await records().deleteMany({});
  await records().insertMany(
    // as never: only what the removal reads.
    Array.from({ length: count }, (_, n) => ({ _id: `one ${n}`, ...ofOne }) as never),
  );
});

/** A process of its own: what other tests send in is no rush here. */
const aWorld = (): World => ({ ...server.app.world, memory: new Memory() });
const { signal } = new AbortController();

type StepFilter = { $and: [{ _id: { $in: string[] } }] };

/** How many documents each step removes. */
async function stepsOf(world: World, alerts = 0): Promise<number[]> {
  const steps = vi.spyOn(records(), 'deleteMany');
  const before = async () => noteAlerts(world, alerts);
  await before();
  await removeInSteps(world, ruleExecutionLog.model, ofOne, { stopping: signal, before });
  // as unknown: the filter of a step names what it removes.
  return steps.mock.calls.map(
    ([filter]) => (filter as unknown as StepFilter).$and[0]._id.$in.length,
  );
}

it('removes all that match, and no more at once than 200', async () => {
  await records().insertOne({ _id: 'other', organizationId: 'other' } as never);
  expect(await stepsOf(aWorld())).toEqual([200, 200, 50]);
  expect(await records().countDocuments()).toBe(1);
});

it('takes a quarter of that at once while very many alerts come in', async () => {
  expect(await stepsOf(aWorld(), 1e9)).toEqual(Array.from({ length: 9 }, () => 50));
  expect(await records().countDocuments()).toBe(0);
});

it('stops between two steps, and goes on when it is asked again', async () => {
  const stopping = new AbortController();
  const before = async () => stopping.abort();
  const { signal: stopped } = stopping;
  await removeInSteps(aWorld(), ruleExecutionLog.model, ofOne, { stopping: stopped, before });
  expect(await records().countDocuments()).toBe(count - 200);
  expect(await stepsOf(aWorld())).toEqual([200, 50]);
});
