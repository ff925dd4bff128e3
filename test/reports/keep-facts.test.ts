import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countedIncident } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { incidentToFact } from '../../src/reports/incident-to-fact.ts';
import { catchUp } from '../../src/reports/keep-facts.ts';
import { factsOf, positionsOf } from '../../src/reports/model.ts';
import { packDays, stampDays } from '../../src/reports/packed-days.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-02T10:00:00.000Z' });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => server.stop());

const patience = { patienceMilliseconds: 10_000 };
const world = () => server.app.world;
const open = (title: string) =>
  server.api.make('/incident', { title, status: 'Open', severity: 'Minor', teamIds: [teamId] });
const act = (id: string, intent: string) =>
  server.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent } } });
const factOf = (id: string) => factsOf(world()).findOne({ _id: id });

it('several at once leave the facts of the latest versions', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => open(`Incident ${n}`)));
  const rounds = Array.from({ length: 6 }, () => catchUp(world(), server.organizationId, patience));
  await Promise.all([...rounds, ...ids.map((id) => act(id, 'Resolved'))]);
  await Promise.all(rounds.map(() => catchUp(world(), server.organizationId, patience)));
  for (const id of ids) {
    const incident = await countedIncident(world(), id);
    expect(incident && incidentToFact(incident, null)).toEqual(await factOf(id));
  }
});

it('an earlier version takes nothing back', async () => {
  const id = await open('Late');
  const before = await countedIncident(world(), id);
  await act(id, 'Resolved');
  await catchUp(world(), server.organizationId, patience);
  const kept = await factOf(id);
  if (!before) throw new Error('no incident');
  await factsOf(world())
    .replaceOne({ _id: id, version: { $lt: before.version } }, incidentToFact(before, null), {
      upsert: true,
    })
    .catch(() => undefined);
  expect(await factOf(id)).toEqual(kept);
});

it('what intake has not applied yet keeps the position back', async () => {
  const stuckAt = server.clock.now();
  const _id = new ObjectId();
  await payloadModel(world().store).collection.insertOne({
    _id,
    organizationId: server.organizationId,
    integrationId: randomUUID(),
    createdAt: stuckAt,
    pending: true,
  } as never);
  server.clock.advance(7200);
  await catchUp(world(), server.organizationId, patience);
  const position = await positionsOf(world()).findOne({ _id: server.organizationId });
  expect(position?.from.getTime()).toBeLessThan(stuckAt.getTime());
  await payloadModel(world().store).collection.deleteOne({ _id } as never);
  await catchUp(world(), server.organizationId, patience);
  const later = await positionsOf(world()).findOne({ _id: server.organizationId });
  expect(later?.from.getTime()).toBeGreaterThan(stuckAt.getTime());
});

it('a process that ends between a fact and its stamp leaves no report that is wrong', async () => {
  const startedAt = server.clock.now();
  const id = await open('Interrupted');
  const day = startedAt.toISOString().slice(0, 10);
  const resolved = async () => {
    const query = `From=2026-02-20&Until=${day}&Interval=Day`;
    const { body } = await server.api.get(`/incident-report?${query}`);
    return (body.figures as { resolved: { value: number } }).resolved.value;
  };
  server.clock.advance(10 * 86_400);
  const before = await resolved();
  await act(id, 'Resolved');
  const incident = await countedIncident(world(), id);
  if (!incident) throw new Error('no incident');
  // Its first stamp, a report of another process in between, its fact; and then it is gone.
  await stampDays(world(), server.organizationId, [startedAt]);
  await packDays(world(), server.organizationId, new AbortController().signal);
  await factsOf(world()).replaceOne({ _id: id }, incidentToFact(incident, null), { upsert: true });
  expect(await resolved()).toBe(before + 1);
});

it('a fact outlives its incident', async () => {
  const id = await open('Short');
  await act(id, 'Archived');
  await server.api.delete(`/incident/${id}`);
  expect(await countedIncident(world(), id)).toBeNull();
  expect(await factOf(id)).toMatchObject({ title: 'Short', version: 2 });
});
