import { expect, test } from 'vitest';
import type { PaceClock } from '../../../cdktf-provider/rest/pace.ts';
import { createPacer } from '../../../cdktf-provider/rest/pace.ts';

function movingClock(): PaceClock {
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      now += milliseconds;
    },
  };
}

const signal = new AbortController().signal;

test('a burst up to the limit goes out at once, the rest as the window moves', async () => {
  const clock = movingClock();
  const pacer = createPacer(
    [
      { requests: 3, seconds: 20 },
      { requests: 5, seconds: 300 },
    ],
    clock,
  );
  const at: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    await pacer.turn(signal);
    at.push(clock.now() / 1000);
  }
  // A quarter of a second is kept for the way to the server.
  expect(at).toEqual([0, 0, 0, 20.25, 20.25, 300.25, 300.25]);
});

test('nobody gets a turn before the moment the server named', async () => {
  const clock = movingClock();
  const pacer = createPacer([{ requests: 100, seconds: 1 }], clock);
  pacer.pauseUntil(7000);
  await pacer.turn(signal);
  expect(clock.now()).toBe(7000);
});

test('without limits only pauses are kept', async () => {
  const clock = movingClock();
  const pacer = createPacer([], clock);
  for (let count = 0; count < 1000; count += 1) await pacer.turn(signal);
  expect(clock.now()).toBe(0);
  pacer.pauseUntil(500);
  await pacer.turn(signal);
  expect(clock.now()).toBe(500);
});

test('an abort ends the wait of one and not the turns of others', async () => {
  const clock = movingClock();
  const pacer = createPacer([{ requests: 1, seconds: 20 }], clock);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await pacer.turn(signal);
  await expect(pacer.turn(stopped)).rejects.toThrow('stopped');
  await pacer.turn(signal);
  expect(clock.now()).toBe(20_250);
});
