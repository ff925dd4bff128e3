import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { incidentToFact } from '../../src/incident-days/incident-to-fact.ts';
import { catchUp } from '../../src/incident-days/keep-facts.ts';
import { factsOf, positionsOf } from '../../src/incident-days/model.ts';
import { countedIncident } from '../../src/incidents/index.ts';
import { payloadModel, unappliedSince } from '../../src/ingest/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-02T10:00:00.000Z' });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => server.stop());

const world = () => server.app.world;
const open = (title: string) =>
  server.api.make('/incident', { title, status: 'Open', severity: 'Minor', teamIds: [teamId] });
const act = (id: string, intent: string) =>
  server.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent } } });
const factOf = async (id: string) => {
  const stored = await factsOf(world()).findOne({ _id: id });
  if (!stored) return null;
  const { block, unpacked, goneAt, ...fact } = stored;
  return fact;
};
const keepAll = async () => {
  const options = { patienceMilliseconds: 10_000, unappliedSince: await unappliedSince(world()) };
  expect(await catchUp(world(), server.organizationId, options)).toBe(true);
};

it('several at once leave the facts of the latest versions', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => open(`Incident ${n}`)));
  const rounds = Array.from({ length: 6 }, keepAll);
  await Promise.all([...rounds, ...ids.map((id) => act(id, 'Resolved'))]);
  await Promise.all(rounds.map(keepAll));
  for (const id of ids) {
    const incident = await countedIncident(world(), id);
    expect(incident && incidentToFact(incident, null)).toEqual(await factOf(id));
  }
});

it('an earlier version takes nothing back', async () => {
  const id = await open('Late');
  const before = await countedIncident(world(), id);
  await act(id, 'Resolved');
  await keepAll();
  const kept = await factOf(id);
  if (!before) throw new Error('no incident');
  await factsOf(world())
    .replaceOne(
      { _id: id, version: { $lt: before.version } },
      { ...incidentToFact(before, null), block: 'another' },
      { upsert: true },
    )
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
  await keepAll();
  const position = await positionsOf(world()).findOne({ _id: server.organizationId });
  expect(position?.from?.getTime()).toBeLessThan(stuckAt.getTime());
  await payloadModel(world().store).collection.deleteOne({ _id } as never);
  await keepAll();
  const later = await positionsOf(world()).findOne({ _id: server.organizationId });
  expect(later?.from?.getTime()).toBeGreaterThan(stuckAt.getTime());
});

it('a fact outlives its incident', async () => {
  const id = await open('Short');
  await act(id, 'Archived');
  await server.api.delete(`/incident/${id}`);
  expect(await countedIncident(world(), id)).toBeNull();
  expect(await factOf(id)).toMatchObject({ title: 'Short', version: 2 });
});
