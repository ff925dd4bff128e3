import type { World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { type MediaFile, mediaModel } from './model.ts';
import { removeMedia } from './store-media.ts';

const hour = 3600_000;
/** A call that began before the number was changed still plays its old prompts. */
const keptUnusedMilliseconds = 24 * hour;
/**
 * A prompt that is about to go can be named no longer: who saves a number at that moment must not end up with a missing
 * file.
 */
const noticeMilliseconds = hour;

/** Whether a number can be made to name this file: a prompt that is not about to go. */
export function isUsablePrompt({ clock }: Pick<World, 'clock'>, file: MediaFile): boolean {
  const { kind, unusedSince } = file;
  const now = clock.now().getTime();
  return (
    kind === 'prompt' &&
    (unusedSince === null || now - unusedSince.getTime() < keptUnusedMilliseconds)
  );
}

const pageSize = 200;

/**
 * Notes which prompts are in use and removes those that have not been for a day, and what was never completed. `usedOf`
 * says which of the ids it is given a number names.
 */
export async function followUse(
  world: Pick<World, 'store' | 'clock'>,
  usedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  stopping: AbortSignal,
): Promise<void> {
  const files = driverCollection(mediaModel(world.store));
  const now = world.clock.now();
  const horizon = new Date(now.getTime() - keptUnusedMilliseconds - noticeMilliseconds);
  for (let after = ''; !stopping.aborted; ) {
    const page = await files
      .find({ kind: 'prompt', _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    const used = await usedOf(page.map(({ _id }) => _id));
    const changed = page.filter(({ _id, unusedSince }) => used.has(_id) !== (unusedSince === null));
    for (const { _id } of changed)
      await files.updateOne({ _id }, { $set: { unusedSince: used.has(_id) ? null : now } });
    const outdated = page.filter(
      ({ _id, unusedSince }) => !used.has(_id) && unusedSince !== null && unusedSince < horizon,
    );
    await removeMedia(world, ids(outdated));
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = last._id;
  }
  const abandoned = await files
    .find({ isComplete: false, createdAt: { $lt: horizon } })
    .limit(pageSize)
    .toArray();
  await removeMedia(world, ids(abandoned));
}

function ids(files: readonly MediaFile[]): string[] {
  return files.map(({ _id }) => _id);
}
