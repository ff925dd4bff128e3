import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { models } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';
import { membersOf } from '../support/members.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { webhookOf } from '../support/webhook.ts';

let t: TestApp;
let queries: RecordedQueries;

beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp();
});
afterAll(() => t?.stop());

const collection = (name: string) => t.app.world.store.connection.collection(name);

async function post(hook: string, body: object): Promise<{ status: number; incidentId: string }> {
  const answer = await fetch(await webhookOf(t, hook), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { incidentId } = (await answer.json()) as { incidentId: string };
  return { status: answer.status, incidentId };
}

/** A team with an integration that opens an incident for every payload. */
async function makeHook({ api }: Pick<TestOrganization, 'api'>, team?: string) {
  const teamId = team ?? (await api.make('/team', { displayName: 'T' }));
  const hook = await api.make('/inbound-integration', {
    displayName: 'I',
    teamId,
    type: 'Webhook',
  });
  const attributes = [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Critical' }] },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.id' }] },
  ];
  await api.make(`/inbound-integration/${hook}/mapping`, { attributesMapping: { attributes } });
  return { teamId, hook };
}

/** The background work of a removal, until what was under way has arrived. */
async function finish(): Promise<void> {
  await t.app.jobs.runAll();
  t.clock.advance(61);
  await t.app.jobs.runAll();
}

it('an organization is out of reach at once, and gone with everything soon after, by index', async () => {
  const organization = await makeOrganization(t);
  const { hook } = await makeHook(organization);
  for (let id = 0; id < 5; id += 1) expect((await post(hook, { id })).status).toBe(200);
  // A document of the organization in every collection that has them.
  const named = models.filter(({ collectionName }) => collectionName !== 'removals');
  const withOrganization = named.filter((model) =>
    membersOf(t.app.world, model).includes('organizationId'),
  );
  expect(withOrganization.length).toBeGreaterThan(kindsOf(t.app.world).length);
  // Those whose documents have the id of what they belong to.
  const ids: Record<string, string> = { heartbeats: hook, audit_chain_starts: organization.id };
  for (const { collectionName } of withOrganization)
    if (
      (await collection(collectionName).countDocuments({ organizationId: organization.id })) === 0
    )
      await collection(collectionName).insertOne({
        _id: (ids[collectionName] ?? `left-${collectionName}`) as never,
        organizationId: organization.id,
        createdAt: t.clock.now(),
      });

  queries.forget();
  expect((await t.api.delete(`/organizations/${organization.id}`)).status).toBe(200);
  expect((await organization.api.get('/auth/me')).status).toBe(401);
  expect((await post(hook, { id: 'late' })).status).toBe(404);

  await t.app.jobs.runAll();
  // What was on its way when the organization went.
  await collection('payloads').insertOne({
    _id: new ObjectId(),
    organizationId: organization.id,
    integrationId: hook,
  });
  await collection('incidents').insertOne({
    _id: 'late' as never,
    organizationId: organization.id,
  });
  await finish();
  // Before the counts, which are the test's own.
  const { scans, seen } = await queries.explainAll(t);
  for (const { name } of await t.app.world.store.connection.listCollections())
    expect(await collection(name).countDocuments({ organizationId: organization.id }), name).toBe(
      0,
    );
  expect(scans).toEqual([]);
  for (const place of ['payloads delete', 'incidents delete', 'teams delete', 'audit_log delete'])
    expect([...seen]).toContain(place);
});

it('a deleted integration leaves no open incident and no payload', async () => {
  const { hook } = await makeHook(t);
  const { incidentId } = await post(hook, { id: 1 });
  expect((await t.api.delete(`/inbound-integration/${hook}`)).status).toBe(200);
  await finish();
  const { body } = await t.api.get(`/incident/search/${incidentId}`);
  expect(body).toMatchObject({ isArchived: true });
  expect((body.events as { status: string }[])[0]?.status).toBe('Resolved');
  expect(await collection('payloads').countDocuments({ integrationId: hook })).toBe(0);
  expect(await collection('removals').countDocuments({})).toBe(0);
});

it('a deleted team leaves its incidents to the other teams, or closed', async () => {
  const { hook, teamId } = await makeHook(t);
  const other = await t.api.make('/team', { displayName: 'Other' });
  const alone = await post(hook, { id: 'alone' });
  const incident = { title: 'Both', status: 'Open', severity: 'Minor', teamIds: [teamId, other] };
  const both = await t.api.make('/incident', incident);
  expect((await t.api.delete(`/team/${teamId}`)).status).toBe(200);
  expect((await post(hook, { id: 'late' })).status).toBe(404);
  await finish();
  expect((await t.api.get(`/incident/search/${alone.incidentId}`)).body.isArchived).toBe(true);
  const left = (await t.api.get(`/incident/search/${both}`)).body;
  expect(left.teams).toMatchObject([{ id: other }]);
  expect(left.isArchived).toBe(false);
  const { body } = await t.api.get(`/incident/search/list?TeamIds=${teamId}`);
  expect(body.incidents).toEqual([]);
});

it('integrations that are made while their team is deleted go with it', async () => {
  const team = await t.api.make('/team', { displayName: 'Raced' });
  const making = Array.from({ length: 8 }, (_, n) =>
    t.api.post('/inbound-integration', { displayName: `I${n}`, teamId: team, type: 'Webhook' }),
  );
  const [deleted] = await Promise.all([t.api.delete(`/team/${team}`), ...making]);
  expect(deleted.status).toBe(200);
  await finish();
  expect(await collection('inbound_integrations').countDocuments({ teamId: team })).toBe(0);
});

it('payloads go after 90 days unless their incident is open, and incidents by plan once resolved', async () => {
  const { hook } = await makeHook(t);
  const open = await post(hook, { id: 'open' });
  const resolved = await post(hook, { id: 'resolved' });
  const intent = { operations: { appendIntent: { intent: 'Resolved' } } };
  expect((await t.api.patch(`/incident/${resolved.incidentId}`, intent)).status).toBe(200);
  // Payload ids carry wall-clock seconds: the clock of the test goes beyond them.
  t.clock.set(new Date(Date.now() + 91 * 86_400_000));
  await t.app.jobs.runAll();
  const left = await collection('payloads').find({ integrationId: hook }).toArray();
  expect(left.map(({ incidentId }) => incidentId)).toEqual([open.incidentId]);
  expect((await t.api.get(`/incident/search/${resolved.incidentId}`)).status).toBe(200);
  t.clock.set(new Date(Date.now() + 800 * 86_400_000));
  await t.app.jobs.runAll();
  expect((await t.api.get(`/incident/search/${resolved.incidentId}`)).status).toBe(404);
  expect((await t.api.get(`/incident/search/${open.incidentId}`)).status).toBe(200);
});
