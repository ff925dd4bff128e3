import type { World } from '../kernel/index.ts';

const nothing = () => new Set<Promise<void>>();

/**
 * Does what the caller must not wait for: how long it takes would tell who asks whether an account exists. A failure is
 * in the log, without names.
 */
export function inBackground(world: World, what: string, work: () => Promise<void>): void {
  const all = world.memory.of(nothing);
  const one: Promise<void> = work()
    .catch((error: unknown) => world.log.warn({ err: error, what }, 'an account task failed'))
    .finally(() => all.delete(one));
  all.add(one);
}

/** Resolved when nothing goes on in the background: before the store is closed. */
export async function accountsIdle({ memory }: Pick<World, 'memory'>): Promise<void> {
  for (const all = memory.of(nothing); all.size > 0; ) await Promise.all(all);
}
