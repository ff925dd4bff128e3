import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { earlierEventsModel } from '../../src/incidents/earlier-events.ts';
import { appliedPayloads, incidentModel } from '../../src/incidents/index.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, makeIntegration, map } from '../support/webhook.ts';

let t: TestApp;
let integration: string;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  integration = await makeIntegration(t);
  await map(t, integration);
});
afterAll(() => t?.stop());

interface Wire {
  events: { id: string; modification: { intent: string }; attributeChanges: unknown[] }[];
  eventsTotalCount: number;
}

/**
 * An incident with so many updates, the ids of their payloads, and what the API says of it before anything is moved.
 */
async function makeLong(updates: number) {
  count += 1;
  const id = `long ${count}`;
  const payloads: string[] = [];
  let incidentId = '';
  for (let n = 0; n <= updates; n += 1) {
    const { body } = await alert(t, integration, { id, host: `h${n}` });
    incidentId = String(body.incidentId);
    payloads.push(String(body.payloadId));
    // It says at once that nobody can be told.
    if (n === 0) await t.app.jobs.runAll((task) => task === 'alerting');
  }
  return { incidentId, payloads, before: await read(incidentId) };
}

const read = async (id: string) => wireOf(await t.api.get(`/incident/search/${id}`));
const wireOf = ({ body }: ApiAnswer) => body as object as Wire;
const intend = (id: string, intent: string) =>
  t.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent } } });
const stored = (id: string) => incidentModel(t.app.world.store).findById(id).lean();
const rows = (incidentId: string) =>
  earlierEventsModel(t.app.world.store).countDocuments({ incidentId });
/** Alerting looks first, then they move. */
async function move(): Promise<void> {
  await t.app.jobs.runAll((task) => task === 'alerting');
  await t.app.jobs.runAll((task) => task === 'incident-events');
}

