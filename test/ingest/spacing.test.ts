import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Spacing } from '../../src/ingest/spacing.ts';
import { type Ctx, Memory } from '../../src/kernel/index.ts';
import { noteAlerts } from '../../src/pace/index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Writes of alerts that come in as quickly as in a full rush, or alone. */
class Writes {
  readonly world = { memory: new Memory() } as Ctx;
  readonly spacing = new Spacing(this.world);
  readonly begunAt: number[] = [];

  async begin(): Promise<void> {
    await this.spacing.turn();
    this.begunAt.push(performance.now());
  }

  arrive(count: number): void {
    for (let n = 0; n < count; n += 1) this.spacing.noteArrival();
  }
}

/** A write of some alerts has just ended, which took a moment. */
async function afterWrite(of: { alerts: number; isMore?: boolean; isRush?: boolean }) {
  const writes = new Writes();
  if (of.isRush !== false) noteAlerts(writes.world, 1000);
  writes.arrive(of.alerts);
  await writes.begin();
  await vi.advanceTimersByTimeAsync(3);
  writes.spacing.noteWritten(of.alerts, of.isMore ?? false);
  return writes;
}

/** How long after the beginning of the write before it the next one begins. */
async function apart(writes: Writes, arrivals: readonly { after: number; count: number }[]) {
  for (const { after, count } of arrivals) {
    await vi.advanceTimersByTimeAsync(after);
    writes.arrive(count);
    if (writes.begunAt.length === 1) void writes.begin();
  }
  await vi.advanceTimersByTimeAsync(100);
  const [first = 0, second = 0] = writes.begunAt;
  return Math.round(second - first);
}

it('in a rush the next write begins 25 ms after the last one began', async () => {
  const writes = await afterWrite({ alerts: 2 });
  expect(await apart(writes, [{ after: 7, count: 1 }])).toBe(25);
});

it('an alert that comes alone waits for nothing', async () => {
  const writes = await afterWrite({ alerts: 1, isRush: false });
  expect(await apart(writes, [{ after: 7, count: 1 }])).toBe(10);
});

it('sixteen alerts wait for no more', async () => {
  const writes = await afterWrite({ alerts: 40 });
  const arrivals = [
    { after: 7, count: 1 },
    { after: 4, count: 15 },
  ];
  expect(await apart(writes, arrivals)).toBe(14);
});

it('senders who waited for their answer do not wait again, however few they are', async () => {
  const writes = await afterWrite({ alerts: 3 });
  const arrivals = [
    { after: 1, count: 1 },
    { after: 1, count: 2 },
  ];
  expect(await apart(writes, arrivals)).toBe(5);
});

it('alerts that did not fit into the last write are not held up', async () => {
  const writes = await afterWrite({ alerts: 128, isMore: true });
  expect(await apart(writes, [{ after: 0, count: 0 }])).toBe(3);
});
