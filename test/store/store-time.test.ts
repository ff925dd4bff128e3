import { describe, expect, it } from 'vitest';
import { measuredTime } from '../../src/store/store-time.ts';

/**
 * A machine whose clock is wrong by `ahead`, and a store that answers after `ways`, one after the other; milliseconds.
 */
function machine(ahead: number, ways: readonly number[] = [4]) {
  const start = Date.UTC(2026, 2, 1);
  const state = { passed: 0, ahead, asked: 0, fails: false };
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  const own = { now: () => start + state.passed + state.ahead, elapsed: () => state.passed };
  const ask = async () => {
    if (state.fails) throw new Error('the line is dead');
    const way = ways[state.asked % ways.length] ?? 0;
    state.asked += 1;
    state.passed += way / 2;
    const theirs = new Date(start + state.passed);
    state.passed += way / 2;
    return theirs;
  };
  // as never: the only member that is used.
  const time = () => measuredTime(ask, log as never, own);
  return { state, warnings, time, storeNow: () => start + state.passed };
}

describe("the store's time", () => {
  it.each([-86_400_000, -60_000, -5_000, 5_000, 60_000, 86_400_000])(
    'is had by a machine whose clock is %i ms ahead',
    async (ahead) => {
      const { time, storeNow, warnings } = machine(ahead);
      expect((await time()).now().getTime()).toBe(storeNow());
      expect(warnings).toEqual([{ aheadSeconds: ahead / 1000 }]);
    },
  );

  it.each([-900, -20, 0, 20, 900])('leaves a clock alone that is %i ms ahead', async (ahead) => {
    const { time, storeNow, warnings } = machine(ahead);
    expect((await time()).now().getTime()).toBe(storeNow() + ahead);
    expect(warnings).toEqual([]);
  });

  it('is taken from the quickest answer, and a slow way is no difference', async () => {
    const { time, storeNow } = machine(60_000, [9_000, 2, 5_000]);
    expect((await time()).now().getTime()).toBe(storeNow());
    const slow = machine(0, [8_000]);
    expect((await slow.time()).now().getTime()).toBe(slow.storeNow());
    expect(slow.warnings).toEqual([]);
  });

  it('is not moved by who sets the clock of the machine, whether or not the store answers', async () => {
    const { state, time, storeNow, warnings } = machine(0);
    const storeTime = await time();
    for (const fails of [true, false])
      for (const ahead of [60_000, -60_000, 0]) {
        Object.assign(state, { ahead, fails });
        expect(storeTime.now().getTime()).toBe(storeNow());
        await storeTime.measure();
        expect(storeTime.now().getTime()).toBe(storeNow());
      }
    expect(warnings).toEqual([{ aheadSeconds: 60 }, { aheadSeconds: -60 }]);
  });

  it('is asked for twice a minute, and at once when the clock of the machine was set', async () => {
    const { state, time } = machine(0);
    const storeTime = await time();
    const asksOf = async () => {
      const before = state.asked;
      await storeTime.measure();
      return state.asked - before;
    };
    state.passed += 29_000;
    expect(await asksOf()).toBe(0);
    state.ahead = 60_000;
    expect(await asksOf()).toBe(3);
    expect(await asksOf()).toBe(0);
    state.passed += 31_000;
    expect(await asksOf()).toBe(3);
  });
});
