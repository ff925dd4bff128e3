import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeatableId } from '../../src/kernel/index.ts';
import { seedIncidents } from '../bench/scale-seed.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { formData } from '../support/multipart.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { needsOtherSide, workingRequest } from '../support/working-requests.ts';

let t: TestApp;
let queries: RecordedQueries;
let fixtures: Fixtures;

beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp();
  fixtures = await makeFixtures(t);
  fixtures = { ...fixtures, ...(await makeMoreFixtures(t, fixtures)) };
  await growAsInUse();
  queries.forget();
});
afterAll(() => t?.stop());

const hour = 3_600_000;
/** Collections that grow while a server is used, of which there is a document, and incidents. */
const growing = [
  ...['deliveries', 'http_monitoring_results', 'idempotent_requests', 'payload_revisions'],
  ...['payloads', 'proof_runs', 'public_updates', 'replay_runs', 'routing_rule_execution_logs'],
];

/** So that reading all of them, by an index of one of its fields, is seen. */
async function growAsInUse(): Promise<void> {
  const { connection } = t.app.world.store;
  for (const name of growing) {
    const collection = connection.collection(name);
    const one = await collection.findOne({});
    const copies = Array.from({ length: 2000 }, (_, n) => {
      const createdAt = new Date(t.clock.now().getTime() - n * hour);
      const _id =
        typeof one?._id === 'string'
          ? repeatableId(createdAt.getTime(), n)
          : ObjectId.createFromTime(createdAt.getTime() / 1000 + 1);
      return { ...one, _id, createdAt };
    });
    await collection.insertMany(copies as never[], { ordered: false });
  }
  const [teamIds, integrationIds] = ['team', 'inbound-integration'].map((kind) => [
    fixtures[kind] ?? '',
    'of nothing',
  ]) as [string[], string[]];
  const { organizationId, app, clock } = t;
  const given = { organizationId, teamIds, integrationIds, until: clock.now() };
  await seedIncidents(app.world, { ...given, incidents: 3000, open: 10 });
  // Keeps what reports and the search read of them.
  await app.jobs.runAll();
}

const operations = documentedOperations();
const reading = operations.filter(({ method }) => method === 'GET');
const writing = operations.filter(({ method }) => !['GET', 'DELETE'].includes(method));
// The document names parents first.
const deleting = operations.filter(({ method }) => method === 'DELETE').toReversed();

/** Operations that cannot answer 200 here, and why. May only shrink. */
const refused: Record<string, string> = {};

/** What is no filter, or needs a value that the server gave. */
const noFilters = ['organizationId', 'provision', 'Cursor'];

async function answer(operation: DocumentedOperation): Promise<void> {
  const { method, address, body } = workingRequest(operation, fixtures);
  const isForm = operation.bodies.some(({ mediaType }) => mediaType === 'multipart/form-data');
  const sent = isForm ? formData((body ?? {}) as Record<string, string>) : body;
  const { status, text } = await t.api.call(method, address, sent);
  const what = `${operation.operationId}: ${text}`;
  if (refused[operation.operationId]) expect(status, what).not.toBe(200);
  else expect(status, what).toBe(200);
}

/** Each by itself: an index that serves them together need not serve one. */
async function answerFilters(operation: DocumentedOperation): Promise<void> {
  const isSearch = operation.operationId.startsWith('search');
  for (const { name, value } of operation.filters) {
    if (noFilters.includes(name)) continue;
    const url = new URL(workingRequest(operation, fixtures).address, 'http://server');
    if (isSearch && !operation.query) url.search = '';
    url.searchParams.set(name, objectNamedBy(operation, name) ?? value);
    const { status, text } = await t.api.get(`${url.pathname}${url.search}`);
    // A search for the one object may find none.
    expect(isSearch ? [200, 404] : [200], `${url.pathname}${url.search}: ${text}`).toContain(
      status,
    );
  }
}

/** For filters that take the id of an object that is there; others are only compared. */
function objectNamedBy(operation: DocumentedOperation, filter: string): string | undefined {
  if (['listPayloads', 'searchPayloads'].includes(operation.operationId) && filter === 'IdLessThan')
    return fixtures['inbound-integration/payloadId'];
  const kinds: Record<string, string> = {
    IncidentId: 'incident',
    InboundIntegrationId: 'inbound-integration',
    integrationId: 'inbound-integration',
    MaintenanceWindowId: 'inbound-integration-maintenance-windows',
    ServiceId: 'service',
    StatusPageId: 'status-page',
    TeamId: 'team',
    TeamIds: 'team',
    UserId: 'user',
    UserIds: 'user',
  };
  return fixtures[kinds[filter] ?? ''];
}

async function expectLittleRead(): Promise<Set<string>> {
  const { seen, scans, costly } = await queries.explainAll(t);
  expect(scans).toEqual([]);
  expect(costly).toEqual([]);
  return seen;
}

it('every operation that reads answers 200, with each of its filters, and reads little more than it gives', async () => {
  for (const operation of reading) {
    await answer(operation);
    await answerFilters(operation);
  }
  expect((await expectLittleRead()).size).toBeGreaterThan(30);
});

it('every operation that writes answers 200 and reads little more than it gives', async () => {
  for (const operation of writing)
    if (!needsOtherSide.has(operation.operationId)) await answer(operation);
  expect((await expectLittleRead()).size).toBeGreaterThan(40);
});

it('no work in the background reads much more than it is about', async () => {
  const ended = {
    displayName: 'Over',
    product: 'Opsgenie',
    apiKey: 'secret',
    state: 'Paused',
    teamIds: [fixtures.team],
    until: t.clock.now().toISOString(),
    adoptsOpen: true,
  };
  expect((await t.api.put(`/shadow-run/${fixtures['shadow-run']}`, ended)).status).toBe(200);
  await t.app.jobs.runAll();
  expect((await expectLittleRead()).size).toBeGreaterThan(5);
});

it('every operation that deletes answers 200, and it and what follows from it read little more than they give', async () => {
  for (const operation of deleting)
    if (!needsOtherSide.has(operation.operationId)) await answer(operation);
  await t.app.jobs.runAll();
  expect((await expectLittleRead()).size).toBeGreaterThan(30);
});

it('the operations were all of the document', () => {
  expect(new Set([...reading, ...writing, ...deleting])).toEqual(new Set(operations));
  for (const id of Object.keys(refused))
    expect(operations.map(({ operationId }) => operationId)).toContain(id);
});
