import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectChatAccount, newChatCode } from '../../../src/contacts/index.ts';
import { systemContext } from '../../../src/kernel/index.ts';
import {
  deliver,
  type OutboundIntegration,
  outboundIntegrationOf,
} from '../../../src/outbound/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../../fakes/scripted-receiver.ts';
import { Story } from '../../outbound/delivery.ts';
import { simulatedTools } from '../../outbound/simulated-tools.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization, makePerson } from '../../support/keys.ts';

let server: TestApp;
let receiver: ScriptedReceiver;
let teamId: string;
let anna: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({ outbound: receiver.egress });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  anna = await makePerson(server, { teams: { [teamId]: 'Member' } });
  await server.api.put(`/user/${anna.id}`, { displayName: 'Anna', email: 'anna@example.com' });
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));

/** An open incident that a tool was told of, and the integration that told it. */
async function told(type: 'Slack' | 'Mattermost' | 'Telegram') {
  const tool = simulatedTools[type];
  receiver.play((request) => tool.answer(request, []));
  const body = { displayName: 'Chat', teamId, type, ...tool.settings };
  const id = await server.api.make('/outbound-integration', body);
  const incidentId = await server.api.make('/incident', {
    title: 'Checkout is down',
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });
  const integration = (await outboundIntegrationOf(server.app.world, id)) as OutboundIntegration;
  const delivery = new Story(integration).next('Created');
  const { body: incident } = await server.api.get(`/incident/search/${incidentId}`);
  const result = await deliver(server.app.world, receiver.egress, {
    ...delivery,
    incident: incident as unknown as typeof delivery.incident,
  });
  expect(result.outcome).toBe('sent');
  const [message] = receiver.requests.splice(0);
  return { id, incidentId, message: message?.json as never };
}

/** Anna has connected this account of hers. */
async function connect(outboundIntegrationId: string, chatUserId: string): Promise<void> {
  const ctx = systemContext(server.app.world, server.organizationId);
  const account = { outboundIntegrationId, chatUserId, displayName: 'somebody' };
  await connectChatAccount(ctx, { userId: anna.id, ...account });
}

