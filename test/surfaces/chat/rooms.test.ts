import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChatAccount, newChatCode } from '../../../src/contacts/index.ts';
import { systemContext } from '../../../src/kernel/index.ts';
import {
  deliver,
  type OutboundIntegration,
  outboundIntegrationOf,
} from '../../../src/outbound/index.ts';
import { answerLine } from '../../../src/surfaces/chat/line-in-room.ts';
import { discordPublicKey, signedByDiscord } from '../../fakes/discord.ts';
import { FakeGoogleChat } from '../../fakes/google-chat.ts';
import { FakeMicrosoftTeams } from '../../fakes/microsoft-teams.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../../fakes/scripted-receiver.ts';
import { Story } from '../../outbound/delivery.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makePerson } from '../../support/keys.ts';

/** Rooms in which only people act who have connected their account, as themselves and with their rights. */
let server: TestApp;
let receiver: ScriptedReceiver;
let team: string;
let ada: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({ outbound: receiver.egress });
  team = await server.api.make('/team', { displayName: 'Payments' });
  ada = await makePerson(server, { teams: { [team]: 'Member' } });
  await server.api.put(`/user/${ada.id}`, { displayName: 'Ada', email: 'ada@example.com' });
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));

interface Room {
  type: string;
  settings: object;
  /** What the room answers to what is posted. */
  answer: Parameters<ScriptedReceiver['play']>[0];
}

/** An incident that a room was told of, and the first request of that. */
async function told({ type, settings, answer }: Room, teamId = team) {
  receiver.play(answer);
  receiver.requests.length = 0;
  const id = await server.api.make('/outbound-integration', {
    displayName: 'Room',
    teamId,
    type,
    ...settings,
  });
  const incidentId = await server.api.make('/incident', {
    title: 'Checkout is down',
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });
  const integration = (await outboundIntegrationOf(server.app.world, id)) as OutboundIntegration;
  const story = new Story(integration);
  const say = async (intent: 'Created' | 'Investigated' | 'Resolved') => {
    const delivery = { ...story.next(intent) };
    const incident = { ...delivery.incident, id: incidentId };
    const sent = await deliver(server.app.world, receiver.egress, { ...delivery, incident });
    expect(sent).toMatchObject({ outcome: 'sent' });
    return sent;
  };
  await say('Created');
  return { id, incidentId, say };
}

async function newestEvent(incidentId: string) {
  const { body } = await server.api.get(`/incident/search/${incidentId}`);
  const [event] = body.events as { status: string; modification: Record<string, unknown> }[];
  return { status: event?.status, ...event?.modification };
}

const codeOf = async (userId: string, integrationId: string) => {
  const { organizationId } = server;
  const { code } = await newChatCode(server.app.world, { organizationId, userId, integrationId });
  return code;
};

