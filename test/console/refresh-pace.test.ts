import { describe, expect, it } from 'vitest';
import { nextAfter } from '../../console/live/pace.ts';

describe('pages that follow a burst', () => {
  const times = [0];
  while (times.length < 200) times.push(nextAfter(times));

  it('are fetched within a second of each change for the first ten seconds', () => {
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const early = gaps.filter((_, at) => (times[at] ?? 0) < 9_000);
    // What a change waits at most: a whole gap, and the gathering is part of it.
    expect(Math.max(...early)).toBeLessThanOrEqual(700);
  });

  it('leave a third of the requests that people may make to what they do themselves', () => {
    for (const start of times) {
      const within = times.filter((time) => time >= start && time < start + 20_000);
      expect(within.length).toBeLessThanOrEqual(20);
    }
  });
});