async function newestEvent(incidentId: string) {
  const { body } = await server.api.get(`/incident/search/${incidentId}`);
  const [event] = body.events as { status: string; modification: Record<string, unknown> }[];
  return { status: event?.status, ...event?.modification };
}

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${server.app.url}/chat${path}`, { method: 'POST', body, headers });

describe('Slack', () => {
  let id: string;
  let incidentId: string;
  beforeEach(async () => {
    ({ id, incidentId } = await told('Slack'));
    await connect(id, 'U1');
  });

  const payloadOf = (action: string, user = 'U1') =>
    `payload=${encodeURIComponent(
      JSON.stringify({
        type: 'block_actions',
        user: { id: user, name: 'anna.s' },
        actions: [{ action_id: action, value: incidentId }],
        response_url: 'https://hooks.slack.com/actions/T1/1/x',
        added_later: true,
      }),
    )}`;

  function press(
    body: string,
    {
      secret = 'SECRET-sign',
      age = 0,
      at = id,
    }: { secret?: string; age?: number; at?: string } = {},
  ) {
    const time = Math.floor(server.clock.now().getTime() / 1000) - age;
    const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
    return post(`/slack/${at}`, body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${signature}`,
    });
  }

  it('acknowledges as the person who has connected the account', async () => {
    const answer = await press(payloadOf('acknowledge'));
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await newestEvent(incidentId)).toMatchObject({
      intent: 'Investigated',
      user: { displayName: 'Anna (via Slack)', email: 'anna@example.com' },
      externalUser: null,
    });
    const { text } = await server.api.get(`/auditlog/list?EntityId=${incidentId}`);
    expect(text).toContain('incident.investigated');
    expect(text).toContain('anna@example.com');
  });

  it('does nothing for a person who is suspended, and tells them', async () => {
    await server.api.post(`/user/${anna.id}/suspend`);
    receiver.requests.length = 0;
    expect((await press(payloadOf('resolve'))).status).toBe(200);
    await server.api.post(`/user/${anna.id}/resume`);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
    const said = receiver.requests.find(({ host }) => host === 'hooks.slack.com');
    expect(JSON.stringify(said?.json)).toContain('You are suspended');
  });

  it('changes nothing for anybody else, whatever they are called, and tells them how to connect', async () => {
    receiver.requests.length = 0;
    expect((await press(payloadOf('resolve', 'U9'))).status).toBe(200);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
    // Nobody is asked who that is.
    expect(receiver.requests.map(({ host }) => host)).toEqual(['hooks.slack.com']);
    const [said] = receiver.requests;
    expect(said?.json).toMatchObject({ response_type: 'ephemeral' });
    expect(said?.body).toContain('/tocsin connect CODE');
  });

  it('tells the person why nothing has changed', async () => {
    await press(payloadOf('resolve'));
    receiver.requests.length = 0;
    expect((await press(payloadOf('resolve'))).status).toBe(200);
    const said = receiver.requests.find(({ host }) => host === 'hooks.slack.com');
    expect(said?.json).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(said?.body).toContain('Nothing was changed');
  });

  it.each<[string, Parameters<typeof press>[1]]>([
    ['another secret', { secret: 'guess' }],
    ['a request of six minutes ago', { age: 360 }],
    ['a request from the future', { age: -360 }],
    ['an unknown integration', { at: '6f8e2b1c-0d4a-4c55-b7a9-31f0e8d2c4b6' }],
    ['no id', { at: 'x' }],
  ])('refuses %s', async (_what, options) => {
    expect((await press(payloadOf('resolve'), options)).status).toBe(401);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
  });

  it('refuses a body that was changed after it was signed', async () => {
    const time = String(Math.floor(server.clock.now().getTime() / 1000));
    const signature = createHmac('sha256', 'SECRET-sign')
      .update(`v0:${time}:${payloadOf('acknowledge')}`)
      .digest('hex');
    const answer = await post(`/slack/${id}`, payloadOf('resolve'), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    });
    expect(answer.status).toBe(401);
  });

  it('does nothing to incidents that were not sent there, nor to those of others', async () => {
    const body = { title: 'Other', status: 'Open', severity: 'Minor', teamIds: [teamId] };
    const own = await server.api.make('/incident', body);
    const other = await makeOrganization(server);
    const otherTeam = await other.api.make('/team', { displayName: 'Theirs' });
    const theirs = await other.api.make('/incident', { ...body, teamIds: [otherTeam] });
    for (const target of [own, theirs]) {
      incidentId = target;
      expect((await press(payloadOf('resolve'))).status).toBe(200);
    }
    expect(await newestEvent(own)).toMatchObject({ intent: 'Created' });
    const { text } = await other.api.get(`/incident/search/${theirs}`);
    expect(text).not.toContain('"status":"Resolved"');
  });

  it('ignores a link that was opened, and says what is not JSON', async () => {
    expect((await press(payloadOf('open'))).status).toBe(200);
    expect((await press('payload=no')).status).toBe(400);
    expect((await press('other=1')).status).toBe(400);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
  });
});

