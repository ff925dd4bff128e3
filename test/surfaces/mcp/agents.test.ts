import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentDayTask } from '../../../src/alerting/tell-agent-days.ts';
import type { KeyScope } from '../../../src/identity/index.ts';
import type { DeliveryDocument } from '../../../src/notifications/index.ts';
import { inEnglish } from '../../../src/sentences/index.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../../support/keys.ts';
import { callTool, listTools } from '../../support/mcp.ts';
import { documentedOperations } from '../../support/operations.ts';
import { runsOf, seedOf } from '../../support/runs.ts';

const soon = '2026-04-01T00:00:00Z';
const scopes: KeyScope[] = [
  { resource: 'incidents', permissions: ['get', 'list', 'create', 'update'] },
  { resource: 'teams', permissions: ['get', 'list', 'create', 'update', 'delete'] },
  { resource: 'silences', permissions: ['get', 'list', 'create', 'update', 'delete'] },
  { resource: 'inbound-integration-payloads', permissions: ['get', 'list', 'create'] },
  { resource: 'api-keys', permissions: ['get', 'list', 'create', 'update'] },
];

let server: TestApp;
let ownerId: string;
let teamId: string;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_PLAN: 'ENTERPRISE' } });
  ownerId = (await makePerson(server, {})).id;
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => server?.stop());

type Rights = Parameters<typeof agentKey>[0];

function agentKey(
  rights: { mayAcknowledge?: Severity[]; mayResolve?: Severity[]; readsPayloads?: boolean } = {},
): Promise<string> {
  return makeKey(server, { scopes, expiresAt: soon, agent: { ownerId, ...rights } });
}

type Severity = 'Minor' | 'Warning' | 'Critical';

const newIncident = (severity: Severity, more: object = {}) => ({
  title: `${severity} incident`,
  status: 'Open',
  severity,
  teamIds: [teamId],
  ...more,
});

function open(severity: Severity, api: ApiClient = server.api): Promise<string> {
  return api.make('/incident', newIncident(severity));
}

const intends = (intent: string, more: object = {}) => ({
  operations: { appendIntent: { intent, ...more } },
});

describe('a key of an agent', () => {
  const sound = () => ({
    displayName: 'Agent',
    kind: 'agent',
    scopes,
    expiresAt: soon,
    agent: { ownerId },
  });

  it('is made with scopes, an end within 90 days, and a person who answers for it', async () => {
    const made = await server.api.post('/api-key', sound());
    expect(made.status).toBe(200);
    expect(made.body.agent).toEqual({ ownerId });
    const refusals = await Promise.all(
      [
        { agent: null },
        { scopes: null },
        { expiresAt: null },
        { expiresAt: '2026-07-01T00:00:00Z' },
        { agent: { ownerId: teamId } },
        { userId: ownerId },
        { kind: 'organization' },
      ].map((change) => server.api.post('/api-key', { ...sound(), ...change })),
    );
    expect(refusals.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [400, ['agent']],
      [400, ['scopes']],
      [400, ['expiresAt']],
      [400, ['expiresAt']],
      [400, ['agent.ownerId']],
      [400, ['userId']],
      [400, ['agent']],
    ]);
  });

  it('is refused once its person is suspended, and goes with them', async () => {
    const { id } = await makePerson(server, {});
    const key = await makeKey(server, { scopes, expiresAt: soon, agent: { ownerId: id } });
    const status = async () => (await server.as(key).get('/auth/me')).status;
    expect(await status()).toBe(200);
    await server.api.post(`/user/${id}/suspend`, {});
    expect(await status()).toBe(401);
    await server.api.post(`/user/${id}/resume`, {});
    expect(await status()).toBe(200);
    await server.api.delete(`/user/${id}`);
    expect(await status()).toBe(401);
  });

  it('writes no configuration and reads no keys by the API either', async () => {
    const api = server.as(await agentKey());
    expect((await api.get(`/team/${teamId}`)).status).toBe(200);
    const answers = await Promise.all([
      api.post('/team', { displayName: 'Mine' }),
      api.put(`/team/${teamId}`, { displayName: 'Mine' }),
      api.delete(`/team/${teamId}`),
      api.get('/api-key/search/list'),
      api.post('/api-key', sound()),
      api.get('/inbound-integration-payload/search/list'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const reading = server.as(await agentKey({ readsPayloads: true }));
    expect((await reading.get('/inbound-integration-payload/search/list')).status).toBe(200);
  });

  it('is limited by the minute, and its writes by the hour', async () => {
    const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'on' } });
    const owner = await makePerson(limited, {});
    const key = await makeKey(limited, {
      scopes,
      expiresAt: soon,
      agent: { ownerId: owner.id, callsPerMinute: 4, writesPerHour: 1 },
    });
    const team = await limited.api.make('/team', { displayName: 'Payments' });
    const api = limited.as(key);
    const opened = () => api.post('/incident', newIncident('Minor', { teamIds: [team] }));
    expect((await opened()).status).toBe(200);
    expect((await opened()).status).toBe(429);
    limited.clock.advance(61);
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await api.get('/auth/me')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    await limited.stop();
  });
});

