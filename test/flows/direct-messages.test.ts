import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkChats } from '../../src/cli/doctor/chat-checks.ts';
import type { ChatMessage } from '../fakes/chat.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { FakeTelegram } from '../fakes/telegram.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

/** A person connects a chat from inside it, is told there, and answers there; and everything that must not work. */
let server: TestApp;
let receiver: ScriptedReceiver;
let team: string;
let bot: string;
const telegram = new FakeTelegram('123456:SECRET-bot-token');
const secret = 'SECRET-of-the-webhook';
const people: Record<'Ada' | 'Ben', { id: string; api: ApiClient; chatId: number }> = {
  Ada: { id: '', api: undefined as never, chatId: 1001 },
  Ben: { id: '', api: undefined as never, chatId: 1002 },
};

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  receiver.play(telegram.script);
  server = await startTestApp({ outbound: receiver.egress });
  const { api } = server;
  team = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  bot = await api.make('/outbound-integration', {
    displayName: 'Our bot',
    teamId: team,
    type: 'Telegram',
    telegramSettings: { botToken: telegram.token, webhookSecret: secret, isForPeople: true },
  });
  const members: object[] = [];
  for (const [name, person] of Object.entries(people)) {
    Object.assign(person, await makePerson(server, {}));
    await api.put(`/user/${person.id}`, {
      email: `${name.toLowerCase()}@example.com`,
      displayName: name,
      incidentNotificationSettings: onlyTelegram,
    });
    const teamMembershipId = await api.make('/team-membership', {
      userId: person.id,
      teamId: team,
      role: 'Member',
    });
    members.push({ teamMembershipId });
  }
  const schedules = members.map((member) => ({ rotations: [{ members: [member] }] }));
  await api.make('/team-escalations', {
    teamId: team,
    escalationTiers: [{ schedules }],
  });
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));

const off = (name: string) => ({
  [`delayInMin${name}`]: 0,
  [`severities${name}`]: [],
});
const onlyTelegram = {
  shouldSendSMS: false,
  shouldCallVoice: false,
  shouldSendPush: false,
  shouldSendEmail: false,
  ...off('SMS'),
  ...off('Voice'),
  ...off('Push'),
  ...off('Email'),
};

