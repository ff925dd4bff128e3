import type { World } from '../kernel/index.ts';

const noChanges = () => new Map<string, number>();

/**
 * How many writes this process has made to objects of the given kinds. A cache that remembers the
 * count it was filled under knows without being told whether it may be stale.
 */
export function changeCount({ memory }: World, ...entityTypes: string[]): number {
  const byType = memory.of(noChanges);
  let sum = 0;
  for (const type of entityTypes) sum += byType.get(type) ?? 0;
  return sum;
}

export function countChange({ memory }: World, entityType: string): void {
  const byType = memory.of(noChanges);
  byType.set(entityType, (byType.get(entityType) ?? 0) + 1);
}
