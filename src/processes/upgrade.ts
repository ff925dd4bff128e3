import type { World } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { certainMilliseconds, registered } from './model.ts';

/**
 * Raised with every release that stores what the one before would misread. Releases that said nothing of it count as 0.
 */
export const release = 1;

/** Whether a process of an earlier release works on the store beside this one. */
export async function isUpgrading({ store }: Pick<World, 'store'>): Promise<boolean> {
  const since = store.time.now().getTime() - certainMilliseconds;
  return (await registered(store)).some(
    (one) => (one.release ?? 0) < release && one.aliveAt.getTime() > since,
  );
}

/**
 * 409 for what a process of an earlier release would misread: it would alert by it otherwise than everybody else, or
 * not at all.
 */
export async function demandUpgraded(
  world: Pick<World, 'store'>,
  members: readonly string[],
): Promise<void> {
  const [field] = members;
  if (field === undefined || !(await isUpgrading(world))) return;
  throw refusal('conflict', say('upgradeUnfinished', { members }), { field });
}
