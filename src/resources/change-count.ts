import type { World } from '../kernel/index.ts';
import { timesLeftAlone } from '../processes/index.ts';

const noChanges = () => new Map<string, number>();

/**
 * How many writes this process has made to objects of the given kinds. A cache that remembers the
 * count it was filled under knows without being told whether it may be stale.
 */
export function changeCount(world: World, ...entityTypes: string[]): number {
  const byType = world.memory.of(noChanges);
  // The last thing that others did before they left counts as one of each kind.
  let sum = timesLeftAlone(world);
  for (const type of entityTypes) sum += byType.get(type) ?? 0;
  return sum;
}

export function countChange({ memory }: World, entityType: string): void {
  const byType = memory.of(noChanges);
  byType.set(entityType, (byType.get(entityType) ?? 0) + 1);
}
