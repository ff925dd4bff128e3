import type { Store, World } from '../kernel/index.ts';

const running = new WeakMap<Store, Set<Promise<void>>>();

/**
 * Does what the caller must not wait for: how long it takes would tell who asks whether an account exists. A failure is in the
 * log, without names.
 */
export function inBackground(world: World, what: string, work: () => Promise<void>): void {
  const all = running.get(world.store) ?? new Set();
  running.set(world.store, all);
  const one: Promise<void> = work()
    .catch((error: unknown) => world.log.warn({ err: error, what }, 'an account task failed'))
    .finally(() => all.delete(one));
  all.add(one);
}

/** Resolved when nothing goes on in the background: before the store is closed. */
export async function accountsIdle({ store }: Pick<World, 'store'>): Promise<void> {
  for (let all = running.get(store); all && all.size > 0; ) await Promise.all(all);
}
