import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeNtfy, startNtfy } from '../fakes/ntfy.ts';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/**
 * From an incident to a person who was told by every channel, and back: what they receive, and what their answers do.
 */
let server: TestApp;
let smtp: FakeSmtpServer;
let carrier: FakeCarrier;
let browsers: FakePushService;
let ntfy: FakeNtfy;
let team: string;
let ada: string;

const phoneNumber = '+4915112345678';
const everything = (name: string) => ({
  [`delayInMin${name}`]: 0,
  [`severities${name}`]: ['Critical', 'Warning', 'Minor'],
  [`disabledIntents${name}`]: [],
});

beforeAll(async () => {
  [smtp, carrier, browsers, ntfy] = await Promise.all([
    startSmtpServer(),
    startCarrier(),
    startPushService(),
    startNtfy(),
  ]);
  server = await startTestApp({
    env: {
      TOCSIN_SMTP_URL: smtp.url,
      ...carrier.env,
      TOCSIN_NTFY_URL: ntfy.url,
      TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    },
  });
  const { api } = server;
  team = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  ada = await api.make('/user', {
    email: 'ada@example.com',
    displayName: 'Ada',
    phoneNumber,
    timeZoneId: 'Europe/Berlin',
    incidentNotificationSettings: {
      shouldSendSMS: true,
      shouldCallVoice: true,
      shouldSendPush: true,
      shouldSendEmail: true,
      ...everything('SMS'),
      ...everything('Voice'),
      ...everything('Push'),
      ...everything('Email'),
    },
  });
  const membership = await api.make('/team-membership', {
    userId: ada,
    teamId: team,
    role: 'Member',
  });
  await api.make('/team-escalations', {
    teamId: team,
    escalationTiers: [
      { schedules: [{ rotations: [{ members: [{ teamMembershipId: membership }] }] }] },
    ],
  });
  await api.make('/push-subscription', { userId: ada, webPush: browsers.subscribe() });
  await api.make('/push-subscription', { userId: ada, ntfyTopicUrl: ntfy.topicUrl('ada-8f3k2') });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([smtp.stop(), carrier.stop(), browsers.stop(), ntfy.stop()]);
});

async function open(title: string): Promise<string> {
  // Far from the last one, so that no bundle is made of them.
  server.clock.advance(3600);
  const id = await server.api.make('/incident', {
    title,
    status: 'Open',
    severity: 'Critical',
    teamIds: [team],
  });
  await settle();
  return id;
}

