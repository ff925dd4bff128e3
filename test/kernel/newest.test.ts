import { expect, it } from 'vitest';
import { Newest } from '../../src/kernel/index.ts';

it('so many entries are kept, and the one that was set first leaves', () => {
  const kept = new Newest<string, number>(2);
  kept.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...kept]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
