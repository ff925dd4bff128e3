import { expect, it } from 'vitest';
import { leadsTo } from '../../../src/migration/model/leads-to.ts';

it('finds the way, also around in a circle, and none where there is none', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'a']],
  ]);
  expect([leadsTo(graph, 'a', 'c'), leadsTo(graph, 'a', 'a')]).toEqual([true, true]);
  expect([leadsTo(graph, 'c', 'a'), leadsTo(graph, 'a', 'd')]).toEqual([false, false]);
});

it('walks through a dense graph once: of ways through this one there are 20 to the power of 20', () => {
  const floor = (level: number) => Array.from({ length: 20 }, (_, place) => `${level}-${place}`);
  const graph = new Map(
    Array.from({ length: 20 }, (_, level) =>
      floor(level).map((one) => [one, floor(level + 1)] as const),
    ).flat(),
  );
  expect(leadsTo(graph, '0-0', 'nowhere')).toBe(false);
  expect(leadsTo(graph, '0-0', '20-19')).toBe(true);
});