/** Everything that is due is decided and sent. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await server.app.jobs.runAll((task) => task === 'alerting' || task.startsWith('send-'));
}

async function intentsOf(incident: string): Promise<string[]> {
  const { body } = await server.api.get(`/incident/search/${incident}`);
  const events = body.events as { modification: { intent: string } }[];
  return events.map(({ modification }) => modification.intent);
}

it('tells a person by every channel, in words that fit it', async () => {
  const incident = await open('Disk full on db1');
  const [mail] = smtp.mails;
  expect(smtp.mails).toHaveLength(1);
  expect(mail).toMatchObject({
    to_: ['ada@example.com'],
    subject: 'Critical: Disk full on db1',
    inReplyTo: `<${incident}@localhost>`,
  });
  expect(carrier.texts).toHaveLength(1);
  expect(carrier.texts[0]).toMatchObject({
    to: phoneNumber,
    text: expect.stringMatching(/^CRITICAL: Disk full on db1.*\/a\/[\w-]{22} or reply ACK \d{4}$/),
  });
  expect(carrier.calls).toMatchObject([{ to: phoneNumber }]);
  expect(browsers.pushes).toMatchObject([{ payload: { title: 'Critical: Disk full on db1' } }]);
  expect(ntfy.messages).toMatchObject([{ topic: 'ada-8f3k2', priority: 5 }]);
  // One permission for one person and incident, whichever message they answer.
  const token = /\/a\/([\w-]{22})/.exec(carrier.texts[0]?.text ?? '')?.[1] ?? '';
  expect(mail?.html).toContain(`/a/${token}`);
  expect(ntfy.messages[0]?.actions).toMatchObject([
    { method: 'POST', url: `${server.app.url}/a/${token}` },
  ]);
});

it('the button of a push acknowledges', async () => {
  const incident = await open('Queue stuck');
  const url = ntfy.messages.at(-1)?.actions[0]?.url ?? '';
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  expect((await intentsOf(incident))[0]).toBe('Investigated');
});

it.each([
  ['no key', [], 'Answered'],
  ['silence after the text', [''], 'Answered'],
  ['a key that means nothing', ['7'], 'Delivered'],
  ['a key that acknowledges', ['', '1'], 'Delivered'],
])('a call that was answered with %s says so in the log', async (_what, keys, status) => {
  const incident = await open('Log of a call');
  const call = carrier.calls.at(-1);
  if (!call) throw new Error('Nobody was called.');
  let said = await carrier.answer(call);
  for (const key of keys) said = await carrier.press(call, said, key);
  await carrier.report(call, 'completed');
  const { body: log } = await server.api.get(
    `/notification-log/search/list?IncidentId=${incident}`,
  );
  const { body: told } = await server.api.get(`/incident/search/${incident}/notifications`);
  for (const list of [log.notificationLogs, told.notifications] as {
    channel: string;
    status: string;
  }[][])
    expect(list.filter(({ channel }) => channel === 'VoiceCall').map((one) => one.status)).toEqual([
      status,
    ]);
});

it('a key pressed during the call acknowledges', async () => {
  const incident = await open('Certificate expired');
  const call = carrier.calls.at(-1);
  if (!call) throw new Error('Nobody was called.');
  const said = await carrier.answer(call);
  expect(said).toContain('Critical incident in Payments. Certificate expired.');
  expect(await carrier.press(call, said, '1')).toContain('Acknowledged: Certificate expired');
  expect((await intentsOf(incident))[0]).toBe('Investigated');
});

it('a text back acknowledges', async () => {
  const incident = await open('Replica lag');
  const code = /ACK (\d+)/.exec(carrier.texts.at(-1)?.text ?? '')?.[1] ?? '';
  const { text } = await carrier.post(`${server.app.url}/telephony/twilio/notifications/message`, {
    AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
    From: phoneNumber,
    Body: `ack ${code}`,
  });
  expect(text).toContain('Acknowledged: Replica lag');
  expect((await intentsOf(incident))[0]).toBe('Investigated');
});

it('further numbers get messages of their own, and a text back from one acknowledges', async () => {
  const home = '+4930123456';
  const text = { channel: 'SMS', afterMinutes: 0 };
  const path = `/user/${ada}/notification-rules`;
  const set = await server.api.put(path, {
    rules: [],
    otherwise: [text, { ...text, contactId: 'home' }],
    contacts: [{ id: 'home', channel: 'SMS', target: home }],
  });
  expect(set.status, set.text).toBe(200);
  const before = carrier.texts.length;
  // More at once than go out one by one: what is bundled stays with its number.
  server.clock.advance(3600);
  const members = { status: 'Open', severity: 'Critical', teamIds: [team] };
  const incidents = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      server.api.make('/incident', { title: `Flood ${index}`, ...members }),
    ),
  );
  await settle();
  const told = carrier.texts.slice(before);
  const to = (number: string) => told.filter((one) => one.to === number);
  expect(to(home)).toHaveLength(4);
  expect(to(phoneNumber)).toHaveLength(4);
  const single = to(home).find(({ text: words }) => words.includes('Flood'));
  const code = /ACK (\d+)/.exec(single?.text ?? '')?.[1] ?? '';
  const answer = await carrier.post(`${server.app.url}/telephony/twilio/notifications/message`, {
    AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
    From: home,
    Body: `ack ${code}`,
  });
  expect(answer.text).toContain('Acknowledged: Flood');
  const acknowledged = await Promise.all(incidents.map(intentsOf));
  expect(acknowledged.filter(([first]) => first === 'Investigated')).toHaveLength(1);
  await server.api.delete(path);
});

it('the log of the incident says what became of each message', async () => {
  const incident = await open('Backup failed');
  const sms = carrier.texts.at(-1);
  const call = carrier.calls.at(-1);
  if (!sms || !call) throw new Error('Nobody was told.');
  await carrier.report(sms, 'delivered');
  await carrier.report(call, 'no-answer');
  const { body } = await server.api.get(`/notification-log/search/list?IncidentId=${incident}`);
  const items = Object.values(body).find(Array.isArray) as { channel: string; status: string }[];
  const statuses = Object.fromEntries(items.map(({ channel, status }) => [channel, status]));
  expect(statuses).toMatchObject({
    SMS: expect.stringMatching(/delivered/i),
    VoiceCall: expect.stringMatching(/nobody answered|failed/i),
  });
  const log = JSON.stringify(server.log);
  expect(log).not.toContain(phoneNumber);
  expect(log).not.toContain('8f3k2');
});
