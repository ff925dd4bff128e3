import { createHmac } from 'node:crypto';
import { storeMedia } from '../../src/media/index.ts';
import { chatActionToken } from '../../src/outbound/index.ts';
import { usualSpeech } from '../../src/sentences/index.ts';
import { sessionCookieName } from '../../src/sessions/index.ts';
import {
  findStatusPageById,
  signUp,
  signUpToken,
  unsubscribeToken,
} from '../../src/status-pages/index.ts';
import type { FakeCarrier } from '../fakes/carrier.ts';
import { discordPublicKey, signedByDiscord } from '../fakes/discord.ts';
import { telnyxSigner } from '../fakes/telnyx.ts';
import { simulatedTools } from '../outbound/simulated-tools.ts';
import type { TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import type { DocumentedOperation } from '../support/operations.ts';
import { makeReply } from '../support/reply.ts';
import { signIn } from '../support/sessions.ts';
import { alert, ingestTokenOf, makeIntegration } from '../support/webhook.ts';
import type { Caller, Sent } from './caller.ts';
import { fromPage } from './callers.ts';
import type { Expected } from './checks/authorization.ts';

/**
 * Callers of documents without security schemes: whoever knows the token in the address, or signs as the carrier or the
 * chat does. For each document somebody who holds the proof, and those who do not.
 */
export type ProofCallers = Record<string, { holder: Caller; strangers: Caller[] }>;

const telnyx = telnyxSigner();
/** Settings by which the server knows the proof of Telnyx. */
export const telnyxEnv = telnyx.env;

export async function proofCallers(server: TestApp, carrier: FakeCarrier): Promise<ProofCallers> {
  const [pages, links, calendar, webhook, chat, telephony, status] = await Promise.all([
    pageCallers(server),
    linkCallers(server),
    calendarCallers(server),
    webhookCallers(server),
    chatCallers(server),
    telephonyCallers(server, carrier),
    statusCallers(server),
  ]);
  return { links, calendar, webhook, chat, telephony, status, pages, 'pages-oidc': pages };
}

/** Without proof, and with the key of an Owner, which proves nothing here. */
function withoutProof(server: TestApp, expected: Expected, more: Partial<Caller> = {}): Caller[] {
  const kinds: [string, Record<string, string>][] = [
    ['somebody', {}],
    ['somebody with a key of the organization', { 'x-api-key': server.key }],
  ];
  return kinds.map(([name, headers]) => ({
    name,
    headers: () => headers,
    expects: () => expected,
    ...more,
  }));
}

/** Pages are for browsers: who is not signed in is sent to where one signs in. */
async function pageCallers(server: TestApp) {
  const { id: userId } = await makePerson(server, { organizationRole: 'Owner' });
  const { cookie } = await signIn(server, { userId });
  const expects = ({ needsSession }: DocumentedOperation): Expected =>
    needsSession ? 'sent-away' : 'answered';
  const headers = () => fromPage(`${sessionCookieName}=${'A'.repeat(43)}`);
  return {
    holder: holder('a person in a browser', () => ({}), {
      headers: () => fromPage(cookie),
      expects: () => 'answered',
    }),
    strangers: [
      ...withoutProof(server, 'sent-away', { expects }),
      { ...holder('a browser with an unknown cookie', () => ({}), { headers }), expects },
    ],
  };
}

async function linkCallers(server: TestApp) {
  const { token } = await makeReply(server);
  const former = await makeReply(server);
  await server.api.delete(`/user/${former.person.id}`);
  return {
    holder: holder('the reader of a message', () => ({ token })),
    strangers: [
      ...withoutProof(server, 'hidden'),
      { ...holder('the reader who was removed', () => ({ token: former.token })), expects: hidden },
    ],
  };
}

const hidden = (): Expected => 'hidden';

function holder(
  name: string,
  ids: (operation: DocumentedOperation) => Record<string, string>,
  more: Partial<Caller> = {},
): Caller {
  return { name, headers: () => ({}), ids, expects: () => 'admitted', ...more };
}

async function calendarCallers(server: TestApp) {
  const team = await server.api.make('/team', {
    displayName: 'Published',
    calendarPublishingSettings: { isPublished: true },
  });
  const publish = async () => {
    const { body } = await server.api.post('/on-call/calendar', { teamId: team });
    const [, token = ''] = /\/oncall\/(.+)\.ics$/.exec(String(body.url)) ?? [];
    return { id: String(body.id), token };
  };
  const former = await publish();
  await server.api.delete(`/on-call/calendar/${former.id}`);
  const { token } = await publish();
  return {
    holder: holder('a calendar program', () => ({ token })),
    strangers: [
      ...withoutProof(server, 'hidden'),
      { ...holder('a former one', () => ({ token: former.token })), expects: hidden },
    ],
  };
}

/** A page with a password: whoever entered it, and whoever did not. */
async function statusCallers(server: TestApp) {
  const slug = 'protected';
  const password = 'open sesame';
  const id = await server.api.make('/status-page', {
    displayName: 'Protected',
    publicTitle: 'Protected',
    slug,
    historyInDays: 7,
    disablePublicSubscription: false,
    passwordProtectionPassword: password,
    publicLogo: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
  });
  const entered = await fetch(`${server.app.url}/status/${slug}/password`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password }),
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { world } = server.app;
  const page = await findStatusPageById(world, id);
  const signedUp =
    page &&
    (await signUp(world, page, {
      channel: 'email',
      address: 'a@b.example',
      speech: usualSpeech.en,
    }));
  if (!signedUp) throw new Error('no page');
  const subscriber = await server.api.make('/status-page-subscriber', {
    statusPageId: id,
    email: 'subscriber@b.example',
  });
  const ids = ({ path }: DocumentedOperation) => ({
    slug,
    token: path.includes('unsubscribe')
      ? unsubscribeToken(world, { id: subscriber })
      : signUpToken(world, signedUp),
  });
  const email = 'new@b.example';
  const bodies: Record<string, unknown> = {
    enterStatusPassword: { password },
    createSubscription: { email },
    confirmSubscriptionByCode: { id: signedUp._id, code: '000000' },
    previewStatusPage: {
      update: { messages: [{ language: 'en', message: 'Slow' }], serviceIds: [] },
    },
  };
  const wrong = ({ operationId }: DocumentedOperation) =>
    operationId === 'enterStatusPassword' ? { password: 'something else' } : bodies[operationId];
  const elsewhere = () => ({ slug });
  /**
   * Links of mails are opened anywhere; without the token there is nothing. Previews are for people of the
   * organization.
   */
  const expects = ({ path }: DocumentedOperation): Expected =>
    path.includes('{token}') || path.endsWith('/preview') ? 'hidden' : 'forbidden';
  return {
    holder: holder('a visitor with the password', ids, {
      headers: () => ({ cookie }),
      body: ({ operationId }) => bodies[operationId],
    }),
    strangers: [
      ...withoutProof(server, 'hidden', { body: wrong }),
      ...withoutProof(server, 'forbidden', { ids: elsewhere, body: wrong, expects }),
      {
        ...holder('a forger', elsewhere, { body: wrong }),
        headers: () => ({ cookie: `${cookie.slice(0, -1)}${cookie.endsWith('0') ? 1 : 0}` }),
        expects,
      },
    ],
  };
}

