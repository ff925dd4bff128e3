import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { windowTask } from '../../src/alerting/tell-windows.ts';
import { toldWindowsIn } from '../../src/alerting/told-windows.ts';
import { createSender, type Sender } from '../../src/notifications/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let receiver: ScriptedReceiver;
let server: TestApp;
let teamId: string;
let hook: string;
let chat: string;

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({
    clock: '2026-05-04T07:00:00.000Z',
    outbound: receiver.egress,
  });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  const tool = (displayName: string, type: string, settings: object) =>
    api.make('/outbound-integration', { displayName, teamId, type, ...settings });
  const url = 'https://hooks.example.com/windows';
  hook = await tool('Hook', 'Webhook', { webhookSettings: { url, method: 'POST' } });
  const slackSettings = { botToken: 'xoxb-SECRET', selectedChannelIds: ['C1', 'C2'] };
  chat = await tool('Chat', 'Slack', { slackSettings });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  receiver.play(({ host }) =>
    host === 'slack.com' ? { json: { ok: true, ts: `1.${receiver.requests.length}` } } : {},
  );
});

const at = (time: string) => server.clock.set(new Date(`${time}:00Z`));

/** What tools were told since it was asked last: texts of chats, and types of what hooks get. */
async function told(): Promise<string[]> {
  await server.app.jobs.runAll();
  const requests = receiver.requests.splice(0);
  return requests
    .map(({ host, json }) => {
      const { channel, text, type } = json as Record<string, string>;
      return host === 'slack.com' ? `${channel}: ${text}` : `hook: ${type}`;
    })
    .toSorted();
}

async function lookAgain({ breaks = false } = {}): Promise<void> {
  const { world, processes } = server.app;
  const sender = createSender(world, processes, {
    send: () => Promise.reject(new Error('The app sends.')),
    channels: { missing: () => null, probe: async () => null },
    poke: () => {},
    onFinished: () => {},
  });
  const broken: Sender = { ...sender, enqueue: () => Promise.reject(new Error('killed')) };
  await windowTask(world, breaks ? broken : sender).run(new AbortController().signal);
}

const silence = (more: object) => ({
  ...{ displayName: 'Backup', teamId, effect: 'mute', inverted: false, recurrences: null },
  matchers: [{ name: 'Title', operator: 'contains', value: 'backup' }],
  ...more,
});

it('tools are told once when a silence begins and when it truly ends, wherever a process breaks', async () => {
  const times = { start: '2026-05-04T08:00:00Z', end: '2026-05-04T20:00:00Z' };
  const wanted = silence({ ...times, noticeOutboundIntegrationIds: [hook, chat] });
  const id = await server.api.make('/silence', wanted);
  expect(await told()).toEqual([]);
  at('2026-05-04T08:00');
  await expect(lookAgain({ breaks: true })).rejects.toThrow('killed');
  await Promise.all([lookAgain(), lookAgain()]);
  const began = ['C1', 'C2'].map((channel) => `${channel}: The silence Backup has begun`);
  expect(await told()).toEqual([...began, 'hook: window.began']);
  expect(await told()).toEqual([]);
  const log = await server.api.get(`/outbound-integration/${chat}/logs/search/list`);
  expect(log.text).toContain('The silence Backup has begun');
  at('2026-05-04T09:30');
  const shorter = { ...wanted, end: '2026-05-04T09:10:00Z' };
  expect((await server.api.put(`/silence/${id}`, shorter)).status).toBe(200);
  const ended = ['C1', 'C2'].map((channel) => `${channel}: The silence Backup has ended`);
  expect(await told()).toEqual([...ended, 'hook: window.ended']);
  expect(await toldWindowsIn(server.app.world).countDocuments({})).toBe(0);
  expect(await told()).toEqual([]);
});

