import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryDocument, deliveriesOf } from '../../src/notifications/delivery.ts';
import { type LaneOptions, LaneSender } from '../../src/notifications/lane-sender.ts';
import { latenessOf } from '../../src/pace/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

const countMax = 3000;

/** Stores a note for one person that is due. */
async function store(owner: string, secondsLate: number): Promise<DeliveryDocument> {
  const at = new Date(t.clock.now().getTime() - secondsLate * 1000);
  // as unknown: only what a lane looks at.
  const message = {
    ...{ _id: `to ${owner}`, organizationId: 'A', incidentId: null, ownerId: owner, lane: 'Email' },
    ...{ rank: 1, nextAt: at, dueAt: at, createdAt: at, state: 'queued', attempts: [] },
  } as unknown as DeliveryDocument;
  await deliveriesOf(t.app.world).insertOne(message);
  return message;
}

function laneOf(send: LaneOptions['send']): LaneSender {
  return new LaneSender(t.app.world, t.app.processes, {
    lane: 'Email',
    rules: {
      alsoWaiting: false,
      earliest: (_delivery, at) => at,
      async tell({ messages, send }) {
        for (const one of messages) await send(one);
      },
    },
    send,
    onFinished: () => undefined,
    onAttempt: async () => undefined,
  });
}
const sent = { outcome: 'sent', code: null, providerId: null } as const;

it('messages that have waited are sent, however many new ones come meanwhile', async () => {
  const told: string[] = [];
  const lane = laneOf(async ({ delivery }) => {
    const count = told.push(delivery.ownerId);
    // Each that is sent brings two more, of which the lane is told: there is always one that it knows of.
    if (!told.includes('old') && told.length < countMax)
      lane.hint([await store(`a${count}`, 0), await store(`b${count}`, 0)]);
    return sent;
  });
  await store('first', 0);
  const run = lane.run(new AbortController().signal);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await store('old', 60);
  await run;
  expect(told).toContain('old');
  expect(told.length).toBeLessThan(countMax);
});

it('is as late as what waits for it; what waits for somebody slow is not its own delay', async () => {
  const { world } = t.app;
  for (let n = 0; n < 100; n += 1) await store(`late ${n}`, 90);
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const run = laneOf(async () => {
    asked += 1;
    await answer.promise;
    return sent;
  }).run(new AbortController().signal);
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(latenessOf(world)).toBe(90_000);
  t.clock.advance(1);
  await expect.poll(() => latenessOf(world), { timeout: 10_000 }).toBe(0);
  expect(asked).toBeLessThan(100);
  answer.resolve();
  await run;
  expect(asked).toBe(100);
});
