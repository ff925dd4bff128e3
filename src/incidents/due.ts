import type { Store } from '../kernel/index.ts';

const listeners = new WeakMap<Store, Set<() => void>>();

/**
 * Calls `listener` when a write of this process has made something due. Only a hint that saves waiting: what is due stands in
 * the incidents, and whoever acts on it looks there from time to time.
 */
export function onIncidentDue(store: Store, listener: () => void): () => void {
  const present = listeners.get(store) ?? new Set();
  listeners.set(store, present.add(listener));
  return () => void present.delete(listener);
}

export function hintDue(store: Store): void {
  for (const listener of listeners.get(store) ?? []) listener();
}
