import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver, type OutboundIntegration, unconfiguredReason } from '../../src/outbound/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedReceiver,
  startScriptedReceiver,
} from '../fakes/scripted-receiver.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { integrationOf, Story } from './delivery.ts';
import { type Json, simulatedTools, type Thing } from './simulated-tools.ts';

let server: TestApp;
let receiver: ScriptedReceiver;
let things: Thing[];

beforeAll(async () => {
  [server, receiver] = await Promise.all([sharedTestApp(), startScriptedReceiver()]);
});
afterAll(() => receiver.stop());

const send = (delivery: ReturnType<Story['next']>) =>
  deliver(server.app.world, receiver.egress, delivery);
const pathsOf = () => receiver.requests.map(({ path }) => path);

describe('Slack', () => {
  type Settings = NonNullable<OutboundIntegration['wire']['slackSettings']>;
  const tool = simulatedTools.Slack;
  let answer: (request: ReceivedRequest) => ScriptedAnswer | null;

  beforeEach(() => {
    things = [];
    answer = () => null;
    receiver.play((request) => answer(request) ?? tool.answer(request, things));
  });

  const storyWith = (settings: Partial<Settings>) =>
    new Story(
      integrationOf('Slack', { slackSettings: { ...tool.settings.slackSettings, ...settings } }),
    );
  const labels = ({ json }: ReceivedRequest) =>
    (json as Json).blocks.at(-1).elements.map((element: Json) => element.text.text);
  const channels = () => receiver.requests.map(({ json }) => (json as Json).channel);

  it('goes to the channels of the severity', async () => {
    await send(
      storyWith({
        severityBasedChannelSettings: {
          selectedChannelIdsCritical: ['C2', 'C3'],
          selectedChannelIdsMinor: ['C9'],
        },
      }).next('Created'),
    );
    expect(channels()).toEqual(['C2', 'C3']);
  });

  it('goes to the other channels although one refuses, and later only to that one', async () => {
    const delivery = storyWith({ selectedChannelIds: ['C1', 'C2', 'C3'] }).next('Created');
    answer = ({ json }) =>
      (json as Json).channel === 'C2' ? { json: { ok: false, error: 'not_in_channel' } } : null;
    expect(await send(delivery)).toMatchObject({
      outcome: 'refused',
      code: 'not_in_channel',
      error: expect.stringContaining('invite the app'),
    });
    expect(channels()).toEqual(['C1', 'C2', 'C3']);
    receiver.requests.length = 0;
    answer = () => null;
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    expect(channels()).toEqual(['C2']);
  });

  it('offers what can be done, where presses can come back', async () => {
    const story = storyWith({});
    for (const intent of ['Created', 'Investigated', 'Resolved'] as const)
      await send(story.next(intent));
    const shown = receiver.requests.filter(({ json }) => (json as Json).blocks).map(labels);
    expect(shown).toEqual([['Acknowledge', 'Resolve', 'Open'], ['Resolve', 'Open'], ['Open']]);
    for (const settings of [{ signingSecret: null }, { isSlackMessagePayloadReadOnly: true }]) {
      receiver.requests.length = 0;
      await send(storyWith(settings).next('Created'));
      expect(receiver.requests.map(labels)).toEqual([['Open']]);
    }
  });

  it('tells what happens in the thread, unless it is to hide it', async () => {
    for (const hideActivityHistory of [false, true]) {
      things = [];
      const story = storyWith({ hideActivityHistory });
      await send(story.next('Created'));
      await send(story.next('Commented', { message: 'first line\n<b>' }));
      await send(story.next('Updated'));
      const comments = things[0]?.comments.map((body) => JSON.parse(body).text);
      expect(comments).toEqual(
        hideActivityHistory ? [] : ['Comment by Anna\n&gt; first line\n&gt; &lt;b&gt;'],
      );
      expect(things[0]?.content).toHaveLength(3);
    }
  });

  it('calls who is on call, once, where Slack knows them', async () => {
    answer = ({ path, query }) =>
      path === '/api/users.lookupByEmail' && query.get('email') === 'bert@example.com'
        ? { json: { ok: true, user: { id: 'U77' } } }
        : null;
    const story = storyWith({ tagOnCallMembers: true });
    await send(story.next('Created'));
    expect(receiver.requests.at(-1)?.body).toContain('<@U77>');
    receiver.requests.length = 0;
    await send(story.next('Resolved'));
    expect(pathsOf()).not.toContain('/api/users.lookupByEmail');

    answer = ({ path }) => (path === '/api/users.lookupByEmail' ? { status: 500 } : null);
    expect(await send(storyWith({ tagOnCallMembers: true }).next('Created'))).toMatchObject({
      outcome: 'sent',
    });
  });

  it('is posted again when somebody deleted the message', async () => {
    const story = storyWith({});
    await send(story.next('Created'));
    answer = ({ path }) =>
      path === '/api/chat.update' ? { json: { ok: false, error: 'message_not_found' } } : null;
    expect(await send(story.next('Investigated'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(2);
  });

  it.each([
    ['ratelimited', 'retry'],
    ['internal_error', 'retry'],
    ['invalid_auth', 'refused'],
    ['channel_not_found', 'refused'],
  ])('%s is worth: %s', async (error, outcome) => {
    answer = () => ({ json: { ok: false, error } });
    expect(await send(storyWith({}).next('Created'))).toMatchObject({ outcome, code: error });
  });

  it.each<[Partial<Settings>, RegExp]>([
    [{ botToken: null }, /bot token/],
    [{ selectedChannelIds: [] }, /channel/],
    [{ selectedChannelIds: null, severityBasedChannelSettings: {} }, /channel/],
  ])('with %j it says what is missing', (settings, reason) => {
    const unset = unconfiguredReason(storyWith(settings).integration);
    expect(unset && inEnglish(unset)).toMatch(reason);
  });
});

describe('events that come in another order', () => {
  it.each(['Slack', 'Mattermost', 'Discord', 'Telegram'] as const)(
    '%s shows what happened last, and says nothing of the opening below',
    async (type) => {
      things = [];
      receiver.play((request) => simulatedTools[type].answer(request, things));
      const story = new Story(integrationOf(type, simulatedTools[type].settings));
      const opened = story.next('Created');
      const commented = story.next('Commented', { message: 'looking' });
      await send(commented);
      await send({ ...opened, incident: commented.incident });
      expect(things).toHaveLength(1);
      expect(things[0]?.content.at(-1)).toContain('Comment by Anna');
      expect(things[0]?.comments).toEqual([]);
    },
  );
});

describe('Mattermost', () => {
  it('says what is missing', () => {
    const { mattermostSettings: settings } = simulatedTools.Mattermost.settings;
    const reasonWithout = (change: object) => {
      const unset = unconfiguredReason(
        integrationOf('Mattermost', { mattermostSettings: { ...settings, ...change } as never }),
      );
      return unset && inEnglish(unset);
    };
    expect(reasonWithout({})).toBe(null);
    expect(reasonWithout({ sendIncidentsToMattermost: false })).toMatch(/switch it on/);
    expect(reasonWithout({ baseUrl: null })).toMatch(/address/);
    expect(reasonWithout({ botToken: null })).toMatch(/bot token/);
    expect(reasonWithout({ selectedChannelIds: null })).toMatch(/channel/);
  });

  it('is posted again when somebody deleted the message', async () => {
    things = [];
    const tool = simulatedTools.Mattermost;
    receiver.play((request) => tool.answer(request, things));
    const story = new Story(integrationOf('Mattermost', tool.settings));
    await send(story.next('Created'));
    receiver.next({ status: 404, json: { message: 'gone' } });
    expect(await send(story.next('Investigated'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(2);
  });
});

describe('Discord', () => {
  beforeEach(() => {
    things = [];
    receiver.play((request) => simulatedTools.Discord.answer(request, things));
  });
  const story = () => new Story(integrationOf('Discord', simulatedTools.Discord.settings));

  it('says in its body when to come back', async () => {
    receiver.next({ status: 429, json: { message: 'slow down', retry_after: 1.4 } });
    expect(await send(story().next('Created'))).toMatchObject({ retryAfterSeconds: 2 });
  });

  it('calls nobody', async () => {
    await send(story().next('Created'));
    expect(receiver.requests[0]?.json).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('is posted again when the message is gone, not when the webhook is', async () => {
    const told = story();
    await send(told.next('Created'));
    receiver.next({ status: 404, json: { message: 'Unknown Message', code: 10008 } });
    expect(await send(told.next('Investigated'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(2);
    receiver.next({ status: 404, json: { message: 'Unknown Webhook', code: 10015 } });
    expect(await send(told.next('Commented'))).toMatchObject({ outcome: 'refused', code: '404' });
  });
});

describe('Telegram', () => {
  beforeEach(() => {
    things = [];
    receiver.play((request) => simulatedTools.Telegram.answer(request, things));
  });
  const { telegramSettings: settings } = simulatedTools.Telegram.settings;
  const storyWith = (change: object) =>
    new Story(integrationOf('Telegram', { telegramSettings: { ...settings, ...change } as never }));

  it('says in its body when to come back', async () => {
    const json = { ok: false, error_code: 429, parameters: { retry_after: 33 } };
    receiver.next({ status: 429, json });
    expect(await send(storyWith({}).next('Created'))).toMatchObject({ retryAfterSeconds: 33 });
  });

  it('takes an edit that changes nothing for done, and posts again what is gone', async () => {
    const story = storyWith({});
    await send(story.next('Created'));
    const refuse = (description: string) =>
      receiver.next({
        status: 400,
        json: { ok: false, description: `Bad Request: ${description}` },
      });
    refuse('message is not modified');
    expect(await send(story.next('Commented'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(1);
    refuse('message to edit not found');
    expect(await send(story.next('Commented'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(2);
    refuse('chat not found');
    expect(await send(story.next('Commented'))).toMatchObject({ outcome: 'refused' });
  });

  it('has buttons only where presses come back, and knows topics', async () => {
    await send(storyWith({ webhookSecret: null, messageThreadId: 5 }).next('Created'));
    expect(receiver.requests[0]?.json).toMatchObject({
      message_thread_id: 5,
      reply_markup: { inline_keyboard: [] },
    });
  });
});

describe('mails', () => {
  it('need a mail server, go to each address once, and form a thread', async () => {
    const to = ['one@example.com', 'two@example.com', 'one@example.com'];
    const story = new Story(integrationOf('Email', { emailSettings: { to } }), '<b>Down</b>');
    const delivery = story.next('Created');
    expect(await send(delivery)).toMatchObject({
      outcome: 'unconfigured',
      error: expect.stringContaining('TOCSIN_SMTP_URL'),
    });
    const mails: { to: string; subject: string; threadId: string; key: string; html: string }[] =
      [];
    let isBroken = true;
    const sendEmail: Parameters<typeof deliver>[3] = async (mail) => {
      if (mail.to === 'two@example.com' && isBroken)
        return { outcome: 'retry', code: '451', error: 'later', retryAfterSeconds: null };
      mails.push(mail);
      return { outcome: 'sent', code: '250', providerId: mail.key };
    };
    const mail = () => deliver(server.app.world, receiver.egress, delivery, sendEmail);
    expect(await mail()).toMatchObject({ outcome: 'retry', code: '451' });
    isBroken = false;
    expect(await mail()).toMatchObject({ outcome: 'sent' });
    expect(mails.map((one) => one.to)).toEqual(['one@example.com', 'two@example.com']);
    expect(new Set(mails.map(({ threadId }) => threadId))).toEqual(new Set([`tocsin-${story.id}`]));
    expect(new Set(mails.map(({ key }) => key)).size).toBe(2);
    expect(mails[0]?.subject).toBe('[Critical] <b>Down</b>');
    expect(mails[0]?.html).toContain('&lt;b&gt;Down');
  });
});
