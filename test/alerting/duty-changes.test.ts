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
async function store(count: number, severity = 'Minor'): Promise<void> {
  const documents = Array.from({ length: count }, () => ({
    _id: orderedId() as never,
    organizationId: t.organizationId,
    status: 'Open',
    severity,
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

it('what says nothing of who is on call is no reason to look', async () => {
  const teamId = await t.api.make('/team', { displayName: 'Fourth' });
  do t.clock.advance(60);
  while ((await woken()) > 0);
  await t.api.make('/outbound-integration', {
    displayName: 'Tool',
    teamId,
    type: 'Webhook',
    webhookSettings: {
      url: 'https://tool.example.com/hook',
      method: 'POST',
      headers: [],
      template: '{}',
      secret: null,
    },
  });
  expect(await woken()).toBe(0);
});

it('never are more than some hundreds due at once, the severest first: what comes in waits for those at most', async () => {
  await store(500, 'Critical');
  await t.api.make('/team', { displayName: 'Fifth' });
  t.clock.advance(60);
  const found: { severity: string; count: number }[] = [];
  const task = woken();
  let isDone = false;
  void task.finally(() => (isDone = true));
  while (!isDone) {
    const due = { 'alerting.nextAt': { $lte: t.clock.now() } };
    const waiting = await incidents().find(due).project({ severity: 1 }).toArray();
    for (const [severity, some] of Map.groupBy(waiting, (one) => String(one.severity)))
      found.push({ severity, count: some.length });
    // As alerting decides them.
    await incidents().updateMany(
      { _id: { $in: waiting.map(({ _id }) => _id) } },
      { $set: { 'alerting.nextAt': later() } },
    );
  }
  await task;
  expect(Math.max(...found.map(({ count }) => count))).toBeLessThanOrEqual(200);
  const order = found.map(({ severity }) => severity);
  expect(order.lastIndexOf('Critical')).toBeLessThan(order.indexOf('Minor'));
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2500);
});

it('what names the policy of an incident is a reason to look', async () => {
  const teamId = await t.api.make('/team', { displayName: 'Sixth' });
  do t.clock.advance(60);
  while ((await woken()) > 0);
  await t.api.make('/inbound-integration', { displayName: 'Webhook', teamId, type: 'Webhook' });
  expect(await woken()).toBeGreaterThanOrEqual(2000);
});
