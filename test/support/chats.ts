import { createHmac } from 'node:crypto';
import type { ChannelName, ChatTargets } from '../../src/channels/index.ts';
import type { ChatMessage, FakeChat } from '../fakes/chat.ts';
import { discordPublicKey, FakeDiscord, signedByDiscord } from '../fakes/discord.ts';
import { FakeMattermost } from '../fakes/mattermost.ts';
import { FakeMicrosoftTeams } from '../fakes/microsoft-teams.ts';
import type { ScriptedAnswer } from '../fakes/scripted-receiver.ts';
import { FakeSlackMessages } from '../fakes/slack-messages.ts';
import { FakeTelegram } from '../fakes/telegram.ts';
import type { TestApp } from './app.ts';

/** A request as a chat makes it, of an account of a person there. */
export interface Sending {
  /** The integration whose address is asked. */
  at: string;
  account: string;
  /** Somebody who does not know what the chat proves itself with. */
  isForged?: boolean;
}

export interface Answer {
  status: number;
  /** What the person is told. */
  text: string;
}

/** All that differs between the chats in what they do with this server. */
export interface TestedChat {
  channel: Exclude<ChannelName, 'Email' | 'Push' | 'SMS' | 'VoiceCall'>;
  fake: FakeChat;
  /** Settings of an integration whose bot writes to people. */
  settings: object;
  /** Members without which it cannot, and the one that the refusal names. */
  incomplete: [settings: object, member: string];
  /** Accounts that may be written to. */
  accounts: [string, string];
  /** The first of them, as a message finds it. */
  to: Partial<ChatTargets>;
  /** How it refuses. */
  refusals: Record<'wait 30 s' | 'for good' | 'wrong credentials', ScriptedAnswer>;
  /** How often it is asked before the first message is posted. */
  asksFirst: number;
  /** What a forged press is answered: 200 where nothing is signed and the person is told that nothing was done. */
  forgedPress: 200 | 401;
  /** The person writes what they were told to write with a code, or something else. */
  write(server: TestApp, sending: Sending, text: string): Promise<Answer>;
  press(
    server: TestApp,
    sending: Sending,
    button: { sends: unknown; message: ChatMessage; id: string },
  ): Promise<Answer>;
}

export function testedChats(): TestedChat[] {
  return [telegramChat(), slackChat(), mattermostChat(), microsoftTeamsChat(), discordChat()];
}

function telegramChat(): TestedChat {
  const fake = new FakeTelegram('123456:SECRET-telegram');
  const secret = 'SECRET-webhook';
  fake.started.add('2001');
  const send = async (
    server: TestApp,
    { at, account, isForged }: Sending,
    body: (from: object) => object,
  ) => {
    const from = { id: Number(account), is_bot: false, first_name: 'Somebody' };
    const answer = await fetch(`${server.app.url}/chat/telegram/${at}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': isForged ? 'guessed' : secret,
      },
      body: JSON.stringify({ update_id: 1, ...body(from) }),
    });
    const { text = '' } = (await answer.json()) as { text?: string };
    return { status: answer.status, text };
  };
  return {
    channel: 'Telegram',
    fake,
    settings: {
      telegramSettings: { botToken: fake.token, webhookSecret: secret, isForPeople: true },
    },
    incomplete: [{ telegramSettings: { botToken: '1:x', isForPeople: true } }, 'webhookSecret'],
    accounts: ['2001', '2002'],
    to: { telegram: { botToken: fake.token, chatId: '2001' } },
    asksFirst: 0,
    forgedPress: 401,
    refusals: {
      'wait 30 s': { status: 429, json: { ok: false, parameters: { retry_after: 30 } } },
      'for good': { status: 400, json: { ok: false, description: 'Bad Request: no such thing' } },
      'wrong credentials': { status: 401, json: { ok: false, description: 'Unauthorized' } },
    },
    write(server, sending, text) {
      fake.started.add(sending.account);
      const chat = { id: Number(sending.account), type: 'private' };
      return send(server, sending, (from) => ({ message: { message_id: 1, text, from, chat } }));
    },
    press: (server, sending, { sends, id }) =>
      send(server, sending, (from) => ({ callback_query: { id, from, ...(sends as object) } })),
  };
}

function slackChat(): TestedChat {
  const fake = new FakeSlackMessages('xoxb-SECRET-slack');
  const secret = 'SECRET-sign';
  const send = (server: TestApp, path: string, body: string, isForged = false) => {
    const time = Math.floor(server.clock.now().getTime() / 1000);
    const signature = createHmac('sha256', isForged ? 'guessed' : secret)
      .update(`v0:${time}:${body}`)
      .digest('hex');
    return fetch(`${server.app.url}/chat/slack/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': String(time),
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    });
  };
  return {
    channel: 'Slack',
    fake,
    settings: {
      slackSettings: { botToken: fake.token, signingSecret: secret, isForPeople: true },
    },
    incomplete: [{ slackSettings: { botToken: 'x', isForPeople: true } }, 'signingSecret'],
    accounts: ['U1ADA', 'U2BEN'],
    to: { slack: { botToken: fake.token, userId: 'U1ADA' } },
    asksFirst: 0,
    forgedPress: 401,
    refusals: {
      'wait 30 s': { status: 429, headers: { 'retry-after': '30' } },
      'for good': { json: { ok: false, error: 'invalid_blocks' } },
      'wrong credentials': { json: { ok: false, error: 'invalid_auth' } },
    },
    async write(server, { at, account, isForged }, text) {
      const [, command = '', argument = ''] = /^(\/\w+) ?(.*)$/.exec(text) ?? [
        null,
        '/tocsin',
        text,
      ];
      const body = new URLSearchParams({
        ...{ token: 'old', team_id: 'T1', user_id: account, user_name: 'Somebody' },
        ...{ command, text: argument, trigger_id: '1.2', api_app_id: 'A1' },
        response_url: 'https://hooks.slack.com/commands/T1/1/x',
      });
      const answer = await send(server, `${at}/command`, body.toString(), isForged);
      const json = (await answer.json()) as { text?: string; response_type?: string };
      if (answer.ok) equal(json.response_type, 'ephemeral');
      return { status: answer.status, text: json.text ?? '' };
    },
    async press(server, { at, account, isForged }, { sends, message, id }) {
      const before = fake.told.length;
      const payload = {
        type: 'block_actions',
        user: { id: account, username: 'somebody', team_id: 'T1' },
        container: { type: 'message', message_ts: message.id, channel_id: `D${message.to}` },
        response_url: 'https://hooks.slack.com/actions/T1/1/x',
        actions: [{ block_id: 'b', action_ts: id, ...(sends as object) }],
      };
      const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
      const answer = await send(server, at, body, isForged);
      await answer.arrayBuffer();
      return { status: answer.status, text: fake.told[before] ?? '' };
    },
  };
}

