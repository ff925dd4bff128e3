import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { blocksOf, factsOf, positionsOf, type StoredFact } from '../../src/incident-days/model.ts';
import { packFacts } from '../../src/incident-days/pack.ts';
import { readInTurn } from '../../src/pace/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ clock: '2026-11-02T10:00:00.000Z' });
});
afterAll(() => t?.stop());

const days = 360;

/** A year in which something happened every day: a report of it has many steps. */
async function fillYear(organizationId: string): Promise<void> {
  const { world } = t.app;
  const facts = Array.from({ length: days }, (_, n): StoredFact => {
    const createdAt = new Date(t.clock.now().getTime() - (n + 1) * 86_400_000);
    const day = createdAt.toISOString().slice(0, 10);
    return {
      _id: randomUUID(),
      organizationId,
      version: 1,
      integrationId: null,
      integrationName: null,
      title: 'Disk is full',
      severity: 'Minor',
      status: 'Open',
      createdAt,
      updatedAt: createdAt,
      held: [],
      acknowledgedAt: [],
      spans: [],
      escalatedAt: [],
      acts: [],
      block: `${organizationId} ${day} 000000`,
      unpacked: randomUUID(),
    };
  });
  await factsOf(world).insertMany(facts);
  await packFacts(world, organizationId);
}

it('long reports of one organization let the report of another come in between', async () => {
  const [first, second] = [await makeOrganization(t), await makeOrganization(t)];
  await fillYear(first.id);
  await fillYear(second.id);
  const steps = watchSteps();
  const path = '/incident-report?From=2025-11-03&Until=2026-11-02';
  const ask = async (api: ApiClient) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    const { figures } = body as unknown as { figures: { total: { value: number } } };
    expect(figures.total.value).toBe(days);
  };
  // Somebody else's read, which ends when all of them wait for their first turn.
  const gate = Promise.withResolvers<void>();
  const held = readInTurn({ ...t.app.world, organizationId: 'third' }, () => gate.promise);
  const asked = Array.from({ length: 30 }, () => ask(first.api));
  asked.push(ask(second.api));
  await expect.poll(() => steps.begun).toBe(31);
  expect(steps.taken).toEqual([]);
  gate.resolve();
  await Promise.all([held, ...asked]);
  // Between two steps of the second there is about one of the first: thirty reports have as many turns as one.
  const ofSecond = steps.taken.filter((organizationId) => organizationId === second.id).length;
  expect(ofSecond).toBeGreaterThan(4);
  expect(steps.taken).toHaveLength(31 * ofSecond);
  expect(steps.taken.lastIndexOf(second.id)).toBeLessThan(4 * ofSecond);
});

/** How many reports have begun to read, and whose steps were taken, in their order. */
function watchSteps() {
  const seen: { begun: number; taken: string[] } = { begun: 0, taken: [] };
  const { world } = t.app;
  const [positions, blocks] = [positionsOf(world), blocksOf(world)];
  const collections = Object.getPrototypeOf(blocks) as typeof blocks;
  const { find, findOne } = collections;
  vi.spyOn(collections, 'findOne').mockImplementation(function (this: typeof blocks, ...given) {
    if (this.collectionName === positions.collectionName) seen.begun += 1;
    return Reflect.apply(findOne, this, given);
  });
  vi.spyOn(collections, 'find').mockImplementation(function (this: typeof blocks, ...given) {
    const [block] = (given[0] as { _id?: { $in?: string[] } })._id?.$in ?? [];
    if (this.collectionName === blocks.collectionName && block)
      seen.taken.push(block.slice(0, block.indexOf(' ')));
    return Reflect.apply(find, this, given);
  });
  return seen;
}
