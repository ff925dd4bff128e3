import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Channels, createChannels } from '../../../src/channels/index.ts';
import { readConfig } from '../../../src/config.ts';
import { createOutboundClient } from '../../../src/egress/index.ts';
import { addressList } from '../../../src/kernel/index.ts';
import { deliveryModel } from '../../../src/notifications/index.ts';
import { type FakeCarrier, startCarrier } from '../../fakes/carrier.ts';
import { type FakeTelnyx, startTelnyx } from '../../fakes/telnyx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeReply } from '../../support/reply.ts';

let server: TestApp;
let channels: Channels;
let twilio: FakeCarrier;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  [twilio, telnyx] = await Promise.all([startCarrier(), startTelnyx()]);
  const env = { ...twilio.env, ...telnyx.env, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' };
  server = await startTestApp({ env });
  telnyx.now = () => server.app.world.clock.now();
  channels = createChannels({
    settings: readConfig({ ...twilio.env, ...telnyx.env }),
    publicUrl: () => server.app.url,
    vapidKeys: () => Promise.reject(new Error('not needed')),
    outbound: createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.0/8') }),
  });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([twilio.stop(), telnyx.stop()]);
});

const address = () => `${server.app.url}/telephony/telnyx/notifications/message`;
const closed = () => twilio.refusal(401, 20003, 'Authenticate');

/** A text that went by Telnyx, because Twilio refused the account. */
async function texted() {
  const key = `delivery-${crypto.randomUUID()}`;
  const statusUrl = (carrier: string) =>
    `${server.app.url}/telephony/${carrier}/notifications/status?d=${key}`;
  // Of the first text; then it is left out.
  if (telnyx.texts.length === 0) twilio.answerNext(closed());
  const result = await channels.send('SMS', { key, to: '+4915112345678', text: 'Down', statusUrl });
  const sent = telnyx.texts.at(-1);
  if (!sent || result.outcome !== 'sent') throw new Error(JSON.stringify(result));
  await deliveryModel(server.app.world.store).collection.insertOne({
    _id: key as never,
    organizationId: server.organizationId,
    lane: 'SMS',
    ownerId: 'somebody',
    state: 'sent',
    providerId: result.providerId,
    attempts: [],
    createdAt: new Date(),
  });
  const stored = () => deliveryModel(server.app.world.store).findOne({ _id: key }).lean();
  return { sent, stored };
}

it('reports of Telnyx on a text lead to what became of it', async () => {
  const { sent, stored } = await texted();
  expect(sent).toMatchObject({ to: '+4915112345678', from: '+15550002000', text: 'Down' });
  expect(sent.webhookUrl).toContain(`${address()}?d=delivery-`);
  expect(await telnyx.report(sent, 'delivery_unconfirmed')).toBe(200);
  expect(await stored()).toMatchObject({ state: 'sent' });
  expect(await telnyx.report(sent, 'delivered')).toBe(200);
  expect(await stored()).toMatchObject({ state: 'delivered' });
  const failed = await texted();
  expect(await telnyx.report(failed.sent, 'delivery_failed', '40008')).toBe(200);
  expect(await failed.stored()).toMatchObject({
    state: 'failed',
    attempts: [expect.objectContaining({ code: '40008' })],
  });
});

it('only Telnyx is heard: what is not signed, changed, old or of another carrier is answered 403', async () => {
  const { sent, stored } = await texted();
  const event = {
    event_type: 'message.finalized',
    payload: { id: sent.id, to: [{ status: 'delivered' }] },
  };
  const url = sent.webhookUrl ?? '';
  expect(await telnyx.post(url, event, { isSigned: false })).toBe(403);
  expect(await telnyx.post(url, event, { secondsAgo: 301 })).toBe(403);
  expect(
    await telnyx.post(url, event, { change: (body) => body.replace(sent.id, 'another') }),
  ).toBe(403);
  const ofTwilio = { AccountSid: twilio.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '' };
  expect((await twilio.post(url, ofTwilio)).status).toBe(403);
  // The signature of one carrier opens no address of the other.
  expect(await telnyx.post(`${server.app.url}/telephony/twilio/notifications/message`, event)).toBe(
    403,
  );
  expect(await stored()).toMatchObject({ state: 'sent' });
});

it('a text to the number of Telnyx acknowledges, and is answered from that number', async () => {
  const phoneNumber = `+49151${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  const { code, history } = await makeReply(server, { phoneNumber });
  const before = twilio.texts.length;
  const event = {
    event_type: 'message.received',
    payload: {
      id: crypto.randomUUID(),
      from: { phone_number: phoneNumber },
      text: `ACK ${code}`,
    },
  };
  expect(await telnyx.post(address(), event)).toBe(200);
  await expect
    .poll(() => telnyx.texts.at(-1))
    .toMatchObject({ to: phoneNumber, text: expect.stringContaining('Acknowledged: Disk') });
  expect(twilio.texts.length).toBe(before);
  expect(await history()).toMatchObject([{ intent: 'Investigated' }]);
  // Reported again: nothing more is done.
  await telnyx.post(address(), event);
  expect(await history()).toHaveLength(1);
});

it('an event that says nothing of interest is taken', async () => {
  expect(await telnyx.post(address(), { event_type: 'message.sent', payload: {} })).toBe(200);
  expect(await telnyx.post(address(), { event_type: 'message.finalized' })).toBe(200);
});