function mattermostChat(): TestedChat {
  const fake = new FakeMattermost('SECRET-mattermost');
  const slashCommandToken = 'SECRET-command';
  const common = { team_id: 't'.repeat(26), channel_id: 'c'.repeat(26), user_name: 'somebody' };
  const mattermostSettings = {
    sendIncidentsToMattermost: false,
    createIncidentsFromMattermost: false,
    baseUrl: fake.baseUrl,
    botToken: fake.token,
    isForPeople: true,
  };
  return {
    channel: 'Mattermost',
    fake,
    settings: { mattermostSettings: { ...mattermostSettings, slashCommandToken } },
    incomplete: [{ mattermostSettings }, 'slashCommandToken'],
    accounts: ['a'.repeat(26), 'e'.repeat(26)],
    to: {
      mattermost: {
        ...{ baseUrl: fake.baseUrl, botToken: fake.token, userId: 'a'.repeat(26) },
        integrationId: '6f8e2b1c-0d4a-4c55-b7a9-31f0e8d2c4b6',
      },
    },
    // The person, the bot and their conversation.
    asksFirst: 3,
    forgedPress: 200,
    refusals: {
      'wait 30 s': { status: 429, headers: { 'retry-after': '30' } },
      'for good': { status: 400, json: { message: 'Invalid or missing channel_id' } },
      'wrong credentials': { status: 401, json: { message: 'Session expired' } },
    },
    async write(server, { at, account, isForged }, text) {
      const [, command = '', argument = ''] = /^(\/\w+) ?(.*)$/.exec(text) ?? [
        null,
        '/tocsin',
        text,
      ];
      const answer = await fetch(`${server.app.url}/chat/mattermost/${at}/command`, {
        method: 'POST',
        body: new URLSearchParams({
          ...common,
          ...{ user_id: account, command, text: argument, trigger_id: text },
          token: isForged ? 'guessed' : slashCommandToken,
        }),
      });
      const json = (await answer.json()) as { text?: string; response_type?: string };
      if (answer.ok) equal(json.response_type, 'ephemeral');
      return { status: answer.status, text: json.text ?? '' };
    },
    async press(server, { account, isForged }, { sends, message, id }) {
      const { url, context } = sends as { url: string; context: { reply: string } };
      const reply = isForged ? `${context.reply.slice(0, 2)}${'x'.repeat(22)}` : context.reply;
      const { pathname } = new URL(url);
      const answer = await fetch(server.app.url + pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...common,
          ...{ user_id: account, post_id: message.id, trigger_id: id, context: { reply } },
        }),
      });
      const json = (await answer.json()) as { ephemeral_text?: string };
      return { status: answer.status, text: json.ephemeral_text ?? '' };
    },
  };
}

