import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goalertQuery } from '../../src/shadow/goalert-log.ts';
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
let ann: string;
beforeAll(async () => {
  server = await startTestApp();
  product = await startScriptedReceiver();
  ann = await server.api.make('/user', { email: 'Ann@example.com' });
});
afterAll(async () => {
  await server.stop();
  await product.stop();
});

let began = 0;
const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();
const own = { url: 'https://pager.example.com' };

/** A run that begins now, and its log a minute later. */
async function readOnce(name: ShadowRunWire['product'], over: object = {}): Promise<string> {
  began = server.clock.now().getTime();
  const teamId = await server.api.make('/team', { displayName: `Team of ${name}` });
  const id = await server.api.make('/shadow-run', {
    displayName: name,
    product: name,
    apiKey: 'key:that-reads',
    teamIds: [teamId],
    state: 'Shadow',
    until: new Date(began + 10 * 86_400_000).toISOString(),
    ...over,
  });
  server.clock.advance(60);
  product.requests.length = 0;
  await readLogsTask(server.app.world, product.egress, 0).run(new AbortController().signal);
  return id;
}

async function logOf(runId: string) {
  const log = driverCollection(shadowLogModel(server.app.world.store));
  return log.find({ runId }).toArray();
}

async function end(id: string): Promise<void> {
  expect((await server.api.get(`/shadow-run/${id}`)).body).toMatchObject({ problem: null });
  await server.api.delete(`/shadow-run/${id}`);
}