describe('acts', () => {
  it('are listed for agents only', async () => {
    const names = async (key: string, query = '') =>
      (await listTools(server, key, query)).map(({ name }) => name);
    expect(await names(server.key)).not.toContain('act_on_incident');
    const key = await agentKey();
    expect(await names(key)).toEqual(expect.arrayContaining(['act_on_incident', 'open_incident']));
    expect(await names(key, '?mode=read')).not.toContain('act_on_incident');
    expect(await names(key)).not.toContain('explain_payload');
  });

  it('are comments and escalations, and say in the audit log by which tool', async () => {
    const key = await agentKey();
    const id = await open('Critical');
    const commented = await callTool(server, key, 'act_on_incident', {
      id,
      ...intends('Commented', { message: 'Same as last week' }),
    });
    expect(commented.isError).toBeUndefined();
    const { body } = await server.api.get(`/auditlog/list?EntityId=${id}`);
    const [latest] = body.items as { keyId: string }[];
    expect(latest).toMatchObject({
      action: 'incident.commented',
      source: 'Mcp',
      tool: 'act_on_incident',
      // Its own word: the program of this test says it in a header only.
      client: 'node',
      actorKind: 'key',
      signatureStatus: { isValid: true },
    });
    const found = async (text: string) => {
      const { body: page } = await server.api.get(`/auditlog/list?EntityId=${id}&Text=${text}`);
      return (page.items as { action: string }[]).map(({ action }) => action);
    };
    expect(await found('NODE')).toEqual(['incident.commented']);
    expect(await found('act_on')).toEqual(['incident.commented']);
    const { body: keys } = await server.api.get('/api-key/search/list?Kind=agent&Limit=100');
    const clients = (keys.apiKeys as { id: string; lastUsedClient: string | null }[]).filter(
      (one) => one.id === latest?.keyId,
    );
    expect(clients).toMatchObject([{ lastUsedClient: 'node' }]);
    expect((await server.api.post('/auditlog/verify', {})).body).toMatchObject({
      isUntouched: true,
    });
  });

  it.each<[string, Rights, Severity, number]>([
    ['Investigated', {}, 'Minor', 403],
    ['Investigated', { mayAcknowledge: ['Minor'] }, 'Minor', 200],
    ['Investigated', { mayAcknowledge: ['Minor'] }, 'Critical', 403],
    ['Investigated', { mayResolve: ['Minor'] }, 'Minor', 403],
    ['Resolved', { mayAcknowledge: ['Minor'] }, 'Minor', 403],
    ['Resolved', { mayResolve: ['Minor'] }, 'Minor', 200],
    ['Snoozed', {}, 'Minor', 403],
    ['Archived', { mayResolve: ['Minor'], mayAcknowledge: ['Minor'] }, 'Minor', 403],
    ['Affects', { mayResolve: ['Minor'], mayAcknowledge: ['Minor'] }, 'Minor', 403],
    ['Escalated', {}, 'Critical', 200],
  ])('%s with %j on %s: %i, by the API and by tools', async (intent, rights, severity, status) => {
    const key = await agentKey(rights);
    const options =
      intent === 'Snoozed' ? { intentOptions: { snoozingOptions: { snoozedUntil: null } } } : {};
    const byApi = await server
      .as(key)
      .patch(`/incident/${await open(severity)}`, intends(intent, options));
    expect(byApi.status).toBe(status);
    const byTool = await callTool(server, key, 'act_on_incident', {
      id: await open(severity),
      ...intends(intent, options),
    });
    expect(byTool.isError ?? false).toBe(status !== 200);
  });

  it('change no severity, title or attribute, and tell the public nothing', async () => {
    const api = server.as(await agentKey({ mayAcknowledge: ['Minor'], mayResolve: ['Minor'] }));
    const id = await open('Critical');
    const refused = await Promise.all([
      api.patch(`/incident/${id}`, { operations: { changeSeverity: { severity: 'Minor' } } }),
      api.patch(`/incident/${id}`, { operations: { changeTitle: { title: 'Nothing' } } }),
      api.patch(`/incident/${id}`, {
        operations: { addAttributes: { attributes: [{ name: 'a', value: 'b' }] } },
      }),
      api.patch(`/incident/${id}`, intends('Commented', { message: 'x', messageIsPublic: true })),
      api.post('/incident', newIncident('Minor', { publicComment: 'All is well' })),
      api.post('/incident', { ...newIncident('Minor'), status: 'Resolved' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await api.post('/incident', newIncident('Minor'))).status).toBe(200);
  });
});

/** Law: whatever an agent calls, configuration stays, and nothing is taken or ended beyond its lists. */
it('no sequence of calls changes more than the key allows', async () => {
  const key = await agentKey({ mayAcknowledge: ['Minor'] });
  const { api: foreign } = await makeOrganization(server);
  const foreignTeam = await foreign.make('/team', { displayName: 'Theirs' });
  const critical = await open('Critical');
  const minor = await open('Minor');
  const before = await configuration();
  const earlier = await entries();
  const id = fc.constantFrom(critical, minor, teamId, foreignTeam);
  const intents = ['Investigated', 'Resolved', 'Snoozed', 'Assigned', 'Archived', 'Commented'];
  const act = fc.record({
    name: fc.constant('act_on_incident'),
    args: fc.tuple(id, fc.constantFrom(...intents)).map(([to, intent]) => ({
      id: to,
      ...intends(intent, { message: 'm' }),
    })),
  });
  const call = fc.record({
    name: fc.constant('call_operation'),
    args: fc
      .tuple(fc.constantFrom(...documentedOperations()), id)
      .map(([{ operationId, body, parameters }, to]) => ({
        operation: operationId,
        arguments: {
          ...body,
          ...intends('Resolved'),
          ...Object.fromEntries(
            parameters.filter((one) => /^id$|Ids?$/i.test(one.name)).map(({ name }) => [name, to]),
          ),
        },
      })),
  });
  const opening = fc.record({
    name: fc.constant('open_incident'),
    args: fc.constantFrom(teamId, foreignTeam).map((to) => newIncident('Minor', { teamIds: [to] })),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(act, call, opening), async ({ name, args }) => {
      const answer = await callTool(server, key, name, args);
      expect(JSON.stringify(answer)).not.toContain('Theirs');
    }),
    { numRuns: runsOf({ short: 15, long: 10_000 }), seed: seedOf(7) },
  );
  expect(await configuration()).toEqual(before);
  const actions = (await entries())
    .filter((entry) => !earlier.some(({ id }) => id === entry.id))
    .map(({ action }) => action);
  // What it may always do, and what it may do to Minor ones.
  const always = ['commented', 'escalated', 'create'];
  const ofMinor = ['investigated', 'assigned', 'snoozed'];
  const allowed = [...always, ...ofMinor].map((what) => `incident.${what}`);
  // Reading the log leaves an entry, too.
  expect(actions.filter((one) => !allowed.includes(one) && !/^audit-log\./.test(one))).toEqual([]);
  const stateOf = async (incident: string) => {
    const { body } = await server.api.get(`/incident/search/${incident}`);
    const [latest] = body.events as { status: string }[];
    return [latest?.status, body.unattended, body.snoozed ?? null];
  };
  expect(await stateOf(critical)).toEqual(['Open', true, null]);
  expect((await stateOf(minor))[0]).toBe('Open');
});

it('what an agent did is told the next morning to the person who answers for it, once, whatever server looks', async () => {
  const [ada, grace] = [await makePerson(server, {}), await makePerson(server, {})];
  const keyOf = (person: { id: string }) =>
    makeKey(server, { scopes, expiresAt: soon, agent: { ownerId: person.id } });
  const api = server.as(await keyOf(ada));
  // One that only reads.
  await server.as(await keyOf(grace)).get('/team/search/list');
  const id = await open('Critical');
  await api.patch(`/incident/${id}`, intends('Commented', { message: 'Same as last week' }));
  await server.app.jobs.runAll();
  const told: DeliveryDocument[] = [];
  const sender = { enqueue: async (some: readonly DeliveryDocument[]) => void told.push(...some) };
  const servers = ['one', 'another'].map(() =>
    agentDayTask(server.app.world, { missing: () => null }, sender),
  );
  const morning = async () => {
    for (const task of servers) await task.run(new AbortController().signal);
    return told.splice(0).filter(({ ownerId: to }) => [ada.id, grace.id].includes(to));
  };
  expect(await morning()).toEqual([]);
  server.clock.advance(22 * 3600);
  const [first, same, ...more] = await morning();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ ownerId: ada.id, lane: 'Email' });
  expect(same?._id).toBe(first?._id);
  expect(first?.note && inEnglish(first.note.body)).toContain('Commented: Critical incident.');
  expect(await morning()).toEqual([]);
});

/** What agents have done, newest first. */
async function entries() {
  const { body } = await server.api.get('/auditlog/list?Source=Mcp&Limit=100');
  return body.items as { id: string; action: string }[];
}

async function configuration() {
  const lists = ['/team/search/list', '/silence/search/list', '/api-key/search/list'];
  const answers = await Promise.all(lists.map((path) => server.api.get(path)));
  return answers.map(({ body }) =>
    JSON.parse(JSON.stringify(body, (name, value) => (/^lastUsed/.test(name) ? null : value))),
  );
}