function microsoftTeamsChat(): TestedChat {
  const fake = new FakeMicrosoftTeams('SECRET-client');
  const { appId, tenantId, clientSecret } = fake;
  const accounts: [string, string] = [
    '29:1XJKJMvc5GBtc2JwZq0oj8tHZmzrQgFm',
    '29:1bSnHZ7Js2STWrgk6ScEErLk1Lp2zQuD',
  ];
  const conversation = { serviceUrl: fake.serviceUrl, id: fake.conversationOf(accounts[0]) };
  const send = async (
    server: TestApp,
    { at, account, isForged }: Sending,
    more: object,
  ): Promise<Response> => {
    const kid = isForged ? 'of-others' : 'k1';
    return fetch(`${server.app.url}/chat/microsoft-teams/${at}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await fake.bearer(server.clock.now(), { kid })}`,
      },
      body: JSON.stringify(fake.activity(account, more)),
    });
  };
  return {
    channel: 'MicrosoftTeams',
    fake,
    settings: { microsoftTeamsSettings: { appId, tenantId, clientSecret, isForPeople: true } },
    incomplete: [
      { microsoftTeamsSettings: { appId, tenantId, isForPeople: true } },
      'clientSecret',
    ],
    accounts,
    to: { microsoftTeams: { bot: fake, userId: accounts[0], conversation } },
    // A token.
    asksFirst: 1,
    forgedPress: 401,
    refusals: {
      'wait 30 s': { status: 429, headers: { 'retry-after': '30' } },
      'for good': { status: 400, json: { error: { code: 'BadSyntax', message: 'No card' } } },
      'wrong credentials': { status: 401, json: { error: { code: 'BotNotRegistered' } } },
    },
    async write(server, sending, text) {
      const before = fake.texts.length;
      const answer = await send(server, sending, { type: 'message', id: text, text });
      return { status: answer.status, text: fake.texts[before]?.text ?? '' };
    },
    async press(server, sending, { sends, id }) {
      const action = { type: 'Action.Execute', verb: 'press', data: sends };
      const pressed = { type: 'invoke', name: 'adaptiveCard/action', id, value: { action } };
      const answer = await send(server, sending, pressed);
      const json = (await answer.json()) as { statusCode?: number; type?: string; value?: string };
      if (answer.ok) equal(json.type, 'application/vnd.microsoft.activity.message');
      return { status: answer.status, text: json.value ?? '' };
    },
  };
}

function discordChat(): TestedChat {
  const fake = new FakeDiscord('SECRET-discord');
  const discordSettings = { botToken: fake.token, isForPeople: true };
  const accounts: [string, string] = ['80351110224678912', '80351110224678913'];
  const send = async (server: TestApp, { at, account, isForged }: Sending, more: object) => {
    const user = { id: account, username: 'somebody', global_name: 'Somebody' };
    const body = JSON.stringify({ application_id: '1', version: 1, token: 't', user, ...more });
    const signed = isForged ? `${body} ` : body;
    const answer = await fetch(`${server.app.url}/chat/discord/${at}`, {
      method: 'POST',
      headers: signedByDiscord(signed, server.clock.now()),
      body,
    });
    const { data } = (await answer.json()) as { data?: { content?: string; flags?: number } };
    if (answer.ok) equal(data?.flags, 64);
    return { status: answer.status, text: data?.content ?? '' };
  };
  return {
    channel: 'Discord',
    fake,
    settings: { discordSettings: { ...discordSettings, publicKey: discordPublicKey } },
    incomplete: [{ discordSettings }, 'publicKey'],
    accounts,
    to: { discord: { botToken: fake.token, userId: accounts[0] } },
    // Their conversation.
    asksFirst: 1,
    forgedPress: 401,
    refusals: {
      'wait 30 s': { status: 429, json: { message: 'Too fast', retry_after: 29.4, global: false } },
      'for good': { status: 400, json: { code: 50035, message: 'Invalid Form Body' } },
      'wrong credentials': { status: 401, json: { code: 0, message: '401: Unauthorized' } },
    },
    write(server, sending, text) {
      const value = text.replace(/^\/tocsin ?/, '');
      const options = [{ type: 3, name: 'words', value }];
      return send(server, sending, { id: text, type: 2, data: { name: 'tocsin', options } });
    },
    press: (server, sending, { sends, message, id }) =>
      send(server, sending, {
        ...{ id, type: 3, message: { id: message.id } },
        data: { component_type: 2, custom_id: sends },
      }),
  };
}

function equal(one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${one} is not ${other}.`);
}
