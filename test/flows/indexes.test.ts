import { ObjectId } from 'bson';
import type { CommandStartedEvent } from 'mongodb';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { intakeProcessModel } from '../../src/ingest/model.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

interface Command {
  name: string;
  database: string;
  command: Record<string, unknown>;
}

/** Rooms whose queries are looked at, by their collections. */
const owned = new Set([
  'payloads',
  'intake_processes',
  'incidents',
  'inbound_integrations',
  'inbound_integration_mappings',
  'inbound_integration_maintenance_windows',
  'teams',
  'job_leases',
]);
const watched = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'update',
  'delete',
  'findAndModify',
]);

let t: TestApp;
const commands: Command[] = [];

beforeAll(async () => {
  const { createConnection } = mongoose;
  vi.spyOn(mongoose, 'createConnection').mockImplementation((...given: unknown[]) => {
    const [uri, options] = given as [string, object];
    const connection = Reflect.apply(createConnection, mongoose, [
      uri,
      { ...options, monitorCommands: true },
    ]);
    connection.once('connected', () =>
      connection.getClient().on('commandStarted', (event: CommandStartedEvent) => {
        if (!watched.has(event.commandName)) return;
        const { commandName: name, databaseName: database } = event;
        commands.push({ name, database, command: structuredClone(plain(event.command)) });
      }),
    );
    return connection;
  });
  t = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'public-api=off' } });
});
afterAll(() => t?.stop());

/** Ids and dates survive `structuredClone` only as what the driver made of them. */
function plain(command: unknown): Record<string, unknown> {
  return mongoose.mongo.BSON.deserialize(
    mongoose.mongo.BSON.serialize(command as Record<string, unknown>),
    { promoteBuffers: true },
  );
}

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
  const failing = vi.spyOn(incidentModel(store).collection, 'insertMany');
  failing.mockRejectedValueOnce(new Error('no'));
  t.clock.advance(60);
  expect((await alert(t, id, { id: 'late' })).body.outcome).toBe('Accepted');
  const [mark, appliedThrough] = ['deadbeef00', new ObjectId(`${'0'.repeat(24)}`)];
  await intakeProcessModel(store).create({
    _id: mark,
    appliedThrough,
    aliveAt: new Date(0),
    host: 'elsewhere',
    pid: 1,
  });
  // As if others shared the store: tasks take leases.
  Object.defineProperty(store, 'exclusive', { get: () => false, set: () => {} });
  await t.app.jobs.runAll();
  await send(t, id, { body: 'x' });
  expect((await t.api.delete(`/inbound-integration/${id}`)).status).toBe(200);
}

/** The queries of a command, each as something that can be explained. */
function queriesOf({ name, command }: Command): Record<string, unknown>[] {
  const collection = command[name] as string;
  const shapes: Record<string, () => Record<string, unknown>[]> = {
    update: () =>
      (command.updates as { q: object; hint?: unknown }[]).map(({ q }) => ({
        find: collection,
        filter: q,
      })),
    delete: () =>
      (command.deletes as { q: object }[]).map(({ q }) => ({ find: collection, filter: q })),
    findAndModify: () => [
      { find: collection, filter: command.query, ...(command.sort ? { sort: command.sort } : {}) },
    ],
    aggregate: () => [{ aggregate: collection, pipeline: command.pipeline, cursor: {} }],
    count: () => [{ count: collection, query: command.query }],
    distinct: () => [{ distinct: collection, key: command.key, query: command.query }],
    find: () => {
      const { filter, sort, hint, projection, limit } = command;
      return [
        Object.fromEntries(
          Object.entries({ find: collection, filter, sort, hint, projection, limit }).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ];
    },
  };
  return shapes[name]?.() ?? [];
}

it('no query of intake, incidents, integrations and jobs scans a collection', async () => {
  await liveThrough();
  const seen = new Map<string, number>();
  const scans = new Set<string>();
  const recorded = commands.filter(({ name, command }) => owned.has(command[name] as string));
  const db = t.app.world.store.connection.db;
  for (const recording of recorded)
    for (const query of queriesOf(recording)) {
      const { name, command } = recording;
      const place = `${command[name]} ${name}`;
      seen.set(place, (seen.get(place) ?? 0) + 1);
      const plan = await db?.command({ explain: query, verbosity: 'queryPlanner' });
      const text = JSON.stringify(plan);
      expect(text, place).toContain('stage');
      if (text.includes('COLLSCAN')) scans.add(`${place} ${JSON.stringify(query).slice(0, 300)}`);
    }
  expect([...scans]).toEqual([]);
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
    'intake_processes find',
    'intake_processes update',
    'job_leases update',
  ])
    expect([...seen.keys()]).toContain(place);
});
