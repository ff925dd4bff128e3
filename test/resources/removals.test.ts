import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemovedObject } from '../../src/kernel/index.ts';
import { removalTask } from '../../src/resources/finish-removals.ts';
import { noteRemovals } from '../../src/resources/index.ts';
import { removalModel } from '../../src/resources/removals.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

it('a removal that fails holds up no other, and its task fails until it is done', async () => {
  const removed: string[] = [];
  let isBroken = true;
  const Thing = async (_: unknown, { id }: RemovedObject) => {
    if (id === 'b' && isBroken) throw new Error('broken');
    removed.push(id);
  };
  const { clock, log, store, secrets, memory } = t.app.world;
  const modules = [{ name: 'things', removeWith: { Thing } }];
  const world = { clock, log, store, secrets, memory, modules };
  const { run } = removalTask(world);
  const { signal } = new AbortController();
  for (const id of ['a', 'b', 'c']) await noteRemovals(world, 'Thing', t.organizationId, [id]);

  await expect(run(signal)).rejects.toThrow('broken');
  expect(removed).toEqual(['a', 'c']);
  t.clock.advance(61);
  await expect(run(signal)).rejects.toThrow('broken');
  const left = await removalModel(store)
    .find({ _id: { $gt: '' } })
    .lean();
  expect(left.map(({ id }) => id)).toEqual(['b']);

  isBroken = false;
  await run(signal);
  expect(removed.filter((id) => id === 'b')).toEqual(['b']);
  expect(await removalModel(store).countDocuments({ _id: { $gt: '' } })).toBe(0);
});