describe('Mattermost', () => {
  interface Button {
    id: string;
    integration: { url: string; context: Record<string, string> };
  }

  async function buttons() {
    const { id, incidentId, message } = await told('Mattermost');
    const { props } = message as { props: { attachments: { actions: Button[] }[] } };
    return { id, incidentId, actions: props.attachments[0]?.actions ?? [] };
  }

  const press = (id: string, user: string, context: object) =>
    post(
      `/mattermost/${id}`,
      JSON.stringify({ user_id: user, user_name: 'anna.m', post_id: 'p', context }),
      { 'content-type': 'application/json' },
    );

  it('acknowledges and resolves by the buttons of the message', async () => {
    const { id, incidentId, actions } = await buttons();
    expect(actions.map((action) => action.id)).toEqual(['acknowledge', 'resolve']);
    expect(actions[0]?.integration.url).toBe(`https://tocsin.example.com/chat/mattermost/${id}`);
    await connect(id, 'm1');
    const first = await press(id, 'm1', actions[0]?.integration.context ?? {});
    expect(await first.json()).toEqual({ ephemeral_text: 'Acknowledged.' });
    expect(await newestEvent(incidentId)).toMatchObject({
      user: { displayName: 'Anna (via Mattermost)' },
    });
    const stranger = await press(id, 'm9', actions[1]?.integration.context ?? {});
    expect(await stranger.json()).toMatchObject({
      ephemeral_text: expect.stringContaining('/tocsin connect CODE'),
    });
    const second = await press(id, 'm1', actions[1]?.integration.context ?? {});
    expect(await second.json()).toEqual({ ephemeral_text: 'Resolved.' });
    expect(await newestEvent(incidentId)).toMatchObject({ status: 'Resolved' });
    const third = await press(id, 'm1', actions[1]?.integration.context ?? {});
    expect(await third.json()).toMatchObject({
      ephemeral_text: expect.stringContaining('Nothing was changed'),
    });
  });

  it('refuses buttons that this server has not made', async () => {
    const { id, incidentId, actions } = await buttons();
    const { context } = actions[0]?.integration ?? { context: {} };
    const other = await buttons();
    for (const forged of [
      { ...context, token: 'x'.repeat(64) },
      { ...context, incidentId: other.incidentId },
      { action: 'resolve', incidentId },
    ])
      expect((await press(id, 'm1', forged)).status).toBe(401);
    expect((await press(other.id, 'm1', context)).status).toBe(401);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
  });
});

