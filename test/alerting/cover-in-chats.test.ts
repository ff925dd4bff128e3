import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coverTask } from '../../src/alerting/tell-cover-requests.ts';
import { createSender, type Sender } from '../../src/notifications/index.ts';
import { coverRequestKind } from '../../src/on-call/cover-request-kind.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

interface Person {
  id: string;
  api: ApiClient;
}

let receiver: ScriptedReceiver;
let server: TestApp;
let teamId: string;
let hook: string;
let chat: string;
let ada: Person;
let bo: Person;
let kim: Person;
let scheduleId: string;

const day = (date: number) => `2026-05-${String(date).padStart(2, '0')}T00:00:00.000Z`;

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({ clock: day(4), outbound: receiver.egress });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  [ada, bo, kim] = [await member('Ada'), await member('Bo'), await member('Kim')];
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});
beforeEach(async () => {
  server.clock.set(new Date(day(4)));
  scheduleId = await server.api.make('/on-call-schedule', {
    ...{ displayName: `Primary ${count}`, teamId, timeZoneId: 'UTC' },
    layers: [
      {
        turns: { every: 1, unit: 'days', from: day(4) },
        groups: [ada, bo, kim].map(({ id }) => ({ userIds: [id] })),
      },
    ],
  });
  answers();
  hook = await tool('Webhook', {
    webhookSettings: { url: 'https://hooks.example.com/cover', method: 'POST' },
  });
  chat = await tool('Slack', {
    slackSettings: { botToken: 'xoxb-SECRET', selectedChannelIds: ['C1'] },
  });
  receiver.requests.splice(0);
});

async function member(displayName: string): Promise<Person> {
  const person = await makePerson(server, { teams: { [teamId]: 'Member' } });
  const { body } = await server.api.get(`/user/${person.id}`);
  await server.api.put(`/user/${person.id}`, { ...body, displayName });
  return person;
}

let count = 0;
function tool(type: string, settings: object): Promise<string> {
  count += 1;
  return server.api.make('/outbound-integration', {
    ...{ displayName: `${type} ${count}`, teamId, type, ...settings },
  });
}
const answers = (hooks: { status?: number } = {}) =>
  receiver.play(({ host }) =>
    host === 'slack.com' ? { json: { ok: true, ts: `1.${receiver.requests.length}` } } : hooks,
  );

const asks = (more: object = {}) => ({
  ...{ scheduleId, userId: ada.id, start: day(7), end: day(8) },
  noticeOutboundIntegrationIds: [hook, chat],
  ...more,
});
async function ask(more: object = {}): Promise<string> {
  const { body, status, text } = await ada.api.post('/cover-request', asks(more));
  expect(status, text).toBe(200);
  return String(body.id);
}
const answer = (by: Person, id: string, verb: string) =>
  by.api.post(`/cover-request/${id}/${verb}`, verb === 'withdraw' ? undefined : {});

interface Told {
  channel?: string;
  text?: string;
  type?: string;
  url?: string;
  blocks?: { text: { text: string } }[];
  data?: { coverRequest: Record<string, unknown> };
}

async function requests(): Promise<Told[]> {
  await server.app.jobs.runAll();
  return receiver.requests.splice(0).map(({ json }) => json as Told);
}
/** What tools were told since it was asked last: texts of chats, and types of what hooks get. */
const told = async () =>
  (await requests()).map(({ text, type }) => text ?? `hook: ${type}`).toSorted();

/** A look of the task; `breaks`: before or after what it stores, as when the process ends there. */
async function look(breaks?: 'before' | 'after'): Promise<void> {
  const { world, processes } = server.app;
  const channels = { missing: () => null, probe: async () => null };
  const sender = createSender(world, processes, {
    send: () => Promise.reject(new Error('The app sends.')),
    ...{ channels, poke: () => {}, onFinished: () => {} },
  });
  const broken: Sender = {
    ...sender,
    async enqueue(deliveries) {
      if (breaks === 'after') await sender.enqueue(deliveries);
      throw new Error('killed');
    },
  };
  const task = coverTask(world, channels, breaks ? broken : sender);
  await task.run(new AbortController().signal);
}