it('maintenance of integrations, teams and services is told, too, and what is no longer so is not', async () => {
  at('2026-05-05T08:00');
  const notices = { noticeOutboundIntegrationIds: [chat] };
  const times = { start: '2026-05-05T09:00:00Z', end: '2026-05-05T10:00:00Z' };
  const integrationId = await server.api.make('/inbound-integration', {
    ...{ displayName: 'Prometheus', teamId, type: 'Webhook' },
  });
  const path = '/inbound-integration-maintenance-windows';
  const window = { integrationId, type: 'muted', ...times, ...notices };
  await server.api.make(path, window);
  const dropped = await server.api.make(path, { ...window, description: 'Not after all' });
  const service = await server.api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
  await server.api.make('/service-maintenance', {
    ...{ displayName: 'New racks', serviceIds: [service], ...times, ...notices },
  });
  const { body: team } = await server.api.get(`/team/${teamId}`);
  const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU', startsAt: '2026-05-05T11:00', minutes: 30 };
  const maintenanceWindows = [
    {
      ...{ type: 'maintenance', start: null, end: null, ...notices },
      recurrences: [{ ...weekly, timeZoneId: 'Europe/Berlin' }],
    },
  ];
  const changed = await server.api.put(`/team/${teamId}`, { ...team, maintenanceWindows });
  expect(changed.status, changed.text).toBe(200);
  await server.api.delete(`${path}/${dropped}`);
  expect(await told()).toEqual([]);
  const lines = (what: string, verb: string) =>
    ['C1', 'C2'].map((channel) => `${channel}: Maintenance of ${what} has ${verb}`);
  const all = (verb: string) =>
    ['New racks', 'Payments', 'Prometheus'].flatMap((one) => lines(one, verb)).toSorted();
  at('2026-05-05T09:00');
  expect(await told()).toEqual(all('begun'));
  at('2026-05-05T09:30');
  expect(await told()).toEqual(lines('Payments', 'ended'));
  at('2026-05-05T10:00');
  expect(await told()).toEqual(
    [...lines('New racks', 'ended'), ...lines('Prometheus', 'ended')].toSorted(),
  );
});

it('a tool that knows incidents only is refused, with those that can be told', async () => {
  const jira = await server.api.make('/outbound-integration', {
    ...{ displayName: 'Tickets', teamId, type: 'Linear' },
    linearSettings: { apiKey: 'lin_api_x', teamId: 'T1' },
  });
  const times = { start: '2026-06-01T08:00:00Z', end: '2026-06-01T20:00:00Z' };
  const refused = await server.api.post(
    '/silence',
    silence({ ...times, noticeOutboundIntegrationIds: [hook, jira] }),
  );
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toMatchObject({
    'noticeOutboundIntegrationIds[1]': [
      expect.stringMatching(/^Linear knows incidents only.*Slack/),
    ],
  });
});

it('of a window that ended before a tool could be told of its begin, only the end is told', async () => {
  at('2026-05-06T08:00');
  const url = 'https://broken.example.com/windows';
  const broken = await server.api.make('/outbound-integration', {
    ...{ displayName: 'Broken hook', teamId, type: 'Webhook' },
    webhookSettings: { url, method: 'POST' },
  });
  const times = { start: '2026-05-06T09:00:00Z', end: '2026-05-06T09:01:00Z' };
  const recurrences = [
    { rule: 'FREQ=DAILY', startsAt: '2026-05-06T09:00', minutes: 1, timeZoneId: 'UTC' },
  ];
  const notices = { noticeOutboundIntegrationIds: [broken] };
  await server.api.make('/silence', silence({ ...times, ...notices }));
  const again = { ...times, end: '2026-05-08T00:00:00Z', recurrences, ...notices };
  await server.api.make('/silence', silence({ ...again, displayName: 'Daily' }));
  receiver.play(() => ({ status: 503 }));
  at('2026-05-06T09:00');
  expect(await told()).toEqual(['hook: window.began', 'hook: window.began']);
  // The end is tried, too, and waits for its own next attempt.
  at('2026-05-06T09:01');
  expect(await told()).toEqual(['hook: window.ended', 'hook: window.ended']);
  receiver.play(() => ({}));
  at('2026-05-06T09:30');
  expect(await told()).toEqual(['hook: window.ended', 'hook: window.ended']);
  at('2026-05-07T09:00');
  expect(await told()).toEqual(['hook: window.began']);
  const { body } = await server.api.get(`/outbound-integration/${broken}/logs/search/list`);
  const dropped = JSON.stringify(body).match(/newer to say about the same/g);
  expect(dropped?.length).toBeGreaterThanOrEqual(2);
});