describe('Discord', () => {
  const room: Room = {
    type: 'Discord',
    settings: {
      discordSettings: { botToken: 'SECRET-bot', channelId: '77', publicKey: discordPublicKey },
    },
    answer: () => ({ json: { id: '9007' } }),
  };

  interface Answer {
    type: number;
    data?: { content?: string; flags?: number; components?: { components: object[] }[] };
  }

  async function send(
    at: string,
    body: object,
    { age = 0, change = (text: string) => text } = {},
  ): Promise<{ status: number; body: Answer }> {
    const text = JSON.stringify(body);
    const time = new Date(server.clock.now().getTime() - age * 1000);
    const answer = await fetch(`${server.app.url}/chat/discord/${at}`, {
      method: 'POST',
      headers: signedByDiscord(text, time),
      body: change(text),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  }

  const by = (user: string) => ({
    member: { user: { id: user, username: 'x', global_name: 'X' } },
  });
  let pressed = 0;
  const press = (at: string, customId: string, user = 'D1') =>
    send(at, { id: `i-${pressed++}`, type: 3, ...by(user), data: { custom_id: customId } });
  const enter = (at: string, code: string, user = 'D1') => {
    const component = { type: 4, custom_id: 'code', value: ` ${code} ` };
    const components = [{ type: 1, components: [component] }];
    return send(at, { type: 5, ...by(user), data: { custom_id: 'connect', components } });
  };

  it('posts by the bot, with buttons that go as the incident goes on', async () => {
    const { say } = await told(room);
    await say('Investigated');
    await say('Resolved');
    expect(receiver.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v10/channels/77/messages',
      'PATCH /api/v10/channels/77/messages/9007',
      'PATCH /api/v10/channels/77/messages/9007',
    ]);
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: 'Bot SECRET-bot',
      'user-agent': expect.stringMatching(/^DiscordBot \(https:/),
    });
    const labels = receiver.requests.map(({ json }) =>
      (json as { components: { components: { label: string }[] }[] }).components.flatMap((row) =>
        row.components.map(({ label }) => label),
      ),
    );
    expect(labels).toEqual([['Acknowledge', 'Resolve'], ['Resolve'], []]);
  });

  it('answers whether anybody is there only to Discord', async () => {
    const { id } = await told(room);
    expect(await send(id, { type: 1 })).toEqual({ status: 200, body: { type: 1 } });
    const without = await server.api.make('/outbound-integration', {
      displayName: 'No key',
      teamId: team,
      type: 'Discord',
      discordSettings: { webhookUrl: 'https://discord.com/api/webhooks/1/SECRET' },
    });
    const refused = [
      await send(id, { type: 1 }, { age: 301 }),
      await send(id, { type: 1 }, { age: -301 }),
      await send(id, { type: 1 }, { change: (text) => `${text} ` }),
      await send(without, { type: 1 }),
      await send('6f8e2b1c-0d4a-4c55-b7a9-31f0e8d2c4b6', { type: 1 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it('lets people act who have connected their account, as themselves, and nobody else', async () => {
    const { id, incidentId } = await told(room);
    const stranger = await press(id, `acknowledge:${incidentId}`);
    expect(stranger.body).toMatchObject({ type: 4, data: { flags: 64 } });
    expect(stranger.body.data?.content).toContain('not connected with Tocsin');
    expect(stranger.body.data?.components?.[0]?.components).toMatchObject([{ label: 'Connect' }]);
    expect((await press(id, 'connect')).body.type).toBe(9);
    expect((await enter(id, 'x'.repeat(43))).body.data?.content).toContain('not valid any more');
    const code = await codeOf(ada.id, id);
    expect((await enter(id, code)).body.data?.content).toContain('done as Ada (ada@example.com)');
    expect((await enter(id, code, 'D2')).body.data?.content).toContain('not valid any more');
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });

    expect((await press(id, `acknowledge:${incidentId}`)).body).toEqual({ type: 6 });
    expect(await newestEvent(incidentId)).toMatchObject({
      intent: 'Investigated',
      user: { id: ada.id, displayName: 'Ada (via Discord)' },
    });
    const { text } = await server.api.get(`/auditlog/list?EntityId=${incidentId}`);
    expect(text).toContain('Ada (via Discord)');
    expect((await press(id, `resolve:${incidentId}`, 'D2')).body.type).toBe(4);
    expect((await press(id, `resolve:${incidentId}`)).body).toEqual({ type: 6 });
    const late = await press(id, `acknowledge:${incidentId}`);
    expect(late.body.data?.content).toContain('Nothing was changed');

    const words = {
      type: 2,
      ...by('D1'),
      data: { name: 'tocsin', options: [{ value: 'oncall' }] },
    };
    const answered = (await send(id, words)).body;
    expect(answered).toMatchObject({ type: 4, data: { flags: 64 } });
    expect(answered.data?.content).toContain('Payments');
    const { body } = await ada.api.get(`/user/${ada.id}/chats`);
    expect(body.accounts).toMatchObject([{ chatUserId: 'D1', displayName: 'X', channel: null }]);
    expect((await press(id, 'disconnect')).body.data?.content).toContain('Disconnected');
    expect((await press(id, 'disconnect')).body.data?.content).toContain('not connected');
  });

  it('refuses incidents out of sight, those of other rooms, and people who are suspended', async () => {
    const others = await server.api.make('/team', { displayName: 'Others' });
    const hidden = await told(room, others);
    await enter(hidden.id, await codeOf(ada.id, hidden.id));
    const unseen = await press(hidden.id, `resolve:${hidden.incidentId}`);
    expect(unseen.body.data?.content).toContain('Nothing was changed');
    expect(await newestEvent(hidden.incidentId)).toMatchObject({ intent: 'Created' });

    const own = await told(room);
    await enter(own.id, await codeOf(ada.id, own.id));
    const foreign = await press(own.id, `resolve:${hidden.incidentId}`);
    expect(foreign.body.type).toBe(4);
    await server.api.post(`/user/${ada.id}/suspend`);
    const suspended = await press(own.id, `resolve:${own.incidentId}`);
    await server.api.post(`/user/${ada.id}/resume`);
    expect(suspended.body.data?.content).toContain('suspended');
    expect(await newestEvent(own.incidentId)).toMatchObject({ intent: 'Created' });
  });

  it('takes a webhook or a bot, not half of both', async () => {
    const make = (discordSettings: object) =>
      server.api.post('/outbound-integration', {
        displayName: 'Room',
        teamId: team,
        type: 'Discord',
        discordSettings,
      });
    const webhookUrl = 'https://discord.com/api/webhooks/1/SECRET';
    for (const wrong of [{}, { botToken: 'x' }, { webhookUrl, channelId: '77', botToken: 'x' }])
      expect((await make(wrong)).status).toBe(400);
    expect((await make({ webhookUrl })).status).toBe(200);
  });
});

describe('Google Chat', () => {
  const google = new FakeGoogleChat();
  const { serviceAccountKey } = google;
  const room: Room = {
    type: 'GoogleChat',
    settings: {
      googleChatSettings: { serviceAccountKey, spaceName: 'spaces/AAAA', projectNumber: '123456' },
    },
    answer: google.script,
  };

  async function send(at: string, body: object, token?: string) {
    const bearer = token ?? (await google.bearer(server.clock.now()));
    const answer = await fetch(`${server.app.url}/chat/google-chat/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as { text?: string } };
  }

  let pressed = 0;
  const press = (at: string, action: string, incidentId: string, user = 'users/1') =>
    send(at, {
      type: 'CARD_CLICKED',
      eventTime: `2026-03-02T10:00:${pressed++}Z`,
      user: { name: user, displayName: 'X' },
      action: {
        actionMethodName: action,
        parameters: [{ key: 'incidentId', value: incidentId }],
      },
    });
  const write = (at: string, text: string, space: object, user = 'users/1') =>
    send(at, { type: 'MESSAGE', user: { name: user }, space, message: { text } });

  it('posts by the app, changes its message, and keeps what proves it out of the record', async () => {
    google.messages.length = 0;
    google.calls.length = 0;
    const { say } = await told(room);
    const record = JSON.stringify(await say('Resolved'));
    expect(record).toContain('oauth2.googleapis.com');
    expect(record).not.toMatch(/SECRET-access|eyJ/);
    expect(google.calls).toEqual([
      'POST /v1/spaces/AAAA/messages',
      'PATCH /v1/spaces/AAAA/messages/1',
      'POST /v1/spaces/AAAA/messages',
    ]);
    expect(JSON.stringify(google.messages[0])).toContain('Resolved');
    expect(JSON.stringify(google.messages[0])).not.toContain('actionMethod');
  });

  it('takes only what Google has signed for this project', async () => {
    const { id } = await told(room);
    const event = { type: 'ADDED_TO_SPACE', user: { name: 'users/1' } };
    const now = server.clock.now();
    const other = new FakeGoogleChat();
    const refused = [
      await google.bearer(now, { audience: '654321' }),
      await google.bearer(now, { from: 'mallory@system.gserviceaccount.com' }),
      await google.bearer(now, { kid: 'k2' }),
      await google.bearer(now, { seconds: -120 }),
      await other.bearer(now),
      'nonsense',
    ];
    for (const token of refused) expect((await send(id, event, token)).status).toBe(401);
    expect(await send(id, event)).toEqual({ status: 200, body: {} });
    expect(google.calls.filter((call) => call === 'keys').length).toBeLessThan(4);
  });

  it('lets people act who have connected their account, as themselves, and nobody else', async () => {
    const { id, incidentId } = await told(room);
    const alone = { type: 'DM' };
    const stranger = await press(id, 'acknowledge', incidentId);
    expect(stranger.body).toMatchObject({
      text: expect.stringContaining('not connected with Tocsin'),
      privateMessageViewer: { name: 'users/1' },
      actionResponse: { type: 'NEW_MESSAGE' },
    });
    const code = await codeOf(ada.id, id);
    expect((await write(id, 'oncall', alone)).body.text).toContain('not connected');
    const loud = await write(id, code, { type: 'ROOM' });
    expect(loud.body.text).toContain('direct message');
    expect((await write(id, `connect ${code}`, alone)).body.text).toContain('done as Ada');
    expect((await press(id, 'acknowledge', incidentId, 'users/2')).body.text).toBeDefined();
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
    expect((await press(id, 'acknowledge', incidentId)).body).toEqual({});
    expect(await newestEvent(incidentId)).toMatchObject({
      intent: 'Investigated',
      user: { id: ada.id, displayName: 'Ada (via Google Chat)' },
    });
    expect((await write(id, ' OnCall ', alone)).body.text).toContain('Payments');
    expect((await write(id, 'hello', alone)).body.text).toContain('none of my words');
    expect((await write(id, 'stop', alone)).body.text).toContain('Disconnected');
    expect((await press(id, 'resolve', incidentId)).body.text).toContain('not connected');
  });

  it('takes a webhook or an app with a key that can be read', async () => {
    const make = (googleChatSettings: object) =>
      server.api.post('/outbound-integration', {
        displayName: 'Room',
        teamId: team,
        type: 'GoogleChat',
        googleChatSettings,
      });
    const webhookUrl = 'https://chat.googleapis.com/v1/spaces/A/messages?key=SECRET';
    const spaceName = 'spaces/A';
    for (const wrong of [
      {},
      { spaceName },
      { spaceName, serviceAccountKey: '{}' },
      { webhookUrl, spaceName, serviceAccountKey },
    ])
      expect((await make(wrong)).status).toBe(400);
    expect((await make({ webhookUrl })).status).toBe(200);
  });
});

describe('Microsoft Teams', () => {
  const teams = new FakeMicrosoftTeams('SECRET-client');
  const { appId, tenantId, clientSecret } = teams;
  const channelId = '19:6d97d816470f481dbcda38244b98689a@thread.tacv2';
  const bot = { appId, tenantId, clientSecret };
  const room: Room = {
    type: 'MicrosoftTeams',
    settings: { microsoftTeamsSettings: { ...bot, channelId } },
    answer: teams.script,
  };
  const account = '29:1BLjP9j3TM4mubmQZsYEo7jDyLeLfYVA9';

  async function send(at: string, more: object, token?: string) {
    const bearer = token ?? (await teams.bearer(server.clock.now()));
    const answer = await fetch(`${server.app.url}/chat/microsoft-teams/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(teams.activity(account, more)),
    });
    return { status: answer.status, body: (await answer.json()) as { value?: string } };
  }

  const inChannel = {
    conversation: {
      conversationType: 'channel',
      tenantId,
      id: `${channelId};messageid=1481567603816`,
    },
  };
  let presses = 0;
  const press = (at: string, word: string, more: object = {}) =>
    send(at, {
      ...{ type: 'invoke', name: 'adaptiveCard/action', id: `f:${presses++}` },
      value: { action: { type: 'Action.Execute', verb: 'press', data: { press: word } } },
      ...inChannel,
      ...more,
    });

  it('begins a thread by the bot, changes its card, and keeps what proves it out of the record', async () => {
    teams.messages.length = 0;
    const { say } = await told(room);
    const labels = () => teams.messages[0]?.buttons.map(({ label }) => label);
    expect(labels()).toEqual(['Acknowledge', 'Resolve']);
    await say('Investigated');
    expect(labels()).toEqual(['Resolve']);
    const record = JSON.stringify(await say('Resolved'));
    expect(record).toContain('login.microsoftonline.com');
    expect(record).not.toContain('SECRET');
    expect(labels()).toEqual([]);
    expect(teams.messages[0]).toMatchObject({ to: channelId, edits: 2 });
    // What happened is told in the thread, each time.
    expect(teams.messages.slice(1).map(({ to }) => to)).toEqual(
      Array(2).fill(`${channelId};messageid=1481567603816`),
    );
  });

  it('takes only what the Bot Framework has signed for this app, this address and Teams', async () => {
    const { id } = await told(room);
    teams.asked.length = 0;
    const now = server.clock.now();
    const event = { type: 'conversationUpdate' };
    for (const token of [
      await teams.bearer(now, { audience: tenantId }),
      await teams.bearer(now, { from: 'https://sts.windows.net/x/' }),
      await teams.bearer(now, { kid: 'of-others' }),
      await teams.bearer(now, { kid: 'k3' }),
      await teams.bearer(now, { seconds: -120 }),
      await teams.bearer(now, { serviceUrl: 'https://evil.example/' }),
      await new FakeMicrosoftTeams('x').bearer(now),
      'nonsense',
    ])
      expect((await send(id, event, token)).status).toBe(401);
    const elsewhere = '00000000-0000-4000-8000-000000000000';
    const { conversation } = inChannel;
    for (const other of [
      { channelId: 'webchat' },
      { serviceUrl: 'https://smba.trafficmanager.net/amer/' },
      { channelData: { tenant: { id: elsewhere } } },
      { conversation: { ...conversation, tenantId: elsewhere } },
      { conversation: { id: conversation.id }, channelData: null },
    ])
      expect((await send(id, { ...event, ...other })).status).toBe(401);
    expect(await send(id, event)).toEqual({ status: 200, body: {} });
    expect(teams.asked.filter((one) => one.includes('keys')).length).toBeLessThan(4);
  });

  it('lets people act who have connected their account, as themselves, and nobody else', async () => {
    const { id, incidentId } = await told(room);
    const stranger = await press(id, `acknowledge:${incidentId}`);
    expect(stranger.body).toMatchObject({
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: expect.stringContaining('not connected with Tocsin'),
    });
    const code = await codeOf(ada.id, id);
    const write = async (text: string, more: object = {}) => {
      teams.texts.length = 0;
      expect((await send(id, { type: 'message', id: text, text, ...more })).status).toBe(200);
      return teams.texts.map((one) => one.text).join();
    };
    expect(await write(`<at>Tocsin</at> ${code}`, inChannel)).toContain('direct message');
    expect(await write(code)).toContain('done as Ada');
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
    expect((await press(id, `acknowledge:${incidentId}`)).body.value).toBe('Acknowledged.');
    expect(await newestEvent(incidentId)).toMatchObject({
      intent: 'Investigated',
      user: { id: ada.id, displayName: 'Ada (via Microsoft Teams)' },
    });
    // Older apps submit what is pressed as a message.
    const submitted = { value: { press: `resolve:${incidentId}` } };
    expect(await write('', { ...submitted, ...inChannel })).toBe('Resolved.');
    expect((await press(id, 'resolve:nothing')).body.value).toContain('Nothing was changed');
    expect(await write('oncall')).toContain('Payments');
    expect(await write('stop')).toContain('Disconnected');
  });

  it('takes a workflow or a whole bot with somewhere to write', async () => {
    const make = (microsoftTeamsSettings: object) =>
      server.api.post('/outbound-integration', {
        ...{ displayName: 'Room', teamId: team, type: 'MicrosoftTeams' },
        microsoftTeamsSettings,
      });
    const webhookUrl = 'https://example.westeurope.logic.azure.com/workflows/1?sig=SECRET';
    for (const wrong of [
      {},
      bot,
      { channelId },
      { appId, tenantId, channelId },
      { webhookUrl, channelId },
      { webhookUrl, ...bot, isForPeople: true },
    ])
      expect((await make(wrong)).status).toBe(400);
    expect((await make({ webhookUrl })).status).toBe(200);
  });
});

describe('a command', () => {
  let id: string;
  let integration: OutboundIntegration;
  beforeAll(async () => {
    const settings = { botToken: 'SECRET-bot', channelId: '77', publicKey: discordPublicKey };
    const body = { displayName: 'Words', teamId: team, type: 'Discord', discordSettings: settings };
    id = await server.api.make('/outbound-integration', body);
    integration = (await outboundIntegrationOf(server.app.world, id)) as OutboundIntegration;
    const ctx = systemContext(server.app.world, server.organizationId);
    await connectChatAccount(ctx, {
      userId: ada.id,
      outboundIntegrationId: id,
      chatUserId: 'D9',
      displayName: 'Ada',
    });
  });

  const write = (text: string, id = 'D9', requestId: string | null = null) => {
    const written = { command: '/tocsin', text, requestId };
    return answerLine(server.app.world, integration, { id, displayName: null }, written);
  };

  it('is of people who have connected their account, and explains itself', async () => {
    expect(await write('oncall', 'D0')).toContain('/tocsin connect CODE');
    expect(await write('nonsense')).toContain('none of my words');
    expect((await write('help')).split('\n')).toHaveLength(6);
    await server.api.post(`/user/${ada.id}/suspend`);
    const suspended = await write('page Payments It burns');
    await server.api.post(`/user/${ada.id}/resume`);
    expect(suspended).toContain('You are suspended');
  });

  it('opens, shows, acknowledges and resolves incidents, as the person', async () => {
    const said = await write('page payments Cards are refused');
    const [, reference = ''] = /\((\w{6})\)/.exec(said) ?? [];
    expect(said).toBe(`Opened for Payments: Cards are refused (${reference}).`);
    expect(await write('incidents Payments')).toContain(`${reference} Critical Cards are refused`);
    expect(await write(`ack #${reference}`)).toBe('Acknowledged.');
    expect(await write(`ack ${reference}`)).toContain('Nothing was changed');
    expect(await write(`resolve ${reference}`)).toBe('Resolved.');
    const query = new URLSearchParams({ SearchTerm: 'Cards are refused' });
    const { body } = await server.api.get(`/incident/search/list?${query}`);
    const [incident] = body.incidents as { events: { modification: object }[] }[];
    expect(incident?.events.map(({ modification }) => modification)).toMatchObject(
      ['Resolved', 'Investigated', 'Created'].map((intent) => ({
        intent,
        user: { displayName: 'Ada (via Discord)' },
      })),
    );
  });

  it('opens one incident where the request is repeated, also at the same time', async () => {
    const once = () => write('page Payments Fans are loud', 'D9', 'trigger 1');
    const [first, second] = await Promise.all([once(), once()]);
    expect([second, await once()]).toEqual([first, first]);
    const other = await write('page Payments Fans are loud', 'D9', 'trigger 2');
    expect(other).not.toBe(first);
    const query = new URLSearchParams({ SearchTerm: 'Fans are loud' });
    const { body } = await server.api.get(`/incident/search/list?${query}`);
    expect(body.incidents).toHaveLength(2);
  });

  it('shows who is on call, and takes over from them for a time', async () => {
    const ben = await makePerson(server, { teams: { [team]: 'Member' } });
    await server.api.put(`/user/${ben.id}`, { displayName: 'Ben', email: 'ben@example.com' });
    const { body } = await server.api.get(`/team-membership/search/list?TeamId=${team}`);
    const { id: teamMembershipId } = (
      body.teamMemberships as { id: string; userId: string }[]
    ).find(({ userId }) => userId === ben.id) ?? { id: '' };
    const schedules = [{ rotations: [{ members: [{ teamMembershipId }] }] }];
    await server.api.make('/team-escalations', { teamId: team, escalationTiers: [{ schedules }] });
    expect(await write('oncall Payments')).toBe('Tier 1 of Payments: Ben');
    expect(await write('override Payments 2h from Ada')).toContain('Say from whom');
    expect(await write('override Payments 2h')).toContain('You take over from Ben in tier 1');
    expect(await write('oncall payments')).toBe('Tier 1 of Payments: Ada');
    expect(await write('override Payments 2h')).toContain('on call in Payments yourself');
  });

  it('says what is missing or wrong', async () => {
    for (const [text, said] of [
      ['page', 'page TEAM TEXT'],
      ['page Payments', 'page TEAM TEXT'],
      ['page Nobody it burns', 'called like that: Payments'],
      ['oncall Nobody', 'called like that'],
      ['incidents Payments too', 'called like that'],
      ['ack', 'Say which'],
      ['ack zzzzzz', 'Say which'],
      ['resolve ffffff', 'ends with ffffff'],
      ['resolve 6f8e2b1c-0d4a-4c55-b7a9-31f0e8d2c4b6', 'Nothing was changed'],
      ['override Payments', 'for how long'],
      ['override Payments 2h tier 7', 'Nobody is on call in tier 7'],
    ] as const)
      expect(await write(text), text).toContain(said);
  });
});
