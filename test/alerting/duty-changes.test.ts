import { afterAll, beforeAll, expect, it } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { orderedId } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const incidents = () => incidentModel(t.app.world.store).collection;
const later = () => new Date(t.clock.now().getTime() + 3_600_000);

/** Incidents of which nobody is told because nobody is on call. */
async function store(count: number): Promise<void> {
  const documents = Array.from({ length: count }, () => ({
    _id: orderedId() as never,
    organizationId: t.organizationId,
    status: 'Open',
    severity: 'Minor',
    urgency: 10,
    alerting: { revision: 1, plans: [{ awaitsDuty: true }], nextAt: later() },
  }));
  await incidents().insertMany(documents);
}

/** How many are made due. */
async function woken(): Promise<number> {
  await t.app.jobs.runAll((task) => task === 'alerting-duty-changes');
  const due = { 'alerting.nextAt': { $lte: t.clock.now() } };
  const { matchedCount } = await incidents().updateMany(due, {
    $set: { 'alerting.nextAt': later() },
  });
  return matchedCount;
}

it('once something changed, all that wait for somebody on call are looked at, once more, and no more', async () => {
  await store(3);
  await t.api.make('/team', { displayName: 'First' });
  expect(await woken()).toBe(3);
  expect(await woken()).toBe(0);
  t.clock.advance(5);
  expect(await woken()).toBe(3);
  t.clock.advance(60);
  expect(await woken()).toBe(0);
});

it('beside very many of them, changes one after the other are taken together', async () => {
  await store(2000);
  await t.api.make('/team', { displayName: 'Second' });
  expect(await woken()).toBeGreaterThanOrEqual(2000);
  await t.api.make('/team', { displayName: 'Third' });
  t.clock.advance(2);
  expect(await woken()).toBe(0);
  t.clock.advance(10);
  expect(await woken()).toBeGreaterThanOrEqual(2000);
});
