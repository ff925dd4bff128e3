import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { orderedId } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const incidents = () => incidentModel(t.app.world.store).collection;

/** Open incidents that wait for nothing. */
async function store(count: number): Promise<void> {
  await incidents().deleteMany({});
  const documents = Array.from({ length: count }, () => ({
    _id: orderedId() as never,
    organizationId: t.organizationId,
    status: 'Open',
    severity: 'Minor',
    urgency: 10,
    unattended: true,
    alerting: { revision: 1 },
  }));
  await incidents().insertMany(documents);
}

/** How many the auditor makes due; they are looked at, and nothing follows. */
async function audit(): Promise<number> {
  await t.app.jobs.runAll((task) => task === 'alerting-auditor');
  const looked = { 'alerting.nextAt': { $exists: true } };
  const { matchedCount } = await incidents().updateMany(looked, {
    $unset: { 'alerting.nextAt': 1 },
  });
  return matchedCount;
}

it('looks at all that wait for nothing every ten minutes', async () => {
  await store(50);
  for (let round = 0; round < 3; round += 1) {
    expect(await audit()).toBe(50);
    t.clock.advance(600);
  }
});

// Others may change settings in a MongoDB: who shares it never rests.
const onOwnStore = it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI);
onOwnStore('rests the longer the more there are, unless settings change', async () => {
  await store(2500);
  expect(await audit()).toBe(2500);
  t.clock.advance(600);
  expect(await audit()).toBe(0);
  await t.api.make('/team', { displayName: 'New' });
  expect(await audit()).toBe(2500);
  t.clock.advance(600);
  expect(await audit()).toBe(0);
  t.clock.advance(150);
  expect(await audit()).toBe(2500);
});

it('passes over those that it has made due once, however many there are', async () => {
  await store(1800);
  t.clock.advance(1000);
  const find = vi.spyOn(incidentsOf(t.app.world), 'find');
  expect(await audit()).toBe(1800);
  const walks = find.mock.calls.filter(([filter]) => JSON.stringify(filter).includes('unattended'));
  expect(walks).toHaveLength(1);
});