it.each(['GoAlert', 'GrafanaOnCall'] as const)('%s has no address of its own', async (name) => {
  const teamId = await server.api.make('/team', { displayName: name });
  const answer = await server.api.post('/shadow-run', {
    ...{ displayName: name, product: name, apiKey: 'k', teamIds: [teamId], state: 'Live' },
    until: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('"url"');
});

// https://github.com/target/goalert/tree/master/graphql2
function goalert({ json }: ReceivedRequest) {
  const { query, operationName, variables } = json as Record<string, Record<string, string>>;
  if (String(query) !== goalertQuery) return { json: { errors: [{ message: 'wrong query' }] } };
  const page = (nodes: object[], next: string | null = null) => ({
    nodes,
    pageInfo: { hasNextPage: next !== null, endCursor: next },
  });
  const alert = (alertID: number, events: object[]) => ({
    ...{ alertID, summary: `Alert ${alertID}`, createdAt: at(1) },
    recentEvents: { nodes: events },
  });
  const events = [
    { timestamp: at(40), message: 'Acknowledged by Ann via web' },
    { timestamp: at(20), message: 'Escalated to step #2 automatically' },
  ];
  const message = { alertID: 7, userID: 'u1', createdAt: at(2), sentAt: at(3) };
  const answers: Record<string, object> = {
    Open: { alerts: variables?.after === '' ? page([], 'next') : page([alert(7, events)]) },
    Closed: { alerts: page([alert(8, [{ timestamp: at(50), message: 'Closed by Ann' }])]) },
    Messages: {
      messageLogs: page([
        { ...message, destination: '+1 555 0100 (SMS)' },
        { ...message, sentAt: null, createdAt: at(30), destination: '+1 555 0100 (Voice)' },
        { alertID: 7, userID: null, createdAt: at(2), sentAt: at(2), destination: '#ops (Slack)' },
      ]),
    },
    Person: { user: { email: 'ann@example.com' } },
  };
  return { json: { data: answers[String(operationName)] } };
}

it('of GoAlert open and closed alerts are read with the messages about them', async () => {
  product.play(goalert);
  const id = await readOnce('GoAlert', own);
  expect(await logOf(id)).toEqual([
    expect.objectContaining({
      ...{ key: null, title: 'Alert 7', openedAt: new Date(at(1)), resolvedAt: null },
      told: [
        { userId: ann, at: new Date(at(3)), channel: 'SMS' },
        { userId: ann, at: new Date(at(30)), channel: 'VoiceCall' },
      ],
      escalatedAt: [new Date(at(20))],
      acknowledgedAt: new Date(at(40)),
    }),
    expect.objectContaining({ title: 'Alert 8', told: [], resolvedAt: new Date(at(50)) }),
  ]);
  await end(id);
});

it('the guide has the very query of GoAlert', () => {
  const guide = new URL('../../docs/migration/README.md', import.meta.url);
  expect(readFileSync(guide, 'utf8')).toContain(`\`\`\`graphql\n${goalertQuery}\n\`\`\``);
});

it('a key of GoAlert for another query is said', async () => {
  product.play(() => ({ json: { errors: [{ message: 'wrong query for API key' }] } }));
  const id = await readOnce('GoAlert', own);
  const { body } = await server.api.get(`/shadow-run/${id}`);
  expect(body).toMatchObject({ problemSentence: { code: 'shadowQueryRefused' } });
  await server.api.delete(`/shadow-run/${id}`);
});

// https://api.ilert.com/api-docs
it('of ilert alerts are read with their notifications and what became of them', async () => {
  product.play(({ path, query }) => {
    const isFirst = query.get('start-index') === '0';
    const alert = (id: number, status: string) => ({
      ...{ id, status, summary: `Alert ${id}`, alertKey: `key-${id}`, reportTime: at(1) },
      ...(status === 'RESOLVED' && { resolvedOn: at(id === 2 ? 50 : -7200) }),
    });
    if (path === '/api/users')
      return { json: isFirst ? [{ id: 5, email: 'Ann@example.com' }] : [] };
    if (path.endsWith('/notifications')) {
      const user = { id: 5, firstname: 'Ann', lastname: 'Smith' };
      const told = { method: 'PUSH', user, notificationTime: at(4), status: 'SUCCESS' };
      const later = { ...told, method: 'VOICE', notificationTime: at(900), status: 'SCHEDULED' };
      return { json: [told, later] };
    }
    const line = (logEntryType: string, seconds: number) => ({
      logEntryType,
      timestamp: at(seconds),
    });
    if (path.endsWith('/log-entries'))
      return {
        json: isFirst
          ? [line('UserResponseLogEntry', 30), line('AlertEscalatedToLevelLogEntry', 20)]
          : [],
      };
    const states = query.getAll('states');
    if (!isFirst) return { json: [] };
    const ended = [alert(2, 'RESOLVED'), alert(3, 'RESOLVED')];
    return { json: states.includes('RESOLVED') ? ended : [alert(1, 'ACCEPTED')] };
  });
  const id = await readOnce('ilert');
  const kept = await logOf(id);
  expect(kept.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect(kept[0]).toMatchObject({
    told: [{ userId: ann, at: new Date(at(4)), channel: 'Push' }],
    escalatedAt: [new Date(at(20))],
    acknowledgedAt: new Date(at(30)),
    resolvedAt: null,
  });
  expect(kept[1]).toMatchObject({ resolvedAt: new Date(at(50)) });
  await end(id);
});

// https://portal.victorops.com/public/api-docs.html
it('of Splunk On-Call it is known whom it paged, and times are not compared', async () => {
  product.play(({ path, headers }) => {
    if (headers['x-vo-api-id'] !== 'key' || headers['x-vo-api-key'] !== 'that-reads')
      return { status: 403, json: {} };
    if (path === '/api-public/v2/user')
      return { json: { users: [{ username: 'ann', email: 'Ann@example.com' }] } };
    const transitions = [
      { name: 'triggered', at: at(1) },
      { name: 'acknowledged', at: at(40), by: 'ann' },
    ];
    const incident = { incidentNumber: '12', startTime: at(1), entityId: 'db1/disk', transitions };
    const named = { entityDisplayName: 'Disk is full', pagedUsers: ['ann', 'gone'] };
    return { json: { incidents: [{ ...incident, ...named }] } };
  });
  const id = await readOnce('SplunkOnCall');
  expect(await logOf(id)).toEqual([
    expect.objectContaining({
      ...{ key: 'db1/disk', title: 'Disk is full', acknowledgedAt: new Date(at(40)) },
      told: [
        { userId: ann, at: new Date(at(1)), channel: null },
        { userId: null, at: new Date(at(1)), channel: null },
      ],
    }),
  ]);
  const { body } = await server.api.get(`/shadow-run/${id}/report`);
  expect(body).toMatchObject({ precision: 'Person', isReady: false });
  await end(id);
});

// https://grafana.com/docs/oncall/latest/oncall-api-reference/alertgroups/
it('of OnCall groups are read until they are old, and only incidents are compared', async () => {
  product.play(({ query }) => {
    const group = (id: string, seconds: number) => ({
      ...{ id, title: `Group ${id}`, created_at: at(seconds), acknowledged_at: at(30) },
      resolved_at: null,
    });
    const pages = [[group('b', 5)], [group('a', 1), group('old', -200_000)], [group('older', -1)]];
    const page = Number(query.get('page'));
    return { json: { next: `https://x/?page=${page + 1}`, results: pages[page - 1] ?? [] } };
  });
  const id = await readOnce('GrafanaOnCall', own);
  const kept = await logOf(id);
  expect(kept.map(({ title }) => title).sort()).toEqual(['Group a', 'Group b', 'Group old']);
  expect(kept.find(({ title }) => title === 'Group a')).toMatchObject({
    told: [],
    acknowledgedAt: new Date(at(30)),
  });
  const { body } = await server.api.get(`/shadow-run/${id}/report`);
  expect(body).toMatchObject({ precision: 'Incident', isReady: false });
  await end(id);
});
