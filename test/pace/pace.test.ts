import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ctx, Memory } from '../../src/kernel/index.ts';
import {
  applyInTurn,
  isRush,
  latenessOf,
  noteAlerts,
  noteLateness,
  readInTurn,
  Sparingly,
  type Yielding,
} from '../../src/pace/index.ts';
import { rushOf, wayOf } from '../../src/pace/rush.ts';

// as: nothing else of a world is asked for.
const aWorld = () => ({ memory: new Memory(), organizationId: 'one' }) as Ctx;

describe('a rush', () => {
  test('is there while many alerts come in, and of this world alone', () => {
    const [busy, quiet] = [aWorld(), aWorld()];
    expect(isRush(busy)).toBe(false);
    noteAlerts(busy, 100_000);
    expect(isRush(busy)).toBe(true);
    expect(rushOf(busy)).toBe(1);
    expect(rushOf(quiet)).toBe(0);
  });
});

const kinds: Yielding[] = ['upkeep', 'telling', 'tellingCritical', 'replaying', 'reading'];

describe.each(kinds)('%s', (kind) => {
  const steps = [0, 1, 10, 40, 200, 1000, 60_000];

  test('makes way for longer the longer its step took, and the more alerts come in, within a limit', () => {
    for (const rush of [0, 0.3, 1])
      for (const [index, took] of steps.entries()) {
        const way = wayOf(kind, took, rush);
        expect(way).toBeLessThanOrEqual(520);
        expect(way).toBeGreaterThanOrEqual(wayOf(kind, steps[index - 1] ?? 0, rush));
        expect(way).toBeGreaterThanOrEqual(wayOf(kind, took, rush / 2));
      }
  });

  test('has no way to make without a rush, but upkeep', () => {
    for (const took of steps) expect(wayOf(kind, took, 0)).toBe(kind === 'upkeep' ? 20 : 0);
  });
});

test('a replay leaves intake the more of the time the more alerts come in, and never stands still', () => {
  const shares = [0, 1, 3, 10, 100].map((pressure) => 4 / (4 + wayOf('replaying', 4, pressure)));
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  expect(shares[0]).toBe(1);
  expect(shares[3]).toBeLessThan(1 / 5);
  expect(shares.at(-1)).toBe(shares[3]);
  expect(wayOf('telling', 40, 10)).toBe(wayOf('telling', 40, 1));
});

describe('the later what waits is', () => {
  const telling = ['telling', 'tellingCritical'] as const;
  const amounts = fc.double({ min: 0, max: 100_000, noNaN: true });
  const rushes = fc.double({ min: 0, max: 1, noNaN: true });

  test('the less way telling makes; none at all while something waits for 10 s, or a Critical for 5 s', () => {
    fc.assert(
      fc.property(amounts, rushes, amounts, amounts, (took, rush, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
        for (const kind of telling) {
          expect(wayOf(kind, took, rush, later)).toBeLessThanOrEqual(
            wayOf(kind, took, rush, earlier),
          );
          expect(wayOf(kind, took, rush, 10_000 + one)).toBe(0);
          expect(wayOf(kind, took, rush, -one)).toBe(wayOf(kind, took, rush));
        }
        expect(wayOf('tellingCritical', took, rush, 5000 + one)).toBe(0);
        expect(wayOf('tellingCritical', took, rush, one)).toBeLessThanOrEqual(
          wayOf('telling', took, rush, one),
        );
      }),
    );
  });

  test('the more way intake makes, for half a second at most; none while people are told in time', () => {
    fc.assert(
      fc.property(amounts, rushes, amounts, amounts, (took, rush, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
        const way = wayOf('intake', took, rush, later);
        expect(way).toBeGreaterThanOrEqual(wayOf('intake', took, rush, earlier));
        expect(way).toBeLessThanOrEqual(500);
        expect(wayOf('intake', took, rush, Math.min(one, 5000))).toBe(0);
      }),
    );
  });

  test('nothing changes for work that may be late by minutes', () => {
    fc.assert(
      fc.property(amounts, rushes, amounts, (took, rush, late) => {
        expect(wayOf('upkeep', took, rush, late)).toBe(wayOf('upkeep', took, rush));
      }),
    );
  });
});

test('the latest of all that tells people counts, until it is late no more', () => {
  const world = aWorld();
  expect(latenessOf(world)).toBe(0);
  noteLateness(world, 'one', 3000);
  noteLateness(world, 'other', 7000);
  expect(latenessOf(world)).toBe(7000);
  noteLateness(world, 'other', 0);
  expect(latenessOf(world)).toBe(3000);
  expect(latenessOf(aWorld())).toBe(0);
});

test('a look that is mostly for nothing is left out until it has rested', async () => {
  const sparingly = new Sparingly();
  let looks = 0;
  const look = async () => {
    looks += 1;
    await pause(20);
  };
  for (let n = 0; n < 5; n += 1) await sparingly.run(look);
  expect(looks).toBe(1);
  await expect.poll(async () => sparingly.run(look).then(() => looks)).toBe(2);
});

test('what is critical makes way for a shorter time', () => {
  for (const took of [1, 10, 100])
    expect(wayOf('tellingCritical', took, 1)).toBeLessThanOrEqual(wayOf('telling', took, 1));
});

describe('long reads', () => {
  test('are done one step after the other, also after one that failed', async () => {
    const world = aWorld();
    let running = 0;
    const step = async (name: string) => {
      running += 1;
      expect(running).toBe(1);
      await pause(1);
      running -= 1;
      if (name === 'bad') throw new Error(name);
      return name;
    };
    const names = ['one', 'bad', 'two', 'bad', 'three'];
    const done = await Promise.allSettled(names.map((name) => readInTurn(world, () => step(name))));
    expect(done.map(({ status }) => status)).toEqual(
      names.map((name) => (name === 'bad' ? 'rejected' : 'fulfilled')),
    );
  });

  test('of one world do not wait for those of another', async () => {
    const [one, other] = [aWorld(), aWorld()];
    const gate = Promise.withResolvers<void>();
    const held = readInTurn(one, () => gate.promise);
    expect(await readInTurn(other, async () => 'read')).toBe('read');
    gate.resolve();
    await held;
  });
});

describe.each([
  ['long reads', readInTurn],
  ['portions of large payloads', applyInTurn],
])('%s', (_name, inTurn) => {
  test('of one organization wait for one step of each other, however many of those there are', async () => {
    const one = aWorld();
    const [other, third] = ['other', 'third'].map((organizationId) => ({ ...one, organizationId }));
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const step = (who: Ctx | undefined, name: string) =>
      who && inTurn(who, async () => void order.push(name));
    const held = inTurn(one, () => gate.promise);
    const many = Array.from({ length: 50 }, (_, n) => step(one, `one ${n}`));
    const few = [step(other, 'other 0'), step(other, 'other 1'), step(third, 'third 0')];
    gate.resolve();
    await Promise.all([held, ...many, ...few]);
    expect(order.slice(0, 6)).toEqual(['one 0', 'other 0', 'third 0', 'one 1', 'other 1', 'one 2']);
    expect(order).toHaveLength(53);
    // Who comes when nobody waits is next.
    await step(third, 'third 1');
    expect(order.at(-1)).toBe('third 1');
  });
});
