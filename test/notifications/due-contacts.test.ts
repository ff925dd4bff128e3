import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DeliveryDocument, deliveriesOf } from '../../src/notifications/delivery.ts';
import { dueContacts } from '../../src/notifications/due-contacts.ts';
import { toolLane } from '../../src/notifications/lanes.ts';
import { Sparingly } from '../../src/pace/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());
beforeEach(() => deliveriesOf(t.app.world).deleteMany({}));

interface Waiting {
  owner: string;
  organizationId?: string;
  count: number;
  rank?: number;
  lane?: string;
  secondsLate?: number;
}

/** Each message is about an incident of its own. */
async function wait({
  owner,
  organizationId = 'A',
  count,
  rank = 1,
  lane = toolLane,
  secondsLate = 60,
}: Waiting): Promise<void> {
  const nextAt = new Date(t.clock.now().getTime() - secondsLate * 1000);
  const messages = Array.from({ length: count }, (_, n) => ({
    _id: `${owner} ${rank} ${n}`,
    ...{ organizationId, incidentId: `${owner}-${rank}-${n}`, ownerId: owner, lane, rank, nextAt },
    state: 'queued',
    attempts: [],
  }));
  // as never: only what the queue is read by.
  await deliveriesOf(t.app.world).insertMany(messages as unknown as DeliveryDocument[]);
}

const find = (lane: typeof toolLane | 'Email' = toolLane) =>
  dueContacts(t.app.world, lane, {
    busy: [],
    full: [],
    targetsOf: undefined,
    others: new Sparingly(),
  });
const ownersOf = (found: Awaited<ReturnType<typeof find>>) =>
  found.map(({ contact }) => contact.ownerId);

it("a tool's one message does not wait for another tool's thousand", async () => {
  await wait({ owner: 'loud', count: 1000 });
  await wait({ owner: 'quiet', count: 1, secondsLate: 1 });
  expect(ownersOf(await find()).slice(0, 3)).toEqual(['loud', 'quiet', 'loud']);
});

it('tools take turns within a rank, and the severer rank goes first', async () => {
  await wait({ owner: 'loud', count: 3 });
  await wait({ owner: 'quiet', count: 2, secondsLate: 1 });
  await wait({ owner: 'quiet', count: 1, rank: 0, secondsLate: 1 });
  const owners = ['quiet', 'loud', 'quiet', 'loud', 'quiet', 'loud'];
  expect(ownersOf(await find())).toEqual(owners);
});

it("an organization's one message does not wait for another's thousand", async () => {
  await wait({ owner: 'Ann', count: 1000, lane: 'Email' });
  await wait({ owner: 'Zoe', organizationId: 'B', count: 1, lane: 'Email', secondsLate: 1 });
  expect(ownersOf(await find('Email'))).toEqual(['Ann', 'Zoe']);
});

it('says since when the oldest message of a contact is due, however severe it is', async () => {
  await wait({ owner: 'Ann', count: 1, rank: 0, secondsLate: 1, lane: 'Email' });
  await wait({ owner: 'Ann', count: 1, secondsLate: 90, lane: 'Email' });
  const [ann] = await find('Email');
  expect(ann).toMatchObject({ rank: 0, nextAt: new Date(t.clock.now().getTime() - 90_000) });
});
