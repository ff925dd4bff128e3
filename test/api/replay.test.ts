import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payloadModel } from '../../src/ingest/index.ts';
import { orderedId } from '../../src/kernel/index.ts';
import { type ReplayRun, replayRunModel, replayRuns } from '../../src/replays/model.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { callTool } from '../support/mcp.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { alert, map } from '../support/webhook.ts';

let server: TestApp;
let api: ApiClient;

interface Given {
  teamId: string;
  integrationId: string;
  /** The integration as the API takes it. */
  wire: Record<string, unknown>;
}

/** Whatever the server asked for elsewhere. */
const asked: string[] = [];
let payments: Given;
let search: Given;

beforeAll(async () => {
  // Nothing is sent: the tasks of the server do not run by themselves.
  server = await startTestApp({
    outbound: {
      request(url) {
        asked.push(url);
        return Promise.reject(new Error('Nothing is asked here.'));
      },
    },
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9', TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
  ({ api } = server);
  payments = await team('Payments', ['Ada', 'Bo']);
  search = await team('Search', ['Cem', 'Dee']);
  for (const [minutes, { integrationId }, problem, status] of [
    [0, payments, 'one', 'Open'],
    [1, search, 'one', 'Open'],
    [2, payments, 'two', 'Open'],
    [30, payments, 'one', 'Resolved'],
  ] as const) {
    server.clock.set(new Date(Date.parse('2026-03-02T10:00:00Z') + minutes * 60_000));
    await alert(server, integrationId, { id: problem, title: `Problem ${problem}`, status });
  }
  server.clock.set('2026-03-02T12:00:00Z');
});
afterAll(() => server.stop());

async function team(displayName: string, [first = '', second = '']: string[]): Promise<Given> {
  const settings = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
  const { id: teamId } = await staffTeam(api, displayName, [
    { people: [first], settings },
    { people: [second] },
  ]);
  const wire = { displayName: `Alarms of ${displayName}`, teamId, type: 'Webhook' };
  const integrationId = await api.make('/inbound-integration', wire);
  await map(server, integrationId);
  return { teamId, integrationId, wire };
}

const from = '2026-03-02T00:00:00Z';
const muted = ({ integrationId, wire }: Given) => ({
  ...{ action: 'replace', entityType: 'InboundIntegration', id: integrationId },
  wire: { ...wire, isMuted: true },
});

/** Waits for its end. */
async function replay(body: object, by = api) {
  const begun = await by.post('/replay', { from, ...body });
  if (begun.status !== 200) return begun;
  for (;;) {
    const answer = await by.get(`/replay/${begun.body.id}`);
    if (answer.body.state !== 'Running' && answer.body.state !== 'Waiting') return answer;
  }
}

it('says who would have been told otherwise, and by which line', async () => {
  const { body } = await replay({ changes: [muted(payments)] });
  expect(body).toMatchObject({
    ...{ state: 'Done', progress: 1, payloads: 4, compared: 3, couldNotDiffer: 1, different: 2 },
    kinds: [{ kind: 'NobodyNow', count: 2 }],
    groups: [
      {
        count: 2,
        cause: {
          ...{ step: 'Intake', change: 'New', entityType: 'InboundIntegration', part: 'mute' },
          ...{ entityId: payments.integrationId, displayName: 'Alarms of Payments' },
          present: null,
        },
      },
    ],
  });
  const page = await api.get(`/replay/${body.id}/differences?Limit=1`);
  expect(page.body).toMatchObject({
    hasMore: true,
    items: [
      {
        kinds: ['NobodyNow'],
        inboundIntegrationId: payments.integrationId,
        incidentIds: [expect.any(String)],
      },
    ],
  });
  // Both courses of an example, line by line.
  expect(page.body.items).toMatchObject([
    {
      present: {
        lines: expect.arrayContaining([
          expect.objectContaining({ step: 'Tier', entityId: payments.teamId, part: '1' }),
          expect.objectContaining({ step: 'Contact', part: 'Email', isDropped: false }),
        ]),
      },
      changed: { lines: expect.arrayContaining([expect.objectContaining({ part: 'mute' })]) },
    },
  ]);
  const [{ id }] = page.body.items as [{ id: string }];
  const chosen = await api.get(`/replay/${body.id}/differences?Ids=${id}`);
  expect(chosen.body.items).toEqual(page.body.items);
  const listed = await api.get('/replay/search/list?Limit=1');
  const { groups: _, calibration: __, noise: ___, ...summary } = body;
  expect(listed.body).toEqual({ replays: [summary], hasMore: false });
  expect(summary.changed).toEqual([
    { action: 'replace', entityType: 'InboundIntegration', entityId: payments.integrationId },
  ]);
  const { nextCursor } = page.body;
  const rest = await api.get(`/replay/${body.id}/differences?Cursor=${nextCursor}`);
  expect(rest.body).toMatchObject({ hasMore: false, items: [{ changed: { toldAt: null } }] });
  const others = await api.get(`/replay/${body.id}/differences?Kind=Later`);
  expect(others.body.items).toEqual([]);
  const log = await api.get(`/auditlog/list?EntityId=${body.id}`);
  expect(log.body).toMatchObject({ items: [{ action: 'replay.create' }] });
});

it('what cannot differ is counted as it is where all of it is played', async () => {
  const changed = await replay({ changes: [muted(payments)] });
  const all = await replay({ changes: [] });
  const counts = ({ payloads, alerts, compared, openBefore }: typeof all.body) => ({
    ...{ payloads, alerts, compared, openBefore },
  });
  expect(counts(changed.body)).toEqual(counts(all.body));
  expect(changed.body).toMatchObject({ couldNotDiffer: 1, different: 2 });
  const later = { from: '2026-03-02T10:01:30Z', changes: [muted(payments)] };
  const { body } = await replay(later);
  expect(counts(body)).toEqual(counts((await replay({ ...later, changes: [] })).body));
  expect(body).toMatchObject({ openBefore: 1, payloads: 2 });
});

it('B6: nothing else changes in the store, and no request leaves', async () => {
  const { db } = server.app.world.store.connection;
  const all = async () => {
    const found: Record<string, string> = {};
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      const own = ['replay_runs', 'replay_differences', 'audit_log', 'audit_heads', 'idempotency'];
      if (own.includes(name) || name.startsWith('audit')) continue;
      found[name] = JSON.stringify(await db?.collection(name).find({}).toArray());
    }
    return found;
  };
  const before = await all();
  await replay({ changes: [muted(payments), { ...muted(search), action: 'delete', wire: null }] });
  expect(await all()).toEqual(before);
  expect(asked).toEqual([]);
});

it('reads each payload by a mapping that is changed, and names what it makes otherwise', async () => {
  const attributes = [
    { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }] },
    { name: 'Severity', mappings: [{ static: 'Critical' }] },
    { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.title' }] },
    { name: 'CorrelationId', mappings: [{ static: 'all' }] },
  ];
  const { body } = await replay({
    changes: [
      {
        ...{ action: 'replace', entityType: 'InboundIntegrationMapping' },
        id: payments.integrationId,
        wire: { id: payments.integrationId, attributesMapping: { attributes } },
      },
    ],
  });
  expect(body).toMatchObject({
    ...{ state: 'Done', couldNotDiffer: 1 },
    kinds: expect.arrayContaining([{ kind: 'Grouped', count: 1 }]),
    groups: [{ cause: { step: 'Mapping', part: 'Severity' } }],
  });
});

