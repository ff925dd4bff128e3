import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makePerson } from '../support/keys.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let carrier: FakeCarrier;
let pushes: FakePushService;
let user: string;
let test: (channel: string) => Promise<ApiAnswer>;

beforeAll(async () => {
  [smtp, carrier, pushes] = await Promise.all([
    startSmtpServer(),
    startCarrier(),
    startPushService(),
  ]);
  server = await startTestApp({
    env: {
      TOCSIN_SMTP_URL: smtp.url,
      ...carrier.env,
      TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([smtp.stop(), carrier.stop(), pushes.stop()]);
});
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  user = await server.api.make('/user', { email, phoneNumber: '+4915112345678' });
  const own = server.as(await makeKey(server, { userId: user }));
  test = (channel) => own.post(`/user/${user}/test-notification`, { channel });
});

const sent = { outcome: 'sent', detail: null, detailSentence: null, devices: [] };

it('reaches a person by mail, text and call', async () => {
  expect((await test('Email')).body).toEqual(sent);
  expect(smtp.mails.at(-1)?.subject).toBe('Test notification');
  expect((await test('SMS')).body).toEqual(sent);
  expect(carrier.texts.at(-1)).toMatchObject({ to: '+4915112345678' });
  expect((await test('VoiceCall')).body).toEqual(sent);
  expect(carrier.calls.at(-1)?.answerUrl).toMatch(
    /\/telephony\/twilio\/notifications\/test-call\?l=en$/,
  );
});

it('reaches all receivers of pushes, and forgets those that are gone', async () => {
  expect((await test('Push')).body).toMatchObject({
    outcome: 'unreachable',
    detail: expect.stringContaining('no push subscription'),
  });
  for (const webPush of [pushes.subscribe(), pushes.subscribe()])
    await server.api.make('/push-subscription', { userId: user, webPush });
  const before = pushes.pushes.length;
  expect((await test('Push')).body).toMatchObject({
    outcome: 'sent',
    detail: null,
    detailSentence: null,
    devices: [{ outcome: 'sent' }, { outcome: 'sent' }],
  });
  expect(pushes.pushes).toHaveLength(before + 2);
  pushes.answerNext({ status: 410 });
  expect((await test('Push')).body).toMatchObject({ outcome: 'partly' });
  const { body } = await server.api.get(`/push-subscription/search/list?UserId=${user}`);
  expect(body.pushSubscriptions).toHaveLength(1);
  pushes.answerNext({ status: 404 });
  expect((await test('Push')).body).toMatchObject({ outcome: 'refused' });
});

it('says of each device whether it took a push: one that did hides no other', async () => {
  const names = ['Office browser', 'My phone', 'My tablet'];
  for (const displayName of names)
    await server.api.make('/push-subscription', {
      userId: user,
      displayName,
      webPush: pushes.subscribe(),
    });
  pushes.answerNext({ status: 503 });
  const { body } = await test('Push');
  const devices = body.devices as { displayName: string; outcome: string; detail: string }[];
  const missed = devices.filter(({ outcome }) => outcome !== 'sent');
  expect(devices).toHaveLength(3);
  expect(missed).toEqual([
    {
      id: expect.any(String),
      displayName: expect.any(String),
      outcome: 'failed',
      detailSentence: { code: 'receiverAnswered', values: { status: 503 } },
      detail: expect.stringContaining('503'),
    },
  ]);
  const { displayName, detail } = missed[0] ?? { displayName: '', detail: '' };
  expect(names).toContain(displayName);
  expect(body).toMatchObject({
    outcome: 'partly',
    detail: `2 of 3 devices took it. ${displayName}: ${detail}`,
  });
  pushes.answerNext({ status: 503 }, { status: 410 }, { status: 503 });
  expect((await test('Push')).body).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/^None of 3 devices took it\. /),
  });
});

it('tells what the receiver said', async () => {
  carrier.answerNext(carrier.refusal(400, 21610, 'unsubscribed'));
  expect((await test('SMS')).body).toMatchObject({
    outcome: 'refused',
    detail: expect.stringContaining('STOP'),
  });
  smtp.refuseNext({ at: 'data', code: 451, text: 'Greylisted' });
  expect((await test('Email')).body).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('Greylisted'),
  });
});

it('neither texts nor calls a number that is not confirmed', async () => {
  const me = await makePerson(server, { organizationRole: 'Member' });
  const record = await me.api.get(`/user/${me.id}`);
  await me.api.put(`/user/${me.id}`, { ...record.body, phoneNumber: '+49301' });
  const before = carrier.received.length;
  for (const channel of ['SMS', 'VoiceCall'])
    expect((await me.api.post(`/user/${me.id}/test-notification`, { channel })).body).toMatchObject(
      {
        outcome: 'unreachable',
        detail: expect.stringContaining('not confirmed'),
      },
    );
  expect(carrier.received).toHaveLength(before);
});

it('is for oneself and for administrators, and leaves no secret in the log', async () => {
  const member = await makePerson(server, { organizationRole: 'Member' });
  const administrator = await makePerson(server, { organizationRole: 'Administrator' });
  const body = { channel: 'Email' };
  expect((await member.api.post(`/user/${user}/test-notification`, body)).status).toBe(403);
  expect((await administrator.api.post(`/user/${user}/test-notification`, body)).body).toEqual(
    sent,
  );
  const log = JSON.stringify(server.log);
  expect(log).not.toContain(carrier.env.TOCSIN_TWILIO_AUTH_TOKEN);
  expect(log).not.toContain('+4915112345678');
});

it('can be sent 5 times a minute, and names the settings that are missing', async () => {
  const bare = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'on' } });
  try {
    const me = await makePerson(bare, { organizationRole: 'Member' });
    const answers: ApiAnswer[] = [];
    for (const channel of ['Email', 'SMS', 'VoiceCall', 'Push', 'Email', 'Email'])
      answers.push(await me.api.post(`/user/${me.id}/test-notification`, { channel }));
    expect(answers.map(({ body }) => body.outcome)).toEqual([
      'unconfigured',
      'unconfigured',
      'unconfigured',
      'unreachable',
      'unconfigured',
      undefined,
    ]);
    expect(answers[0]?.body.detail).toContain('TOCSIN_SMTP_URL');
    expect(answers.at(-1)?.status).toBe(429);
  } finally {
    await bare.stop();
  }
});
