import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readLogsTask, type ShadowRunWire } from '../../src/shadow/index.ts';
import { shadowLogModel } from '../../src/shadow/model.ts';
import { driverCollection } from '../../src/store/index.ts';
import {
  type ReceivedRequest,
  type ScriptedReceiver,
  startScriptedReceiver,
} from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let product: ScriptedReceiver;
let teamId: string;
let ann: string;
beforeAll(async () => {
  server = await startTestApp();
  product = await startScriptedReceiver();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  ann = await server.api.make('/user', { email: 'Ann@example.com' });
});
afterAll(async () => {
  await server.stop();
  await product.stop();
});
afterEach(async () => {
  const { body } = await server.api.get('/shadow-run/search/list');
  for (const { id } of body.shadowRuns as { id: string }[])
    await server.api.delete(`/shadow-run/${id}`);
  product.requests.length = 0;
});

const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();
let began = 0;

/** Begins a run now; the other product's times count from then. */
async function begin(name: ShadowRunWire['product'], over: object = {}): Promise<string> {
  began = server.clock.now().getTime();
  return server.api.make('/shadow-run', {
    displayName: name,
    product: name,
    apiKey: 'k3y-that-reads',
    teamIds: [teamId],
    state: 'Shadow',
    until: new Date(began + 10 * 86_400_000).toISOString(),
    ...over,
  });
}

/** Some time later the log is read. */
async function read(seconds = 60): Promise<void> {
  server.clock.advance(seconds);
  await readLogsTask(server.app.world, product.egress, 0).run(new AbortController().signal);
}

const logOf = (runId: string) =>
  driverCollection(shadowLogModel(server.app.world.store)).find({ runId }).toArray();
const shown = async (id: string) => (await server.api.get(`/shadow-run/${id}`)).body;

// https://developer.pagerduty.com/api-reference/c661e065403b5-list-log-entries
const incident = () => ({
  id: 'PINC',
  incident_key: 'disk-db1',
  title: 'Disk is full',
  created_at: at(1),
});
const entry = (type: string, seconds: number, more: object = {}) => ({
  id: `${type}${seconds}`,
  type: `${type}_log_entry`,
  created_at: at(seconds),
  incident: incident(),
  ...more,
});

function pagerduty({ path, query }: ReceivedRequest) {
  const user = /^\/users\/(\w+)$/.exec(path)?.[1];
  if (user === 'PGONE') return { status: 404, json: { error: { message: 'Not Found' } } };
  if (user) return { json: { user: { id: user, email: 'ann@example.com' } } };
  const notify = (id: string, seconds: number, type: string) =>
    entry('notify', seconds, { user: { id }, channel: { type: 'auto', notification: { type } } });
  const pages = [
    [entry('acknowledge', 40), notify('PANN', 30, 'phone'), entry('escalate', 20)],
    [notify('PGONE', 10, 'website'), notify('PANN', 5, 'sms'), entry('trigger', 1)],
  ];
  const number = Number(query.get('offset')) / 100;
  return { json: { log_entries: pages[number] ?? [], more: number + 1 < pages.length } };
}

it('of PagerDuty all pages are read, and who was told, by which way and when is kept, once', async () => {
  const id = await begin('PagerDuty', { url: 'https://pagerduty.example.com/' });
  product.play(pagerduty);
  await read();
  const kept = await logOf(id);
  expect(kept).toEqual([
    expect.objectContaining({
      key: 'disk-db1',
      title: 'Disk is full',
      openedAt: new Date(at(1)),
      told: [
        { userId: ann, at: new Date(at(5)), channel: 'SMS' },
        { userId: null, at: new Date(at(10)), channel: null },
        { userId: ann, at: new Date(at(30)), channel: 'VoiceCall' },
      ],
      escalatedAt: [new Date(at(20))],
      acknowledgedAt: new Date(at(40)),
      resolvedAt: null,
    }),
  ]);
  // No address of anybody is kept.
  expect(JSON.stringify(kept)).not.toMatch(/@|PGONE/);
  await read();
  expect(await logOf(id)).toEqual(kept);
  expect(new Set(product.requests.map(({ host }) => host))).toEqual(
    new Set(['pagerduty.example.com']),
  );
  expect(product.requests[0]?.headers.authorization).toBe('Token token=k3y-that-reads');
  expect(await shown(id)).toMatchObject({ failingSince: null, problem: null, readUntil: at(120) });
});