it('says why a tier tells nobody', async () => {
  const { body: tiers } = await api.get(`/team-escalations/${payments.teamId}`);
  const [first, ...others] = tiers.escalationTiers as object[];
  const nobody = { ...first, schedules: [{ rotations: [{ members: [] }] }] };
  const wire = { teamId: payments.teamId, escalationTiers: [nobody, ...others] };
  const { body } = await replay({
    changes: [{ action: 'replace', entityType: 'TeamEscalations', id: tiers.id, wire }],
  });
  const { body: page } = await api.get(`/replay/${body.id}/differences?Limit=1`);
  const [{ changed }] = page.items as [{ changed: { lines: { step: string; text: string }[] } }];
  const told = changed.lines.find(({ step }) => step === 'Tier');
  expect(told?.text).toMatch(/^Nobody is on call\. The tier of Payments.* names nobody\.$/);
});

it('refuses changes that a write would refuse, with their place', async () => {
  const wrong = { ...muted(payments), wire: { ...payments.wire, type: 'NoTool' } };
  const { status, body } = await replay({ changes: [muted(search), wrong] });
  expect(status).toBe(400);
  expect(JSON.stringify(body.errors)).toContain('changes[1].wire.type');
});

it('refuses a mapping that cannot be read, with its place', async () => {
  const wrong = [{ name: 'Title', mappings: [{ jsonPath: '$.jsonBody.[' }] }];
  const { status, body } = await replay({
    changes: [
      {
        ...{ action: 'replace', entityType: 'InboundIntegrationMapping' },
        id: payments.integrationId,
        wire: { id: payments.integrationId, attributesMapping: { attributes: wrong } },
      },
    ],
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body.errors)).toContain('changes[0].wire.attributesMapping');
});