describe('the slash command of Mattermost', () => {
  const command = (id: string, fields: Record<string, string>) =>
    post(`/mattermost/${id}/command`, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const made = (change: object) =>
    server.api.make('/outbound-integration', {
      displayName: 'Commands',
      teamId,
      type: 'Mattermost',
      mattermostSettings: {
        sendIncidentsToMattermost: false,
        createIncidentsFromMattermost: true,
        slashCommandToken: 'SECRET-command',
        baseUrl: 'https://chat.example.com',
        botToken: 'SECRET-bot',
        ...change,
      },
    });
  const titled = async (title: string) => {
    const query = new URLSearchParams({ SearchTerm: title });
    const { body } = await server.api.get(`/incident/search/list?${query}`);
    return body.incidents as { teams: object[]; events: Record<string, unknown>[] }[];
  };

  it('opens an incident of the team by whoever has connected their account, once', async () => {
    const id = await made({});
    const { body } = await server.api.get(`/outbound-integration/${id}`);
    const { slashCommandUrl } = body.mattermostSettings as { slashCommandUrl: string };
    expect(slashCommandUrl).toBe(`${server.app.url}/chat/mattermost/${id}/command`);
    const fields = { token: 'SECRET-command', user_id: 'm1', team_id: 't', command: '/oncall' };
    const text = ' critical  Search is\nslow ';
    const saidTo = async (more: Record<string, string>) => {
      const answer = await command(id, { ...fields, ...more });
      const { text: said, response_type: type } = (await answer.json()) as Record<string, string>;
      expect(type).toBe('ephemeral');
      return said;
    };
    expect(await saidTo({ text })).toContain('/oncall connect CODE');
    expect(await titled('Search is slow')).toEqual([]);
    const { organizationId } = server;
    const asked = { organizationId, userId: anna.id, integrationId: id };
    const { code } = await newChatCode(server.app.world, asked);
    expect(await saidTo({ text: `connect ${code}` })).toContain('done as Anna');
    const opened = 'Opened: Search is slow';
    expect(await saidTo({ text, trigger_id: 'one' })).toBe(opened);
    expect(await saidTo({ text, trigger_id: 'one' })).toBe(opened);
    const user = { displayName: 'Anna (via Mattermost)' };
    expect(await titled('Search is slow')).toMatchObject([
      { teams: [{ id: teamId }], events: [{ severity: 'Critical', modification: { user } }] },
    ]);
    expect(await saidTo({ text: 'critical ' })).toContain('Say what is wrong');
    expect(await saidTo({ text: 'oncall' })).toContain('Payments');
    await server.api.post(`/user/${anna.id}/suspend`);
    expect(await saidTo({ text: 'Refused one' })).toContain('suspended');
    await server.api.post(`/user/${anna.id}/resume`);
  });

  it('opens nothing where the integration opens none, and says so', async () => {
    const id = await made({ createIncidentsFromMattermost: false });
    await connect(id, 'm1');
    const fields = { token: 'SECRET-command', user_id: 'm1', text: 'Refused one' };
    expect(await (await command(id, fields)).json()).toMatchObject({
      text: expect.stringContaining('none of my words'),
    });
    expect(await titled('Refused one')).toEqual([]);
  });

  it.each<[string, object, Record<string, string>]>([
    ['another token', {}, { token: 'guess' }],
    ['no token', {}, {}],
    ['an integration without a token', { slashCommandToken: null }, { token: '' }],
  ])('refuses %s', async (_what, change, fields) => {
    const id = await made(change);
    expect((await command(id, { user_id: 'm1', text: 'Refused one', ...fields })).status).toBe(401);
    expect(await titled('Refused one')).toEqual([]);
  });
});

describe('Telegram', () => {
  const press = (id: string, data: string, secret: string) =>
    post(
      `/telegram/${id}`,
      JSON.stringify({
        update_id: 1,
        callback_query: { id: 'q1', data, from: { id: 7, first_name: 'Anna', is_bot: false } },
      }),
      { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    );

  it('acknowledges by the keyboard below the message', async () => {
    const { id, incidentId, message } = await told('Telegram');
    const { reply_markup: markup } = message as {
      reply_markup: { inline_keyboard: { callback_data: string }[][] };
    };
    const [acknowledge] = markup.inline_keyboard[0] ?? [];
    expect(acknowledge?.callback_data.length).toBeLessThanOrEqual(64);
    const stranger = await press(id, acknowledge?.callback_data ?? '', 'SECRET_hook');
    expect(await stranger.json()).toMatchObject({
      text: expect.stringContaining('not connected with Tocsin'),
    });
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
    await connect(id, '7');
    const answer = await press(id, acknowledge?.callback_data ?? '', 'SECRET_hook');
    expect(await answer.json()).toEqual({
      method: 'answerCallbackQuery',
      callback_query_id: 'q1',
      text: 'Acknowledged.',
    });
    expect(await newestEvent(incidentId)).toMatchObject({
      intent: 'Investigated',
      user: { displayName: 'Anna (via Telegram)' },
    });
  });

  it('refuses another secret, and ignores what is no button', async () => {
    const { id, incidentId } = await told('Telegram');
    expect((await press(id, `resolve:${incidentId}`, 'guess')).status).toBe(401);
    const answer = await press(id, 'hello', 'SECRET_hook');
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await newestEvent(incidentId)).toMatchObject({ intent: 'Created' });
  });
});

it('an integration without a secret takes nothing', async () => {
  const body = { displayName: 'Quiet', teamId, type: 'Slack', slackSettings: null };
  const id = await server.api.make('/outbound-integration', body);
  const time = String(Math.floor(server.clock.now().getTime() / 1000));
  const signature = createHmac('sha256', '').update(`v0:${time}:payload=1`).digest('hex');
  const answer = await post(`/slack/${id}`, 'payload=1', {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${signature}`,
  });
  expect(answer.status).toBe(401);
});
