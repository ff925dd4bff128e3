import type { Store } from '../kernel/index.ts';

const counts = new WeakMap<Store, Map<string, number>>();

/**
 * How many writes this process has made to objects of the given kinds. A cache that remembers the
 * count it was filled under knows without being told whether it may be stale.
 */
export function changeCount(store: Store, ...entityTypes: string[]): number {
  const byType = counts.get(store);
  let sum = 0;
  for (const type of entityTypes) sum += byType?.get(type) ?? 0;
  return sum;
}

export function countChange(store: Store, entityType: string): void {
  const byType = counts.get(store) ?? new Map<string, number>();
  counts.set(store, byType);
  byType.set(entityType, (byType.get(entityType) ?? 0) + 1);
}
