import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CpuMeter, CpuWatch, type Excess } from '../../src/kernel/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const allowance = { seconds: 3, wallSeconds: 90 };
/** A thread that uses `share` of a processor, from the start of the watch on. */
const threadOf =
  (share: number): CpuMeter =>
  async () =>
    100 + (performance.now() / 1000) * share;

function watched(meter: CpuMeter): { watch: CpuWatch; excesses: Excess[] } {
  const excesses: Excess[] = [];
  const watch = new CpuWatch(meter, allowance, (excess) => excesses.push(excess));
  return { watch, excesses };
}

it('ends what used the processor for as long as it may, and no sooner on a busy machine', async () => {
  for (const share of [1, 0.5, 0.1]) {
    const { excesses } = watched(threadOf(share));
    await vi.advanceTimersByTimeAsync((3000 / share) * 0.99);
    expect(excesses).toEqual([]);
    await vi.advanceTimersByTimeAsync((3000 / share) * 0.02 + 20);
    expect(excesses).toEqual([{ of: 'processor', seconds: 3 }]);
  }
});

it('ends what does nothing for very long, but for the time in which it waits for others', async () => {
  const { watch, excesses } = watched(threadOf(0));
  await vi.advanceTimersByTimeAsync(60_000);
  watch.pause();
  await vi.advanceTimersByTimeAsync(600_000);
  watch.resume();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(excesses).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(excesses).toEqual([{ of: 'time', seconds: 90 }]);
});

it('goes by the clock, with more time, where nothing measures the thread', async () => {
  const { excesses } = watched(async () => null);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(excesses).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(excesses).toEqual([{ of: 'unmeasuredTime', seconds: 30 }]);
});

it('says nothing of work that has ended', async () => {
  const { watch, excesses } = watched(threadOf(1));
  await vi.advanceTimersByTimeAsync(2000);
  watch.end();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(excesses).toEqual([]);
});