/** What Telegram sends to the webhook of the bot. */
function update(body: object, { at = bot, token = secret } = {}): Promise<Response> {
  return fetch(`${server.app.url}/chat/telegram/${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': token },
    body: JSON.stringify({ update_id: 1, ...body }),
  });
}

async function write(chatId: number, text: string, type = 'private'): Promise<string> {
  telegram.started.add(String(chatId));
  const from = { id: chatId, first_name: 'Somebody' };
  const answer = await update({
    message: { message_id: 1, text, from, chat: { id: chatId, type } },
  });
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { chat_id?: number; text?: string };
  if (body.text !== undefined) expect(body.chat_id).toBe(chatId);
  return body.text ?? '';
}

async function codeFor({ api, id }: { api: ApiClient; id: string }): Promise<string> {
  const { status, body } = await api.post(`/user/${id}/chats/code`, { outboundIntegrationId: bot });
  expect(status).toBe(200);
  expect(body.url).toBe(`https://t.me/tocsin_test_bot?start=${body.code}`);
  return String(body.code);
}

async function connect(name: 'Ada' | 'Ben'): Promise<void> {
  const person = people[name];
  const said = await write(person.chatId, `/start ${await codeFor(person)}`);
  expect(said).toContain(`done as ${name} (`);
}

/** Everything that is due is decided and sent. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await server.app.jobs.runAll((task) => /^(alerting|send-\w+)$/.test(task));
}

async function open(title: string): Promise<string> {
  server.clock.advance(3600);
  const members = { title, status: 'Open', severity: 'Critical', teamIds: [team] };
  const id = await server.api.make('/incident', members);
  await settle();
  return id;
}

async function resolve(id: string, message: string | null = null): Promise<void> {
  const operations = { appendIntent: { intent: 'Resolved', message } };
  expect((await server.api.patch(`/incident/${id}`, { operations })).status).toBe(200);
  await settle();
}

function latestOf(name: 'Ada' | 'Ben'): ChatMessage {
  return telegram.at(String(people[name].chatId)).at(-1) as ChatMessage;
}

interface Press {
  by?: number;
  id?: string;
  as?: { at?: string; token?: string };
}

async function press(message: ChatMessage, label: string, { by, id = label, as }: Press = {}) {
  const { sends } = message.buttons.find((one) => one.label === label) ?? {};
  const from = { id: by ?? Number(message.to), first_name: 'Ada' };
  const answer = await update({ callback_query: { id, from, ...(sends as object) } }, as);
  const { text = '' } = (await answer.json()) as { text?: string };
  await settle();
  return { status: answer.status, text };
}

async function eventsOf(incident: string): Promise<{ intent: string; by: string | null }[]> {
  const { body } = await server.api.get(`/incident/search/${incident}`);
  const events = body.events as {
    modification: { intent: string; user: { displayName: string } | null };
  }[];
  return events.map(({ modification: { intent, user } }) => ({
    intent,
    by: user?.displayName ?? null,
  }));
}

const labels = ({ buttons }: ChatMessage) => buttons.map(({ label }) => label);

it('connects an account only with a code that the person made, once, and for ten minutes', async () => {
  const { Ada, Ben } = people;
  expect(
    (await server.api.post(`/user/${Ada.id}/chats/code`, { outboundIntegrationId: bot })).status,
  ).toBe(403);
  expect(
    (await Ben.api.post(`/user/${Ada.id}/chats/code`, { outboundIntegrationId: bot })).status,
  ).toBe(403);
  const code = await codeFor(Ada);
  expect(await write(Ada.chatId, 'hello')).toContain('Make a code');
  expect(await write(Ada.chatId, `/start ${'x'.repeat(43)}`)).toContain('not valid any more');
  // In a group everybody reads it.
  expect(await write(-100, `/start ${code}`, 'group')).toBe('');
  server.clock.advance(601);
  expect(await write(Ada.chatId, `/start ${code}`)).toContain('not valid any more');
  const replaced = await codeFor(Ada);
  await connect('Ada');
  expect(await write(666, `/start ${replaced}`)).toContain('not valid any more');
  expect(await write(Ada.chatId, '/oncall')).toContain('Payments');
  expect(await write(Ada.chatId, 'hello')).toContain('none of my words');
  await connect('Ben');
  const { body } = await Ada.api.get(`/user/${Ada.id}/chats`);
  expect(body).toMatchObject({
    accounts: [{ channel: 'Telegram', displayName: 'Somebody', failure: null, chatUserId: '1001' }],
    connections: [{ outboundIntegrationId: bot, displayName: 'Our bot', channel: 'Telegram' }],
  });
  expect((await Ben.api.get(`/user/${Ada.id}/chats`)).status).toBe(403);
  expect((await (await makeOrganization(server)).api.get(`/user/${Ada.id}/chats`)).status).toBe(
    404,
  );
});

it('a code works for the bot that it was made for alone', async () => {
  const other = await server.api.make('/outbound-integration', {
    displayName: 'Other bot',
    teamId: team,
    type: 'Telegram',
    telegramSettings: { botToken: '9:other', webhookSecret: 'other', isForPeople: true },
  });
  const text = `/start ${await codeFor(people.Ada)}`;
  const message = { text, from: { id: 666 }, chat: { id: 666, type: 'private' } };
  const answer = await update({ message }, { at: other, token: 'other' });
  expect(await answer.text()).toContain('not valid any more');
  await server.api.delete(`/outbound-integration/${other}`);
});

it('tells each account, and a press acknowledges under the name of its person for both', async () => {
  const id = await open('Disk <b>full</b> on db1 & "more"');
  const [ada, ben] = [latestOf('Ada'), latestOf('Ben')];
  expect(ada.text).toContain('🔴 Critical: Disk <b>full</b> on db1 & "more"');
  expect(ada.text).toContain('You are on call: Tier 1 of Payments.');
  expect(labels(ada)).toEqual(['Acknowledge', 'Resolve', 'Escalate', 'Take over']);
  // Somebody else than who got the button, and a request that is not from Telegram.
  expect((await press(ada, 'Acknowledge', { by: people.Ben.chatId })).text).toContain(
    'somebody else',
  );
  expect((await press(ada, 'Acknowledge', { by: 666 })).text).toContain('somebody else');
  expect((await press(ada, 'Acknowledge', { as: { token: 'forged' } })).status).toBe(401);
  expect(await eventsOf(id)).toHaveLength(1);
  expect((await press(ada, 'Acknowledge')).text).toBe(
    'Acknowledged: Disk <b>full</b> on db1 & "more"',
  );
  expect((await eventsOf(id))[0]).toEqual({ intent: 'Investigated', by: 'Ada (via Telegram)' });
  for (const message of [ada, ben]) {
    expect(message.text).toContain('👀 Acknowledged: Disk');
    expect(message.text).toContain('Acknowledged by Ada');
    expect(labels(message)).toEqual(['Resolve', 'Escalate', 'Take over']);
    expect(message.edits).toBe(1);
  }
  // The same press again, and a later one of somebody who was slower.
  await press(ben, 'Resolve', { id: 'r1' });
  await press({ ...ben, buttons: ada.buttons }, 'Resolve', { id: 'r1' });
  expect((await eventsOf(id)).map(({ intent }) => intent)).toEqual([
    'Resolved',
    'Investigated',
    'Created',
  ]);
  expect(ada.text).toContain('✅ Resolved: Disk');
  expect(labels(ada)).toEqual([]);
  // No message beside these: what is news shows in them.
  expect([latestOf('Ada'), latestOf('Ben')]).toEqual([ada, ben]);
});

it('takes over and escalates, and shows what others do elsewhere', async () => {
  const id = await open('Till closed');
  const ben = latestOf('Ben');
  expect((await press(ben, 'Take over')).text).toBe('Yours: Till closed');
  expect((await eventsOf(id)).map(({ intent }) => intent)).toEqual([
    'Investigated',
    'Assigned',
    'Created',
  ]);
  expect((await press(latestOf('Ada'), 'Escalate')).text).toContain('Escalated: Till closed');
  await resolve(id, 'Reboot');
  expect(ben.text).toContain('✅ Resolved: Till closed');
  expect(ben.text).toContain('Reboot');
});

it('waits as Telegram says, and goes on', async () => {
  receiver.next({
    status: 429,
    json: { ok: false, error_code: 429, parameters: { retry_after: 90 } },
  });
  const before = telegram.messages.length;
  const id = await open('Too many');
  expect(telegram.messages.length).toBe(before + 1);
  server.clock.advance(80);
  await settle();
  expect(telegram.messages.length).toBe(before + 1);
  server.clock.advance(15);
  await settle();
  expect(telegram.messages.length).toBe(before + 2);
  await resolve(id);
});

it('says of a blocked bot and of a revoked token where the person and administrators look', async () => {
  const { Ada } = people;
  const failureOf = async () => {
    const { body } = await Ada.api.get(`/user/${Ada.id}/chats`);
    const [account] = body.accounts as { failure: { text: string } | null }[];
    return account?.failure?.text ?? null;
  };
  telegram.blocked.add(String(Ada.chatId));
  const id = await open('Blocked');
  expect(await failureOf()).toContain('blocked the bot in Telegram');
  const { body: coverage } = await server.api.get('/coverage');
  expect(JSON.stringify(coverage)).toContain('Ada is not reached in a chat.');
  expect(await checkChats(server.app.world)).toMatchObject([
    { state: 'warning', text: 'The last direct message to 1 of 2 accounts did not arrive.' },
  ]);
  telegram.blocked.clear();
  const test = { channel: 'Telegram', contactId: null };
  const { body: tested } = await Ada.api.post(`/user/${Ada.id}/test-notification`, test);
  expect(tested).toMatchObject({ outcome: 'sent', devices: [{ outcome: 'sent' }] });
  expect(latestOf('Ada').text).toContain('This is a test notification of Tocsin.');
  expect(await failureOf()).toBe(null);
  expect(await checkChats(server.app.world)).toMatchObject([{ state: 'ok' }]);
  telegram.isRevoked = true;
  const { body: refused } = await Ada.api.post(`/user/${Ada.id}/test-notification`, test);
  expect(refused.outcome).toBe('refused');
  expect(await failureOf()).toContain('does not take the token of the bot');
  const code = await Ada.api.post(`/user/${Ada.id}/chats/code`, { outboundIntegrationId: bot });
  expect(code.status).toBe(409);
  expect(JSON.stringify([refused, code.body, server.log])).not.toContain('SECRET');
  telegram.isRevoked = false;
  await resolve(id);
});

it('does nothing for people who are suspended, and nothing once an account is disconnected', async () => {
  const { Ben } = people;
  const id = await open('Last');
  const ben = latestOf('Ben');
  await server.api.post(`/user/${Ben.id}/suspend`, {});
  expect((await press(ben, 'Acknowledge')).text).toContain('suspended');
  await server.api.post(`/user/${Ben.id}/resume`, {});
  expect(await write(Ben.chatId, '/stop')).toContain('Disconnected');
  expect((await press(ben, 'Acknowledge')).text).toContain('somebody else');
  expect((await eventsOf(id)).map(({ intent }) => intent)).toEqual(['Created']);
  expect(await write(Ben.chatId, '/stop')).toContain('not connected');
  await connect('Ben');
  const [account] = (await Ben.api.get(`/user/${Ben.id}/chats`)).body.accounts as { id: string }[];
  const path = `/chats/${account?.id}`;
  expect((await Ben.api.delete(`/user/${people.Ada.id}${path}`)).status).toBe(403);
  expect((await Ben.api.delete(`/user/${Ben.id}${path}`)).status).toBe(200);
  const { text } = await server.api.get(`/auditlog/list?Limit=100`);
  for (const action of ['user.create-chat-code', 'chat-account.connect', 'chat-account.delete'])
    expect(text).toContain(`"${action}"`);
});
