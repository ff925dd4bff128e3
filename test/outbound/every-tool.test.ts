import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type OutboundClient,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../../src/egress/index.ts';
import {
  deliver,
  deliverNotice,
  type OutboundDelivery,
  type OutboundIntegration,
  type OutboundNotice,
  outboundTypes,
  type SendEmail,
  unconfiguredReason,
} from '../../src/outbound/index.ts';
import { toolOf } from '../../src/outbound/tools/index.ts';
import { inEnglish, words } from '../../src/sentences/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { integrationOf, Story } from './delivery.ts';
import { simulatedTools, type Thing } from './simulated-tools.ts';

function unset(tool: OutboundIntegration | undefined): string {
  const reason = tool && unconfiguredReason(tool);
  return reason ? inEnglish(reason) : '';
}

let server: TestApp;
let receiver: ScriptedReceiver;
let things: Thing[];

beforeAll(async () => {
  [server, receiver] = await Promise.all([sharedTestApp(), startScriptedReceiver()]);
});
afterAll(() => receiver.stop());

const nasty =
  '<script>alert(1)</script> [click](https://evil.example) @all @everyone <!channel> {code} [code] *b*';

/** Those that can be told of what is about no incident. */
const told = new Set([
  'Slack',
  'Mattermost',
  'MicrosoftTeams',
  'Discord',
  'GoogleChat',
  'Telegram',
  'Email',
  'Webhook',
  'Zapier',
]);
/** Where nothing is markup: programs, and cards of plain text. */
const takesJson = new Set(['Webhook', 'Zapier', 'MicrosoftTeams']);
const dangers = /(?<!\\)<(script|!channel)/;
const markdownLink = /(?<!\\)\[click\]\(/;

describe.each(outboundTypes.map(({ id }) => id))('%s', (type) => {
  const tool = simulatedTools[type];
  const { keepsNothing = false } = toolOf(type);
  let story: Story;

  beforeEach(() => {
    things = [];
    receiver.play((request) => tool.answer(request, things));
    story = new Story(integrationOf(type, tool.settings));
  });

  /** The last two requests are one message. */
  function expectRepeat(): void {
    const [one, other] = receiver.requests.slice(-2);
    expect(one?.headers['webhook-id']).toBeTruthy();
    expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
  }

  /** Mails go the same way, so that everything a receiver may do is tried on them, too. */
  function send(delivery: OutboundDelivery, egress = receiver.egress): Promise<SendResult> {
    const sendEmail: SendEmail = (mail) =>
      egress
        .request('https://mail.example.com/send', {
          method: 'POST',
          body: JSON.stringify(mail),
          redirectsMax: 0,
        })
        .then((answer) => sendResultOf(answer, 'mail-1'), sendFailureOf);
    return deliver(server.app.world, egress, delivery, sendEmail);
  }

  it('takes a new incident', async () => {
    expect(unconfiguredReason(story.integration)).toBe(null);
    expect(await send(story.next('Created'))).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(1);
    expect(new Set(receiver.requests.map(({ host }) => host))).toEqual(new Set([tool.host]));
    const [first] = receiver.requests;
    expect(tool.title(first?.json)).toContain('Checkout is down');
    expect(receiver.requests.map(({ body }) => body).join()).toContain('web-1');
  });

  it('takes what is about no incident once, and no markup of it, or knows incidents only', async () => {
    const { integration } = story;
    const said = [words(nasty), words('Line two')];
    const notice = { key: 'notice-1', integration, title: words('Backup'), said, json: { nasty } };
    const url = 'https://tocsin.example.com/on-call';
    const send = (link: OutboundNotice['link'] = null) =>
      deliverNotice(server.app.world, receiver.egress, { ...notice, link }, async (mail) => {
        things.push({ id: '1', content: [mail.html], comments: [], state: 'open' });
        return { outcome: 'sent', code: null, providerId: '1' };
      });
    const result = await send();
    if (!told.has(type)) {
      expect(result).toMatchObject({ outcome: 'refused', code: 'type' });
      expect(receiver.requests).toEqual([]);
      return;
    }
    expect(result).toMatchObject({ outcome: 'sent' });
    const count = things.length + receiver.requests.length;
    expect(await send()).toMatchObject({ outcome: 'sent' });
    if (keepsNothing) expectRepeat();
    else expect(things.length + receiver.requests.length).toBe(count);
    const sent = [
      ...receiver.requests.map(({ body }) => body),
      ...things.flatMap((one) => one.content),
    ];
    expect(sent.join()).toContain('evil.example');
    if (!takesJson.has(type)) expect(sent.join()).not.toMatch(dangers);
    if (type === 'Discord' || type === 'Mattermost') expect(sent.join()).not.toMatch(markdownLink);
    notice.key = 'notice-2';
    await send({ text: words('On call'), url });
    const linked = [receiver.requests.at(-1)?.body, ...things.flatMap((one) => one.content)];
    if (!takesJson.has(type)) expect(linked.join()).toContain(url);
  });

  it('says what is missing', async () => {
    const bare = integrationOf(type, {});
    expect(unset(bare)).toMatch(/Settings/);
    const delivery = new Story(bare).next('Created');
    expect(await send(delivery)).toMatchObject({ outcome: 'unconfigured' });
    const paused = integrationOf(type, { ...tool.settings, isPaused: true });
    expect(unset(paused)).toMatch(/paused/);
    expect(receiver.requests).toEqual([]);
  });

  it('is tried again after 429, when it says', async () => {
    const delivery = story.next('Created');
    receiver.next({ status: 429, headers: { 'retry-after': '7' } });
    expect(await send(delivery)).toMatchObject({
      outcome: 'retry',
      code: '429',
      retryAfterSeconds: 7,
    });
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(1);
  });

  it('is tried again after 500', async () => {
    const delivery = story.next('Created');
    receiver.next({ status: 500, body: 'broken' });
    expect(await send(delivery)).toMatchObject({ outcome: 'retry', code: '500' });
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(1);
  });

  it('is not tried again after 403', async () => {
    receiver.next({ status: 403, body: 'go away' });
    expect(await send(story.next('Created'))).toMatchObject({
      outcome: 'refused',
      code: '403',
      error: expect.stringContaining('go away'),
    });
  });

  it('is not followed anywhere else', async () => {
    receiver.next({ status: 302, headers: { location: '/elsewhere' } });
    expect(await send(story.next('Created'))).toMatchObject({ outcome: 'refused', code: '302' });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each(['silent', 'slow'] as const)('is given up while it is %s', async (trouble) => {
    receiver.next({ trouble });
    expect(await send(story.next('Created'), receiver.impatient(60))).toMatchObject({
      outcome: 'retry',
      code: 'timeout',
    });
  });

  it('may answer far too much', async () => {
    receiver.next({ body: `{"id": "${'x'.repeat(1_000_000)}"}` });
    const { outcome } = await send(story.next('Created'));
    expect(['sent', 'retry', 'refused']).toContain(outcome);
  });

  it('may answer nothing of what it should', async () => {
    receiver.next({ body: 'null' });
    const { outcome } = await send(story.next('Created'));
    expect(['sent', 'retry', 'refused']).toContain(outcome);
  });

  it('sees an incident from its start to its end', async () => {
    for (const intent of ['Created', 'Investigated', 'Commented', 'Resolved'] as const) {
      const delivery = story.next(
        intent,
        intent === 'Commented' ? { message: 'Looking\ninto it' } : {},
      );
      expect(await send(delivery), intent).toMatchObject({ outcome: 'sent' });
    }
    expect(things).toHaveLength(tool.changesInPlace ? 1 : 4);
    const told = things.flatMap(({ content, comments }) => [...content, ...comments]);
    expect(told.join('\n')).toMatch(/into it/);
    const last = things.at(-1);
    // A chat is told by its newest text, a ticket by its state.
    const isTold = /Resolved/.test(
      [...(last?.content ?? []), ...(last?.comments ?? [])].at(-1) ?? '',
    );
    expect(isTold || last?.state === 'resolved').toBe(true);
  });

  it('opens again what it closed', async () => {
    for (const intent of ['Created', 'Resolved', 'Unresolved'] as const)
      expect(await send(story.next(intent)), intent).toMatchObject({ outcome: 'sent' });
    expect(things).toHaveLength(tool.changesInPlace ? 1 : 3);
    const last = receiver.requests.slice(-2).map(({ body }) => body);
    expect(last.join()).toMatch(/Reopened|Unresolved|To Do|reopen|trigger|"open"/i);
  });

  it('gets a repeated delivery once, or knows it by its id', async () => {
    await send(story.next('Created'));
    const delivery = story.next('Commented', { message: 'once' });
    await send(delivery);
    const before = receiver.requests.length;
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    if (keepsNothing) expectRepeat();
    else expect(receiver.requests).toHaveLength(before);
  });

  it('does not make a second one when its answer was lost, where it can be asked', async () => {
    const delivery = story.next('Created');
    receiver.next((request) => {
      tool.answer(request, things);
      return { trouble: 'lost' };
    });
    expect(await send(delivery)).toMatchObject({ outcome: 'retry', code: 'connection' });
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    if (tool.canFind) expect(things).toHaveLength(1);
  });

  it('gets a snapshot as something of its own', async () => {
    await send(story.next('Created'));
    const [first] = structuredClone(things);
    const snapshot = story.next('Forwarded', { isSnapshot: true });
    await send(snapshot);
    if (!keepsNothing) await send(snapshot);
    expect(things.length).toBe(2);
    expect(things[0]).toEqual(first);
  });

  it.skipIf(keepsNothing)('gets one delivery of an incident at a time', async () => {
    const [one, other] = [story.next('Created'), story.next('Investigated')];
    let meanwhile: Promise<SendResult> | undefined;
    const busy: OutboundClient = {
      async request(...args) {
        meanwhile ??= send(other);
        await meanwhile;
        return receiver.egress.request(...args);
      },
    };
    expect(await send(one, busy)).toMatchObject({ outcome: 'sent' });
    expect(await meanwhile).toMatchObject({ outcome: 'retry' });
    expect(things).toHaveLength(1);
  });

  it('tells no secret that it is sent', async () => {
    receiver.next(({ headers, path, query, body }) => ({
      status: 400,
      body: `${path}?${query} ${headers.authorization} ${headers['x-key']} ${body}`.slice(0, 290),
    }));
    const result = await send(story.next('Created'));
    expect(result.outcome).toBe('refused');
    expect(JSON.stringify(result)).not.toMatch(/SECRET|U0VDUkVU/);
  });

  it('reads no markup in what an alert says', async () => {
    story = new Story(story.integration, nasty, `${nasty}\n/close`);
    expect(await send(story.next('Created', { message: `${nasty}\n/close` }))).toMatchObject({
      outcome: 'sent',
    });
    const text = tool.markup?.of(receiver.requests[0]?.json) ?? '';
    if (tool.markup) expect(text).toContain('alert(1)');
    for (const danger of tool.markup?.dangers ?? []) expect(text).not.toMatch(danger);
  });

  it('gets a title that fits', async () => {
    story = new Story(story.integration, '😀 <&'.repeat(1000));
    expect(await send(story.next('Created'))).toMatchObject({ outcome: 'sent' });
    const title = String(tool.title(receiver.requests[0]?.json));
    expect(title.length).toBeGreaterThan(20);
    expect(title.length).toBeLessThanOrEqual(tool.titleMax);
    expect(title.isWellFormed()).toBe(true);
  });
});

it('nothing of a delivery is in the log of the server', () => {
  expect(JSON.stringify(server.log)).not.toContain('SECRET');
});
