import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heartbeat } from '../../src/runs/heartbeat.ts';
import type { Run } from '../../src/runs/index.ts';

interface Counting extends Run {
  reached: number;
}

let stored: Run | null;
let writes: object[];
let reached: Partial<Counting>;
let now = Date.parse('2026-03-02T10:00:00Z');
const clock = { now: () => new Date(now), elapsed: () => now };

beforeEach(() => {
  vi.useFakeTimers();
  stored = {} as Run;
  writes = [];
  reached = {};
});
afterEach(() => vi.useRealTimers());

const begin = () =>
  heartbeat<Counting>(
    { clock },
    {
      look: async () => stored,
      async note(more) {
        writes.push(more);
        return stored;
      },
    },
    () => reached,
  );

async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds * 2; n += 1) {
    now += 500;
    await vi.advanceTimersByTimeAsync(500);
  }
}

it('writes little while there is nothing to say, and often enough to be alive for readers', async () => {
  const one = begin();
  await pass(60);
  expect(writes.length).toBeGreaterThanOrEqual(6);
  expect(writes.length).toBeLessThan(8);
  await one.stop();
});

it('says at once what it has reached, and that it lives after a jump of the clock', async () => {
  const one = begin();
  await pass(1);
  const before = writes.length;
  reached = { reached: 7 };
  await pass(0.5);
  expect(writes.slice(before)).toEqual([{ reached: 7, seenAt: clock.now() }]);
  reached = {};
  for (const seconds of [61, -3600]) {
    now += seconds * 1000;
    await pass(0.5);
    expect(writes.at(-1)).toEqual({ seenAt: clock.now() });
  }
  await one.stop();
});

it.each([
  ['is cancelled', { isCancelled: true } as Run],
  ['is gone', null],
])('sees within half a second that the run %s', async (_what, next) => {
  const one = begin();
  await pass(2);
  const before = writes.length;
  expect(one.isCancelled).toBe(false);
  stored = next;
  await pass(0.5);
  expect([one.isCancelled, writes.length]).toEqual([true, before]);
  await one.stop();
});
