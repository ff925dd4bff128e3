import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PayloadDocument, payloadModel } from '../../src/ingest/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, makeIntegration, map, send, type WebhookAnswer } from '../support/webhook.ts';

/** Large bodies through the whole server: read in a thread, and everything else as for small ones. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ reading: { seconds: 60, heapMegabytes: 48, startSeconds: 30 } });
});
afterAll(() => t.stop());

const filler = 'x'.repeat(100_000);
/** Small for its bytes, and large in memory. */
const greedy = `{"status":"Resolved","id":"disk","rest":[${'{},'.repeat(1_000_000)}{}]}`;

async function stored({ body }: WebhookAnswer): Promise<PayloadDocument> {
  const found = await payloadModel(t.app.world.store).find().lean<PayloadDocument[]>();
  const payload = found.find(({ _id }) => _id.toHexString() === body.payloadId);
  if (!payload) throw new Error('The payload is not stored.');
  return payload;
}

test('a large body opens, updates and resolves as a small one does', async () => {
  const id = await makeIntegration(t);
  await map(t, id);
  const opened = await alert(t, id, { filler });
  expect(opened.body).toMatchObject({ outcome: 'Opened' });
  const small = await alert(t, id, { host: 'db-7' });
  expect(small.body).toEqual({ ...opened.body, outcome: 'Updated', payloadId: expect.anything() });
  const replayed = await t.api.post(
    `/inbound-integration/${id}/payloads/${opened.body.payloadId}/replay`,
  );
  expect(replayed.body).toMatchObject({ outcome: 'Updated', incidentId: opened.body.incidentId });
  const resolved = await alert(t, id, { status: 'Resolved', filler });
  expect(resolved.body).toMatchObject({
    outcome: 'Resolved',
    incidentId: opened.body.incidentId,
  });
});

test('a body that takes too much is kept and says so; others are answered meanwhile and after', async () => {
  const id = await makeIntegration(t);
  await map(t, id);
  let isDone = false;
  const sending = send(t, id, {
    headers: { 'content-type': 'application/json' },
    body: greedy,
  }).finally(() => {
    isDone = true;
  });
  const small = await alert(t, id, {});
  expect(isDone).toBe(false);
  expect(small.body).toMatchObject({ outcome: 'Opened' });
  const large = await sending;
  expect(large.status).toBe(200);
  expect(large.body).toMatchObject({ outcome: 'Failed', incidentId: null });
  const payload = await stored(large);
  expect(payload.reason).toBe(
    'Reading and mapping this body took more than 48 MB of memory, so it was stopped.',
  );
  expect(payload.body.length()).toBe(greedy.length);
  expect(t.log).toContainEqual(
    expect.objectContaining({ msg: 'a large payload could not be read', integrationId: id }),
  );
  expect((await alert(t, id, { filler })).body).toMatchObject({ outcome: 'Updated' });
}, 60_000);

test('a body that takes too much is not kept where only reading it could find its secret', async () => {
  const id = await makeIntegration(t, { type: 'CiscoMeraki' });
  const headers = { 'content-type': 'application/json' };
  const answer = await send(t, id, {
    headers,
    body: `{"sharedSecret":"s3cret",${greedy.slice(1)}`,
  });
  expect(answer.body).toMatchObject({ outcome: 'Failed' });
  const payload = await stored(answer);
  expect(payload.body.length()).toBe(0);
  expect(payload.decisions).toContainEqual({
    step: 'read',
    result: 'The body is not kept: it may hold a secret of its tool, which could not be taken out.',
  });
}, 60_000);

test('a handshake in a large body is answered', async () => {
  const id = await makeIntegration(t, { type: 'Slack' });
  const answer = await send(t, id, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'url_verification', challenge: 'c1', filler }),
  });
  expect(answer.body).toMatchObject({ challenge: 'c1', outcome: 'Discarded' });
});