describe('a long history', () => {
  it('is answered as before when its updates have left the incident', async () => {
    const { incidentId, payloads, before } = await makeLong(80);
    const answers = async () =>
      Promise.all(
        [
          `/incident/search/${incidentId}`,
          `/incident/search/${incidentId}/markdown`,
          `/incident/search/list?Limit=1&SortBy=LastUpdatedAt`,
          `/incident/search/changes?IncidentIds=${incidentId}`,
          `/incident/search/${incidentId}/payloads?Limit=100`,
        ].map(async (path) => {
          const { status, text } = await t.api.get(path);
          return { path, status, text };
        }),
      );
    const first = await answers();
    await move();
    expect((await stored(incidentId))?.events).toHaveLength(22);
    expect(await rows(incidentId)).toBe(1);
    expect(await answers()).toEqual(first);
    expect(before.events).toHaveLength(82);

    const comment = { appendIntent: { intent: 'Commented', message: 'Looking' } };
    const patched = wireOf(await t.api.patch(`/incident/${incidentId}`, { operations: comment }));
    expect(patched.events.slice(1)).toEqual(before.events);
    expect(patched.eventsTotalCount).toBe(83);
    // A payload is known to be applied, wherever its event is.
    const some = [payloads[0], payloads[5], payloads[80]].map((id) => id ?? '');
    expect(await appliedPayloads(t.app.world, [incidentId], [...some, 'none'])).toEqual(
      new Map([[incidentId, new Set(some)]]),
    );
  });

  it('keeps the newest 256 updates, and stores no others for long', async () => {
    const { incidentId } = await makeLong(60);
    for (let round = 0; round < 16; round += 1) {
      await Promise.all(
        Array.from({ length: 60 }, () => alert(t, integration, { id: `long ${count}` })),
      );
      await move();
    }
    const { events, eventsTotalCount } = await read(incidentId);
    expect(eventsTotalCount).toBe(2 + 60 + 16 * 60);
    expect(events).toHaveLength(258);
    expect(events.at(-1)?.modification.intent).toBe('Created');
    expect((await stored(incidentId))?.events).toHaveLength(22);
    const left = await earlierEventsModel(t.app.world.store).find({ incidentId }).lean();
    expect(left.flatMap((row) => row.events).length).toBeLessThan(620);
  });

  it.each([
    ['it says that it has more elsewhere', 0, 0],
    ['they leave the incident', 1, 1],
  ])('survives an end before %s', async (_, writesBefore, stored) => {
    const { incidentId, before } = await makeLong(70);
    await t.app.jobs.runAll((task) => task === 'alerting');
    const { collection } = incidentModel(t.app.world.store);
    const update = collection.updateOne.bind(collection);
    const failing = vi.spyOn(collection, 'updateOne');
    for (let n = 0; n < writesBefore; n += 1) failing.mockImplementationOnce(update);
    failing.mockRejectedValueOnce(new Error('power cut'));
    await t.app.jobs.runAll((task) => task === 'incident-events');
    failing.mockRestore();
    expect(await rows(incidentId)).toBe(stored);
    expect(await read(incidentId)).toEqual(before);
    // The next update finds out again.
    await alert(t, integration, { id: `long ${count}` });
    await move();
    expect(await rows(incidentId)).toBe(1);
    const after = await read(incidentId);
    expect(after.events.slice(1)).toEqual(before.events);
    expect(new Set(after.events.map(({ id }) => id)).size).toBe(73);
  });

  it('goes with its incident', async () => {
    const { incidentId } = await makeLong(70);
    await move();
    expect(await rows(incidentId)).toBe(1);
    const archive = { appendIntent: { intent: 'Archived' } };
    await t.api.patch(`/incident/${incidentId}`, { operations: archive });
    expect((await t.api.delete(`/incident/${incidentId}`)).status).toBe(200);
    expect(await rows(incidentId)).toBe(0);
  });

  it('goes with an incident that is too old', async () => {
    const { incidentId } = await makeLong(70);
    await move();
    const resolve = { appendIntent: { intent: 'Resolved' } };
    await t.api.patch(`/incident/${incidentId}`, { operations: resolve });
    t.clock.advance(3 * 365 * 86_400);
    await t.app.jobs.runAll((task) => task === 'incident-retention');
    expect(await stored(incidentId)).toBeNull();
    expect(await rows(incidentId)).toBe(0);
  });

  it('stays whole, or goes whole, whenever it is reopened while it is being removed for its age', async () => {
    const { collection } = incidentModel(t.app.world.store);
    const earlier = earlierEventsModel(t.app.world.store).collection;
    const seen: string[] = [];
    for (let writesBefore = 0; ; writesBefore += 1) {
      const { incidentId } = await makeLong(60);
      await move();
      expect(await rows(incidentId)).toBe(1);
      await intend(incidentId, 'Resolved');
      const { events } = await read(incidentId);
      t.clock.advance(3 * 365 * 86_400);
      // Somebody reopens it just before one of the writes.
      let writes = 0;
      const spies = [
        ...(['updateMany', 'deleteMany'] as const).map((name) => ({ of: collection, name })),
        { of: earlier, name: 'deleteMany' as const },
      ].map(({ of, name }) => {
        const write = of[name].bind(of) as (...args: unknown[]) => Promise<never>;
        const spy = vi.spyOn(of, name);
        return spy.mockImplementation((async (...args: unknown[]) => {
          writes += 1;
          if (writes === writesBefore + 1) await intend(incidentId, 'Unresolved');
          return write(...args);
        }) as never);
      });
      await t.app.jobs.runAll((task) => task === 'incident-retention');
      for (const spy of spies) spy.mockRestore();
      const { status, body } = await t.api.get(`/incident/search/${incidentId}`);
      seen.push(`${status}`);
      if (status === 200)
        expect(wireOf({ status, body } as ApiAnswer).events.slice(1)).toEqual(events);
      else {
        expect(await stored(incidentId)).toBeNull();
        expect(await rows(incidentId)).toBe(0);
      }
      if (writes <= writesBefore) break;
    }
    // Before the first write it stays, and without anybody it goes.
    expect([seen[0], seen.at(-1)]).toEqual(['200', '404']);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('is not written for an incident that is being removed', async () => {
    const { incidentId } = await makeLong(70);
    await t.app.jobs.runAll((task) => task === 'alerting');
    const { collection } = incidentModel(t.app.world.store);
    const update = collection.updateOne.bind(collection);
    const spy = vi.spyOn(collection, 'updateOne').mockImplementationOnce((async (
      ...args: Parameters<typeof update>
    ) => {
      await collection.deleteOne({ _id: incidentId as never });
      return update(...args);
    }) as never);
    await t.app.jobs.runAll((task) => task === 'incident-events');
    spy.mockRestore();
    expect(await rows(incidentId)).toBe(0);
  });
});
