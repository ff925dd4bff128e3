import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordCallback } from '../../src/notifications/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { openEvents } from '../support/events.ts';
import { makePerson } from '../support/keys.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { signIn } from '../support/sessions.ts';

let t: TestApp;
let queries: RecordedQueries;
beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp();
});
afterAll(() => t?.stop());

it('what open pages are told is found by indexes', async () => {
  const team = await t.api.make('/team', { displayName: 'Payments' });
  const incident = { title: 'Down', status: 'Open', severity: 'Critical', teamIds: [team] };
  const incidentId = await t.api.make('/incident', incident);
  const { organizationId } = t;
  const record = await storeDelivery(t.app.world, {
    ...{ organizationId, incidentId, ownerId: randomUUID(), lane: 'SMS', providerId: 'SM1' },
  });
  const { id: userId } = await makePerson(t, { organizationRole: 'Owner' });
  const { cookie } = await signIn(t, { userId });
  t.clock.advance(180);
  queries.forget();
  const events = await openEvents(t.app.url, cookie);
  await events.next(({ name }) => name === 'ready');
  const report = { deliveryId: record._id, providerId: 'SM1', status: 'delivered' };
  await recordCallback(t.app.world, { ...report, errorCode: null });
  await events.next(({ name }) => name === 'told');
  events.close();
  const { seen, scans, costly } = await queries.explainAll(t);
  expect([scans, costly]).toEqual([[], []]);
  expect([...seen]).toEqual(expect.arrayContaining(['deliveries find', 'incidents find']));
});
