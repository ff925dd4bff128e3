import type { World } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { type ProcessDocument, processModel } from './model.ts';

/**
 * Raised with every release that stores what the one before would misread. Releases that said nothing of it count as 0.
 */
export const release = 1;

/** Longer than any process that lives is silent. */
const silenceMilliseconds = 90_000;

/** Whether a process of an earlier release works on the store beside this one. */
export async function isUpgrading({ store }: Pick<World, 'store'>): Promise<boolean> {
  // By the index of ids: a registry is small, but no query scans.
  const all = await processModel(store)
    .find({ _id: { $gt: '' } })
    .lean<ProcessDocument[]>();
  const since = store.time.now().getTime() - silenceMilliseconds;
  return all.some((one) => (one.release ?? 0) < release && one.aliveAt.getTime() > since);
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
