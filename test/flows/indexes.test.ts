import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { watermarkModel } from '../../src/ingest/model.ts';
import { processModel } from '../../src/processes/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { letAnotherProcessJoin } from '../support/processes.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

let t: TestApp;
let queries: RecordedQueries;

beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'public-api=off' } });
});
afterAll(() => t?.stop());

/** Everything intake, incidents, integrations and their jobs do to the store. */
async function liveThrough(): Promise<void> {
  const id = await makeIntegration(t, {
    snoozeSettings: { snoozeWindowInMinutes: 1, filters: null },
  });
  await map(t, id, [
    { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }] },
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.id' }] },
    { name: 'Rack', isGroupingKey: true, mappings: [{ jsonPath: '$.jsonBody.rack' }] },
    { name: 'Before', mappings: [{ static: '{{ previousIncident.Rack }}' }] },
  ]);
  await t.api.make('/inbound-integration-maintenance-windows', {
    integrationId: id,
    type: 'muted',
    start: null,
    end: null,
  });
  const opened = await alert(t, id, { id: 'a', rack: 'r1' });
  await alert(t, id, { id: 'b', rack: 'r1' });
  await alert(t, id, { id: 'b', rack: 'r1', status: 'Resolved' });
  for (let n = 0; n < 20; n += 1) await alert(t, id, { id: `n${n}` });
  await alert(t, id, { id: 'n3', status: 'Resolved' });
  const { incidentId, payloadId } = opened.body;
  await t.api.get(`/inbound-integration/${id}/payloads`);
  await t.api.get(`/inbound-integration/${id}/payloads/${payloadId}`);
  await t.api.post(`/inbound-integration/${id}/payloads/${payloadId}/replay`);
  for (const path of [
    '/incident/search/list',
    `/incident/search/list?TeamIds=${id}&Statuses=Open&SearchTerm=disk&SortBy=Title&Limit=5`,
    `/incident/search/list?IntegrationIds=${id}&SortBy=LastUpdatedAt&Unattended=true`,
    '/incident/search/changes?Limit=3',
    `/incident/search/changes?IncidentIds=${incidentId}`,
    `/incident/search/${incidentId}`,
  ])
    expect((await t.api.get(path)).status, path).toBe(200);
  for (const intent of ['Investigated', 'Resolved', 'Archived'])
    await t.api.patch(`/incident/${incidentId}`, { operations: { appendIntent: { intent } } });
  expect((await t.api.delete(`/incident/${incidentId}`)).status).toBe(200);
  // A payload that is applied later, and a process that died.
  const { store } = t.app.world;
  const { writeTogether } = store;
  vi.spyOn(store, 'writeTogether').mockImplementationOnce(async (writes) => {
    const { collectionName } = incidentModel;
    const done = await writeTogether(
      writes.filter(({ collection }) => collection !== collectionName),
    );
    const refused = writes.flatMap(({ collection }, at) =>
      collection === collectionName ? [[at, 2] as const] : [],
    );
    return { ...done, refused: new Map(refused) };
  });
  t.clock.advance(60);
  expect((await alert(t, id, { id: 'late' })).body.outcome).toBe('Accepted');
  const [mark, appliedThrough] = ['deadbeef00', new ObjectId(`${'0'.repeat(24)}`)];
  await processModel(store).create({ _id: mark, aliveAt: new Date(0), host: 'elsewhere', pid: 1 });
  await watermarkModel(store).create({ _id: mark, appliedThrough });
  // Tasks take leases.
  await letAnotherProcessJoin(t);
  await t.app.jobs.runAll();
  await send(t, id, { body: 'x' });
  expect((await t.api.delete(`/inbound-integration/${id}`)).status).toBe(200);
}

it('no query of intake, incidents, integrations and jobs scans a collection', async () => {
  await liveThrough();
  const { seen, scans } = await queries.explainAll(t);
  expect(scans).toEqual([]);
  // The test looked at what it says.
  for (const place of [
    'incidents find',
    'incidents update',
    'incidents aggregate',
    'payloads find',
    'payloads update',
    'inbound_integrations find',
    'inbound_integration_mappings find',
    'inbound_integration_maintenance_windows find',
    'teams find',
    'intake_watermarks find',
    'intake_watermarks update',
    'intake_watermarks delete',
    'processes find',
    'processes update',
    'processes delete',
    'job_leases update',
  ])
    expect([...seen]).toContain(place);
});
