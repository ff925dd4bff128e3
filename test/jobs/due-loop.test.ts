import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDueLoop, type DueWork } from '../../src/jobs/index.ts';
import { createLog } from '../../src/kernel/index.ts';

interface Thing {
  _id: string;
  dueAt: number;
}

/** Things that are due at once, each done by doing it; some fail until they are mended. */
function town(count: number, failing: readonly number[] = []) {
  let now = 1_000_000;
  const things = new Map<string, Thing>();
  for (let n = 0; n < count; n += 1) things.set(`${n}`, { _id: `${n}`, dueAt: now });
  const broken = new Set(failing.map(String));
  const tries: string[] = [];
  const done: string[] = [];
  const work: DueWork<Thing> = {
    what: 'a thing',
    find: async (at, limit) =>
      [...things.values()]
        .filter(({ dueAt }) => dueAt <= at.getTime())
        .sort((one, other) => one.dueAt - other.dueAt)
        .slice(0, limit),
    async act(items) {
      tries.push(...items.map(({ _id }) => _id));
      if (items.some(({ _id }) => broken.has(_id))) throw new Error('broken');
      for (const { _id } of items) {
        things.delete(_id);
        done.push(_id);
      }
    },
    async postpone(item, until) {
      item.dueAt = until.getTime();
    },
    together: 1,
    atOnce: 1,
  };
  const clock = { now: () => new Date(now), elapsed: () => now };
  return {
    things,
    broken,
    tries,
    done,
    work,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    loop: (changes: Partial<DueWork<Thing>> = {}) =>
      createDueLoop({ clock, log: createLog('silent') }, { ...work, ...changes }),
  };
}

const running = new AbortController().signal;
const count = 30;
const sizes = fc.record({ together: fc.integer({ min: 1, max: 20 }), atOnce: fc.nat(5) });
const broken = fc.uniqueArray(fc.nat(count - 1));

describe('a due loop', () => {
  it('does everything that is due, whatever fails beside it, and fails itself while something does', async () => {
    await fc.assert(
      fc.asyncProperty(broken, sizes, async (failing, { together, atOnce }) => {
        const t = town(count, failing);
        const run = t.loop({ together, atOnce: atOnce + 1 });
        if (failing.length === 0) await run(running);
        else await expect(run(running)).rejects.toThrow('broken');
        expect(t.done).toHaveLength(count - failing.length);
        expect([...t.things.keys()].toSorted()).toEqual(failing.map(String).toSorted());
      }),
      { numRuns: 200 },
    );
  });

  it('tries what fails again after as long as it has been failing, and at least once a minute', async () => {
    const t = town(1, [0]);
    const run = t.loop();
    const triedAt: number[] = [];
    for (let second = 0; second < 600; second += 1) {
      const before = t.tries.length;
      // Also while it waits, the task fails: nobody is told that all is well.
      await expect(run(running)).rejects.toThrow('broken');
      if (t.tries.length > before) triedAt.push(second);
      t.advance(1);
    }
    expect(triedAt.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    for (const [index, at] of triedAt.entries())
      expect(at - (triedAt[index - 1] ?? 0)).toBeLessThanOrEqual(60);
  });

  it('does what was mended within as long as it has been failing, and is well then', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (brokenSeconds) => {
        const t = town(3, [1]);
        const run = t.loop();
        for (let second = 0; second < brokenSeconds; second += 1) {
          await run(running).catch(() => {});
          t.advance(1);
        }
        t.broken.clear();
        for (let second = 0; second <= Math.min(brokenSeconds, 60); second += 1) {
          await run(running).catch(() => {});
          t.advance(1);
        }
        expect(t.things.size).toBe(0);
        await run(running);
      }),
      { numRuns: 100 },
    );
  });

  it('is well again when another process has done what failed here', async () => {
    const t = town(1, [0]);
    const run = t.loop();
    await expect(run(running)).rejects.toThrow('broken');
    t.things.clear();
    t.advance(61);
    await run(running);
  });

  it('leaves alone for a minute what is always due again, and does the rest', async () => {
    const t = town(3);
    const run = t.loop({
      act: (items) => t.work.act(items.filter(({ _id }) => _id !== '0')),
    });
    await expect(run(running)).rejects.toThrow('It never comes to rest.');
    expect([...t.things.keys()]).toEqual(['0']);
    t.advance(59);
    expect(await t.work.find(new Date(1_000_000 + 59_000), 1)).toEqual([]);
  });

  it('ends with the first thing that fails where the store takes nothing', async () => {
    const t = town(count, [0, 1, 2]);
    const run = t.loop({
      together: 20,
      postpone: async () => {
        throw new Error('The store is away.');
      },
    });
    await expect(run(running)).rejects.toThrow('The store is away.');
    // All together, and the first one alone.
    expect(t.tries).toHaveLength(21);
  });

  it('takes what others have left, and acts on nothing else', async () => {
    const t = town(10);
    const others = new Set(['1', '4']);
    const run = t.loop({
      together: 4,
      async take(found) {
        for (const { _id } of found) if (others.has(_id)) t.things.delete(_id);
        return found.filter(({ _id }) => !others.has(_id));
      },
    });
    await run(running);
    expect(t.tries.toSorted()).toEqual(['0', '2', '3', '5', '6', '7', '8', '9']);
  });

  it('stops between two batches', async () => {
    const t = town(10);
    const stopping = new AbortController();
    const run = t.loop({ rest: async () => stopping.abort() });
    await run(stopping.signal);
    expect(t.done).toEqual(['0']);
  });
});