async function webhookCallers(server: TestApp) {
  const [kept, removed] = await Promise.all([makeIntegration(server), makeIntegration(server)]);
  const [ingestToken, former] = await Promise.all([
    ingestTokenOf(server, kept),
    ingestTokenOf(server, removed),
  ]);
  await alert(server, removed, {});
  await server.api.delete(`/inbound-integration/${removed}`);
  const type = 'Webhook';
  const isPublic = ({ operationId }: DocumentedOperation) => operationId.startsWith('getDefault');
  const expects = (operation: DocumentedOperation): Expected =>
    isPublic(operation) ? 'admitted' : 'hidden';
  return {
    holder: holder('a tool', () => ({ ingestToken, type }), {
      body: () => ({ status: 'Open', title: 'Disk is full' }),
    }),
    strangers: [
      ...withoutProof(server, 'hidden', { expects, ids: () => ({ type }) }),
      {
        ...holder('the tool of a removed integration', () => ({ ingestToken: former, type })),
        expects,
      },
    ],
  };
}

/** Operations whose tokens are checked by keys that are asked for first. */
export const signedByVendor = new Set(['receiveGoogleChatEvent', 'receiveTeamsActivity']);

async function chatCallers(server: TestApp) {
  const teamId = await server.api.make('/team', { displayName: 'Chatting' });
  const make = (
    type: 'Slack' | 'Mattermost' | 'Telegram' | 'Discord' | 'GoogleChat' | 'MicrosoftTeams',
    settings: object,
  ) => server.api.make('/outbound-integration', { displayName: type, teamId, type, ...settings });
  const { mattermostSettings } = simulatedTools.Mattermost.settings;
  const commands = { createIncidentsFromMattermost: true, slashCommandToken: 'SECRET-command' };
  const discordSettings = { botToken: 'SECRET', channelId: '1', publicKey: discordPublicKey };
  const googleChatSettings = simulatedTools.GoogleChat.settings.googleChatSettings;
  const { settings: teamsSettings } = simulatedTools.MicrosoftTeams;
  const [slack, mattermost, telegram, discord, googleChat, teams, incidentId] = await Promise.all([
    make('Slack', simulatedTools.Slack.settings),
    make('Mattermost', { mattermostSettings: { ...mattermostSettings, ...commands } }),
    make('Telegram', simulatedTools.Telegram.settings),
    make('Discord', { discordSettings }),
    make('GoogleChat', { googleChatSettings }),
    make('MicrosoftTeams', teamsSettings),
    server.api.make('/incident', {
      title: 'Fire',
      status: 'Open',
      severity: 'Minor',
      teamIds: [teamId],
    }),
  ]);
  const integrationOf = ({ path }: DocumentedOperation) => {
    if (path.startsWith('/slack')) return slack;
    if (path.startsWith('/discord')) return discord;
    if (path.startsWith('/google-chat')) return googleChat;
    if (path.startsWith('/microsoft-teams')) return teams;
    return path.startsWith('/mattermost') ? mattermost : telegram;
  };
  const action = { action_id: 'acknowledge', value: incidentId };
  const token = chatActionToken(server.app.world, mattermost, incidentId);
  const bodies: Record<string, unknown> = {
    receiveSlackAction: { payload: JSON.stringify({ user: { id: 'U1' }, actions: [action] }) },
    receiveMattermostAction: {
      user_id: 'm1',
      user_name: 'anna',
      context: { action: 'acknowledge', incidentId, token },
    },
    receiveMattermostCommand: { token: 'SECRET-command', user_id: 'm1', text: 'Search is slow' },
    receiveGoogleChatEvent: { type: 'ADDED_TO_SPACE' },
    receiveDiscordInteraction: { type: 1 },
    receiveSlackCommand: { user_id: 'U1', command: '/tocsin', text: 'help' },
    receiveSlackEvent: { type: 'url_verification', challenge: 'c' },
    receiveTelegramUpdate: {
      callback_query: { id: 'q1', data: `acknowledge:${incidentId}`, from: { id: 1 } },
    },
  };
  const ids = (operation: DocumentedOperation) => ({
    outboundIntegrationId: integrationOf(operation),
  });
  const proof = (secret: string) => (sent: Sent) => {
    const time = Math.floor(server.clock.now().getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`v0:${time}:${sent.body}`).digest('hex');
    return {
      ...signedByDiscord(secret === 'SECRET-sign' ? String(sent.body) : '', server.clock.now()),
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${signature}`,
      'x-telegram-bot-api-secret-token': secret === 'SECRET-sign' ? 'SECRET_hook' : secret,
    };
  };
  const expects = (): Expected => 'unauthenticated';
  return {
    holder: holder('the chat', ids, {
      // Keys of vendors cannot be asked for here: `rooms.test.ts` has their proofs.
      expects: ({ operationId }) =>
        signedByVendor.has(operationId) ? 'unauthenticated' : 'admitted',
      headers: proof('SECRET-sign'),
      body: ({ operationId }) => bodies[operationId],
    }),
    strangers: [
      ...withoutProof(server, 'unauthenticated'),
      ...withoutProof(server, 'unauthenticated', { ids }),
      { ...holder('a forger', ids, { headers: proof('another secret') }), expects },
    ],
  };
}

async function telephonyCallers(server: TestApp, carrier: FakeCarrier) {
  const teamId = await server.api.make('/team', { displayName: 'Called' });
  // Verified by the tokens of the server.
  const number = { accessSettings: { phoneNumber: '+4930555000' } };
  const integrationId = await server.api.make('/inbound-integration', {
    displayName: 'A number',
    teamId,
    type: 'Twilio',
    integrationSettings: { twilio: number },
  });
  const prompt = await storeMedia(
    server.app.world,
    {
      organizationId: server.organizationId,
      ownerId: integrationId,
      kind: 'prompt',
      contentType: 'audio/mpeg',
      extension: 'mp3',
      durationSeconds: 1,
      fileName: null,
      uploadedByUserId: null,
    },
    Buffer.from('sound'),
  );
  const ids = () => ({
    carrier: 'twilio',
    integrationId,
    fileId: prompt._id,
    name: `${prompt.sha256}.mp3`,
  });
  const fields = {
    AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
    CallSid: 'CA1',
    CallStatus: 'in-progress',
    From: '+4915112345678',
    Body: 'nothing',
  };
  const signed = ({ operation, url, body }: Sent) =>
    operation.path.includes('/telnyx/')
      ? telnyx.signed(body, server.app.world.clock.now())
      : carrier.signed(url, Object.fromEntries(new URLSearchParams(body)));
  const bodyOf = ({ operationId }: DocumentedOperation) =>
    operationId === 'takeTextEvent' ? undefined : fields;
  /** Always the same words, and files whose address proves that somebody knows it. */
  const open = ['apologizeToCaller', 'playPrompt'];
  const expects = ({ operationId }: DocumentedOperation): Expected =>
    open.includes(operationId) ? 'answered' : 'forbidden';
  const stranger = (name: string, more: Partial<Caller>): Caller => ({
    name,
    headers: () => ({}),
    ids,
    body: () => fields,
    expects,
    ...more,
  });
  return {
    holder: holder('the carrier', ids, { headers: signed, body: bodyOf }),
    strangers: [
      ...withoutProof(server, 'forbidden', { ids, body: () => fields, expects }),
      stranger('a forger', { headers: () => ({ 'x-twilio-signature': 'AAAA' }) }),
      stranger('a signature of something else', {
        headers: ({ url }) => carrier.signed(`${url}&more=1`, fields),
      }),
      stranger('the carrier for another account', {
        headers: ({ url, body }) =>
          carrier.signed(url, Object.fromEntries(new URLSearchParams(body))),
        body: () => ({ ...fields, AccountSid: 'AC0' }),
      }),
    ],
  };
}
