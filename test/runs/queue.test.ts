import { beforeEach, expect, it } from 'vitest';
import { AppError, type Ctx, type World } from '../../src/kernel/index.ts';
import { type KeptRuns, queueOf, type Run } from '../../src/runs/index.ts';
import { say } from '../../src/sentences/index.ts';

/** Runs in memory, by what a queue asks of them. */
let stored: Run[];
let now: number;
const seenAt = new Date();
// as: the members that a queue calls.
const runs = {
  going: async (_world, organizationId) =>
    stored
      .filter((run) => organizationId === null || run.organizationId === organizationId)
      .filter(({ state }) => state === 'Waiting' || state === 'Running')
      .toSorted((one, other) => one._id.localeCompare(other._id)),
  begin: async (_world, id) => change(id, { state: 'Running', beganAt: new Date(now) }),
  lastBegan: async (_world, organizationId) =>
    stored
      .filter((run) => run.organizationId === organizationId && run.beganAt)
      .toSorted((one, other) => one._id.localeCompare(other._id))
      .at(-1)?.beganAt ?? null,
} as Pick<KeptRuns<Run>, 'going' | 'begin' | 'lastBegan'> as KeptRuns<Run>;
const world = {} as World;
const queue = queueOf(runs, { atOnce: 2, details: [], tooMany: say('replayGoesOn') });

beforeEach(() => {
  stored = [];
  now = 1000;
});

function change(id: string, more: Partial<Run>): void {
  stored = stored.map((run) => (run._id === id ? { ...run, ...more } : run));
}

/** Asks for one and tries whether it begins at once; ids are in the order in which they are asked for. */
async function ask(organizationId: string, id = String(stored.length).padStart(3, '0')) {
  const run = { _id: id, organizationId, createdAt: seenAt, seenAt, reason: null };
  stored.push({ ...run, state: 'Waiting' });
  return queue.begins(world, run);
}

async function endOf(organizationId: string): Promise<void> {
  const run = stored.find((one) => one.organizationId === organizationId && isRunning(one));
  change(run?._id ?? '', { state: 'Done' });
  now += 1000;
  // Each that waits looks again, in any order.
  for (const one of stored.toReversed())
    if (one.state === 'Waiting') await queue.begins(world, one);
}

function isRunning({ state }: Run): boolean {
  return state === 'Running';
}

const running = () => stored.filter(isRunning).map(({ organizationId }) => organizationId);

it('one of an organization at a time, and two in all', async () => {
  expect(await ask('a')).toBe(true);
  expect(await ask('a')).toBe(false);
  expect(await ask('b')).toBe(true);
  expect(await ask('c')).toBe(false);
  expect(running()).toEqual(['a', 'b']);
  const [, second, , third] = stored;
  expect(await queue.aheadOf(world, second as Run)).toMatchObject({ own: [{ _id: '000' }] });
  expect(await queue.aheadOf(world, third as Run)).toEqual({ own: [], isBehindOthers: true });
});

it('organizations take turns, whatever one of them asked for before', async () => {
  for (let count = 0; count < 5; count += 1) await ask('a');
  await ask('b');
  now += 1000;
  for (const organization of ['c', 'c', 'd']) await ask(organization);
  const order: string[] = [];
  for (const ended of ['a', 'b', 'c', 'd', 'a', 'c']) {
    await endOf(ended);
    order.push(running().toSorted().join(''));
  }
  // `a` has four more, and waits for `c` and `d`, who have had none; then for nobody but the second of `c`.
  expect(order).toEqual(['bc', 'cd', 'ad', 'ac', 'ac', 'a']);
});

it('one that runs comes first, whatever its id says', async () => {
  await ask('a', '900');
  expect(await ask('a', '100')).toBe(false);
  await endOf('a');
  expect(stored.find(isRunning)?._id).toBe('100');
});

it('beyond ten that wait another one is refused', async () => {
  const ctx = { organizationId: 'a' } as Ctx;
  for (let count = 0; count < 11; count += 1) {
    await queue.demandPlace(ctx);
    await ask('a');
  }
  await expect(queue.demandPlace(ctx)).rejects.toThrow(AppError);
  await queue.demandPlace({ organizationId: 'b' } as Ctx);
});