describe('a request for cover that names chats', () => {
  it('is told once, with a link to the page On call, and its acceptance once', async () => {
    const id = await ask({ message: 'My sister comes', askedUserIds: [bo.id, kim.id] });
    const asked = await requests();
    expect(asked.map(({ type, text }) => text ?? type).toSorted()).toEqual([
      'Ada asks for cover',
      'cover.asked',
    ]);
    const [slack] = asked.flatMap(({ blocks }) => blocks ?? []);
    expect(slack?.text.text).toMatch(
      /takes the shift for Primary \d+ from .*\nAda writes: My sister comes\nAsked: Bo, Kim\.\n<http.*\/on-call\|Open the page On call>$/,
    );
    const json = asked.find(({ type }) => type);
    expect(json).toMatchObject({
      url: expect.stringMatching(/^http.*\/on-call$/),
      data: { coverRequest: { id, userId: ada.id, state: 'open', acceptedBy: null } },
    });
    expect(await told()).toEqual([]);
    await answer(kim, id, 'accept');
    const [accepted] = await requests().then((all) => all.filter(({ type }) => type));
    expect(accepted).toMatchObject({
      type: 'cover.accepted',
      data: { coverRequest: { state: 'accepted', acceptedBy: kim.id } },
    });
    expect(await told()).toEqual([]);
    await answer(ada, id, 'withdraw');
    expect(await told()).toEqual(['A shift goes back to Ada', 'hook: cover.withdrawn']);
  });

  it('tells how it ended, whichever way', async () => {
    const declined = await ask({ askedUserIds: [bo.id] });
    const withdrawn = await ask();
    await ask({ expiresAt: day(5) });
    await told();
    await answer(bo, declined, 'decline');
    expect(await told()).toEqual(['Nobody takes the shift of Ada', 'hook: cover.declined']);
    await answer(ada, withdrawn, 'withdraw');
    expect(await told()).toEqual([
      'Nobody needs to take the shift of Ada',
      'hook: cover.withdrawn',
    ]);
    server.clock.set(new Date(day(5)));
    await server.app.jobs.runAll((task) => task === 'cover-requests');
    expect(await told()).toEqual(['Nobody takes the shift of Ada', 'hook: cover.expired']);
    expect(await told()).toEqual([]);
  });

  it('tells nothing of one that ended before any tool heard of it', async () => {
    const id = await ask();
    await answer(ada, id, 'withdraw');
    const other = await ask();
    await answer(bo, other, 'accept');
    expect(await told()).toEqual([]);
    await answer(ada, other, 'withdraw');
    expect(await told()).toEqual([]);
  });

  for (const breaks of ['before', 'after'] as const)
    it(`is told once where a process ends ${breaks} it has stored what is sent`, async () => {
      const id = await ask();
      await expect(look(breaks)).rejects.toThrow('killed');
      await Promise.all([look(), look()]);
      expect(await told()).toEqual(['Ada asks for cover', 'hook: cover.asked']);
      const other = await ask();
      await expect(look(breaks)).rejects.toThrow('killed');
      // Its end finds both untold.
      await answer(kim, other, 'decline');
      await answer(ada, other, 'withdraw');
      expect(await told()).toEqual([
        ...['Ada asks for cover', 'Nobody needs to take the shift of Ada'],
        ...['hook: cover.asked', 'hook: cover.withdrawn'],
      ]);
      await answer(ada, id, 'withdraw');
      await expect(look(breaks)).rejects.toThrow('killed');
      expect(await told()).toEqual([
        'Nobody needs to take the shift of Ada',
        'hook: cover.withdrawn',
      ]);
      const left = { 'lookup.todo': 'tell' };
      expect(await coverRequestKind.model(server.app.world.store).countDocuments(left)).toBe(0);
    });

  it('drops the question that a tool did not take once the answer is there', async () => {
    answers({ status: 503 });
    const id = await ask({ noticeOutboundIntegrationIds: [hook] });
    expect(await told()).toEqual(['hook: cover.asked']);
    answers();
    await answer(kim, id, 'accept');
    expect(await told()).toEqual(['hook: cover.accepted']);
    server.clock.advance(2 * 3_600_000);
    expect(await told()).toEqual([]);
    const { body } = await server.api.get(`/outbound-integration/${hook}/logs/search/list`);
    expect(JSON.stringify(body)).toMatch(/“Ada asks for cover” could not be sent before/);
  });

  it('refuses tools of others and those that know incidents only; one deleted meanwhile is not told', async () => {
    const refused = async (id: string) => {
      const { status, body } = await ada.api.post(
        '/cover-request',
        asks({ noticeOutboundIntegrationIds: [id] }),
      );
      return [status, Object.keys(body.errors as object)];
    };
    const foreign = await makeOrganization(server);
    const theirTeam = await foreign.api.make('/team', { displayName: 'Theirs' });
    const theirs = await foreign.api.make('/outbound-integration', {
      ...{ displayName: 'Theirs', teamId: theirTeam, type: 'Slack' },
    });
    const at = 'noticeOutboundIntegrationIds[0]';
    expect(await refused(theirs)).toEqual([400, [at]]);
    const linearSettings = { apiKey: 'lin_api_x', teamId: 'T1' };
    expect(await refused(await tool('Linear', { linearSettings }))).toEqual([400, [at]]);
    const id = await ask();
    await server.api.delete(`/outbound-integration/${chat}`);
    expect(await told()).toEqual(['hook: cover.asked']);
    expect((await answer(kim, id, 'accept')).status).toBe(200);
    expect(await told()).toEqual(['hook: cover.accepted']);
  });

  it('is answered by who was asked only, signed in, wherever the link was read', async () => {
    const id = await ask({ askedUserIds: [kim.id] });
    const url = (await requests()).find(({ type }) => type)?.url ?? '';
    expect(await (await fetch(url)).text()).not.toContain('Ada');
    const stranger = await fetch(`${server.app.url}/api/public/v1/cover-request/${id}/accept`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    });
    expect(stranger.status).toBe(401);
    expect((await answer(bo, id, 'accept')).status).toBe(403);
    expect((await answer(kim, id, 'accept')).status).toBe(200);
  });
});