it('of Opsgenie what changed is read with its recipients, page by page', async () => {
  const id = await begin('Opsgenie');
  product.play(({ path, query }) => {
    if (path.endsWith('/recipients')) {
      const user = { id: '1', username: 'ann@example.com' };
      return { json: { data: [{ user, state: 'action', createdAt: at(3) }] } };
    }
    const alert = (name: string, seconds: number) => ({
      id: name,
      alias: `alias-${name}`,
      message: `Alert ${name}`,
      createdAt: at(2),
      updatedAt: at(seconds),
      report: { ackTime: 15_000 },
    });
    const pages = [[alert('b', 20), alert('a', 10)], [alert('old', -7200)]];
    const number = Number(query.get('offset')) / 100;
    const paging = number === 0 ? { next: 'https://api.opsgenie.com/v2/alerts?offset=100' } : {};
    return { json: { data: pages[number] ?? [], paging } };
  });
  await read();
  const kept = await logOf(id);
  expect(kept.map(({ key }) => key).sort()).toEqual(['alias-a', 'alias-b']);
  expect(kept[0]).toMatchObject({
    title: 'Alert a',
    told: [{ userId: ann, at: new Date(at(3)), channel: null }],
    acknowledgedAt: new Date(at(17)),
  });
  expect(product.requests.map(({ host }) => host)).toContain('api.opsgenie.com');
});

it.each([
  ['a key that is refused', { status: 401, json: {} }, 'shadowKeyRefused'],
  ['an answer that is none', { body: '<html>' }, 'shadowAnswerBroken'],
  ['a list that is none', { json: { log_entries: 'none' } }, 'shadowAnswerBroken'],
  ['a server that is down', { status: 503, json: {} }, 'shadowAnswers'],
  [
    'an address that leads elsewhere',
    { status: 302, headers: { location: '/x' } },
    'shadowAnswers',
  ],
])('%s is said, and what was missed is read once it is well', async (_, answer, code) => {
  const id = await begin('PagerDuty');
  product.play(() => answer);
  await read();
  expect(await shown(id)).toMatchObject({
    problemSentence: { code },
    failingSince: at(60),
    readUntil: at(0),
  });
  expect(product.requests.length).toBe(1);
  product.play(pagerduty);
  await read(900);
  expect(await shown(id)).toMatchObject({ problem: null, failingSince: null });
  expect(await logOf(id)).toHaveLength(1);
});

it('a product that asks to wait is left alone for as long as it says', async () => {
  const id = await begin('PagerDuty');
  product.play(() => ({ status: 429, headers: { 'ratelimit-reset': '300' }, json: {} }));
  await read();
  expect(await shown(id)).toMatchObject({ problemSentence: { code: 'shadowTooFast' } });
  await read(200);
  expect(product.requests.length).toBe(1);
  await read(101);
  expect(product.requests.length).toBe(2);
});

it('a run that is paused or over is not read, one that is live is; what is deleted leaves nothing', async () => {
  product.play(pagerduty);
  const id = await begin('PagerDuty', { state: 'Paused' });
  await read();
  expect(product.requests).toEqual([]);
  const body = await shown(id);
  await server.api.put(`/shadow-run/${id}`, { ...body, state: 'Live' });
  await read();
  expect(await logOf(id)).toHaveLength(1);
  const asked = product.requests.length;
  await read(11 * 86_400);
  expect(product.requests.length).toBe(asked);
  await server.api.delete(`/shadow-run/${id}`);
  await server.app.jobs.runAll((task) => task === 'removals');
  expect(await logOf(id)).toEqual([]);
});