it('cuts what is not kept any more, and says so', async () => {
  const { body } = await replay({ changes: [], from: '2020-01-01T00:00:00Z' });
  expect(body).toMatchObject({ state: 'Done', isCut: true, different: 0, compared: 3 });
  const { status } = await replay({ changes: [], until: '2026-03-01T00:00:00Z' });
  expect(status).toBe(400);
});

it('begins so many days ago by the clock of the server, and refuses both ways to say it', async () => {
  const { body } = await api.post('/replay', { days: 2, until: '2026-03-02T11:00:00Z' });
  expect(body).toMatchObject({ from: '2026-02-28T11:00:00.000Z' });
  const { status, body: refused } = await api.post('/replay', { days: 2, from });
  expect(status).toBe(400);
  expect(JSON.stringify(refused.errors)).toContain('days');
  expect((await api.post('/replay', { days: 0 })).status).toBe(400);
});

it('shows the differences of a team to who may read its payloads, and counts the others', async () => {
  const person = await makePerson(server, { teams: { [search.teamId]: 'Administrator' } });
  const { body } = await replay({ changes: [muted(payments), muted(search)] });
  const seen = await person.api.get(`/replay/${body.id}`);
  expect(seen.body).toMatchObject({ different: 3, hidden: 2 });
  expect(seen.body.groups).toHaveLength(1);
  const { body: list } = await person.api.get(`/replay/${body.id}/differences`);
  expect(list).toMatchObject({ items: [{ teamIds: [search.teamId] }] });
  expect(await replay({ changes: [muted(payments)] }, person.api)).toMatchObject({ status: 403 });
  const member = await makePerson(server, { teams: { [search.teamId]: 'Member' } });
  expect((await member.api.get(`/replay/${body.id}`)).status).toBe(403);
  const stranger = await makeOrganization(server);
  expect((await stranger.api.get(`/replay/${body.id}`)).status).toBe(404);
  const scoped = server.as(
    await makeKey(server, { scopes: [{ resource: 'teams', permissions: ['get'] }] }),
  );
  expect((await scoped.post('/replay', { changes: [], from })).status).toBe(403);
});

let known: ReplayRun | null = null;

/** One that a server says it runs, of this organization or another one. */
async function going(organizationId: string, more: Partial<ReplayRun> = {}): Promise<string> {
  const { world } = server.app;
  const example = async () => {
    const { body } = await replay({ changes: [] });
    return replayRunModel(world.store).findById(String(body.id)).lean<ReplayRun>();
  };
  known ??= await example();
  if (!known) throw new Error('There is none.');
  const now = server.clock.now();
  const _id = orderedId(now.getTime() - 1000);
  const { beganAt: _, ...run } = known;
  await replayRuns.add(world, {
    ...{ ...run, _id, organizationId, state: 'Running', seenAt: now, ...more },
  });
  return _id;
}

/** Its end. */
function ended(id: unknown) {
  const over = async () => {
    const { body } = await api.get(`/replay/${id}`);
    return body.state === 'Running' || body.state === 'Waiting' ? null : body;
  };
  return vi.waitUntil(over, { timeout: 20_000, interval: 100 });
}

it('waits for one of the organization, which is said, until that one ends or its server is gone', async () => {
  const first = await going(server.organizationId);
  const { body: begun, status } = await api.post('/replay', { from, changes: [] });
  expect([status, begun.state, begun.ahead, begun.isBehindOthers]).toEqual([
    ...[200, 'Waiting', 1, false],
  ]);
  await replayRuns.note(server.app.world, first, { state: 'Done' });
  expect(await ended(begun.id)).toMatchObject({ state: 'Done', compared: 3, ahead: 0 });
  const second = await going(server.organizationId);
  const { body: waits } = await api.post('/replay', { from, changes: [] });
  const cancelled = await api.post(`/replay/${waits.id}/cancel`, {});
  expect(cancelled.status).toBe(200);
  expect(await ended(waits.id)).toMatchObject({ state: 'Cancelled', payloads: 0 });
  server.clock.advance(61);
  const { body } = await api.get(`/replay/${second}`);
  expect(body).toMatchObject({ state: 'Stopped', reasonSentence: { code: 'runServerEnded' } });
  expect((await replay({ changes: [] })).body.state).toBe('Done');
  expect((await api.get(`/replay/${second}/differences?Cursor=wrong`)).status).toBe(400);
});

