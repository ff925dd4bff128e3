import type { World } from '../kernel/index.ts';

const nobody = () => new Set<() => void>();

/**
 * Calls `listener` when a write of this process has made something due. Only a hint that saves waiting: what is due
 * stands in the incidents, and whoever acts on it looks there from time to time.
 */
export function onIncidentDue({ memory }: World, listener: () => void): () => void {
  const listeners = memory.of(nobody);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function hintDue({ memory }: World): void {
  for (const listener of memory.of(nobody)) listener();
}