it('is refused beyond ten that wait', async () => {
  for (let count = 0; count < 11; count += 1)
    await going(server.organizationId, { state: count === 0 ? 'Running' : 'Waiting' });
  const refused = await api.post('/replay', { from, changes: [] });
  expect(refused.status).toBe(429);
  expect(refused.body.detail).toContain('list of replays');
  server.clock.advance(61);
});

it('goes on beside one of another organization, and waits for two', async () => {
  const beganAt = new Date(server.clock.now().getTime() + 500);
  const one = await going('one', { beganAt });
  expect(await replay({ changes: [] })).toMatchObject({ body: { state: 'Done' } });
  const other = await going('other');
  const { body: begun } = await api.post('/replay', { from, changes: [] });
  expect(begun).toMatchObject({ state: 'Waiting', ahead: 0, isBehindOthers: true });
  // Whoever waits for a second one comes later, though it was asked for before.
  await going('one', { state: 'Waiting' });
  await replayRuns.note(server.app.world, one, { state: 'Done' });
  expect(await ended(begun.id)).toMatchObject({ state: 'Done' });
  await replayRuns.note(server.app.world, other, { state: 'Done' });
  server.clock.advance(61);
});

it('stops halfway when it is cancelled, with what it has found by then', async () => {
  const payloads = payloadModel(server.app.world.store).collection;
  const [payload] = await payloads.find({ integrationId: payments.integrationId }).toArray();
  const begin = Date.parse('2026-03-02T09:00:00Z');
  // Ids begin with the second.
  const second = (begin / 1000).toString(16);
  const count = 20_000;
  const many = Array.from({ length: count }, (_, place) => ({
    ...payload,
    _id: new ObjectId(`${second}${place.toString(16).padStart(16, '0')}`),
    createdAt: new Date(begin + place),
  }));
  await payloads.insertMany(many);
  const { body: begun } = await api.post('/replay', { from, changes: [muted(payments)] });
  await api.post(`/replay/${begun.id}/cancel`, {});
  const end = await ended(begun.id);
  await payloads.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } });
  expect(end.state).toBe('Cancelled');
  expect(end.payloads).toBeLessThan(count);
  expect(Date.parse(String(end.reachedAt))).toBeLessThan(begin + count);
});

async function keyOf(readsPayloads: boolean): Promise<string> {
  const { id: ownerId } = await makePerson(server, {});
  const scopes = [{ resource: 'replays', permissions: ['get', 'create'] }];
  const expiresAt = '2026-04-01T00:00:00Z';
  return makeKey(server, { scopes, expiresAt, agent: { ownerId, readsPayloads } });
}

it('an agent asks what woke people for nothing, and is answered what was found', async () => {
  const key = await keyOf(true);
  const words = { words: 'what wakes people for nothing' };
  const found = await callTool(server, key, 'find_operation', words);
  expect(JSON.stringify(found.structuredContent)).toContain('createNoiseReport');
  const asked = { operation: 'createNoiseReport', arguments: { from } };
  const { structuredContent } = await callTool(server, key, 'call_operation', asked);
  expect(structuredContent).toMatchObject({ state: 'Done', noise: { totals: {} } });
  const blind = await callTool(server, await keyOf(false), 'call_operation', asked);
  expect(blind.isError).toBe(true);
});

it('an agent tries a change on the past by a tool, if its key sees what came in', async () => {
  const change = { from, changes: [muted(payments)] };
  const tried = await callTool(server, await keyOf(true), 'replay_change', change);
  expect(tried.structuredContent).toMatchObject({ state: 'Done', different: 2 });
  const malformed = await callTool(server, await keyOf(true), 'replay_change', { since: from });
  expect(malformed.content[0]?.text).toMatch(/^Arguments that it does not have: 1/);
  const blind = await callTool(server, await keyOf(false), 'replay_change', change);
  expect(blind.isError).toBe(true);
});
