import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import { pagesOf } from './cursor-pages.ts';

const stepSize = 200;
/**
 * Between two steps, or as long as a step took: requests go first, and have the disk for half of the time. No
 * `makeWay`: the store imports nothing that could tell it of a rush, and half of the disk is enough in one, too.
 */
const pauseMilliseconds = 5;

/** Any document. Ids that are no texts are only passed on. */
export interface Removable {
  _id: string;
  [member: string]: unknown;
}

interface RemovalStep {
  stopping: AbortSignal;
  /** Told of each step before it is removed. */
  before?(ids: readonly unknown[]): Promise<void>;
}

/**
 * Removes every document that matches, some at a time, so that no request waits for it. The filter needs an index; what
 * it passes over is read once. Stops between two steps when the process does; calling it again goes on. Gives how many
 * are gone.
 */
export async function removeInSteps(
  model: { readonly collection: unknown },
  filter: Filter<Removable>,
  { stopping, before }: RemovalStep,
): Promise<number> {
  // The driver's own view: mongoose's types add a schema that plain removals do not need.
  const collection = model.collection as Collection<Removable>;
  const found = collection.find(filter).project<Pick<Removable, '_id'>>({ _id: 1 });
  let removed = 0;
  for await (const page of pagesOf(found, stepSize, stopping)) {
    const begun = performance.now();
    const ids = page.map(({ _id }) => _id);
    await before?.(ids);
    // Asked again: what has changed since it was read, such as an incident that was reopened, stays.
    const { deletedCount } = await collection.deleteMany({ $and: [{ _id: { $in: ids } }, filter] });
    removed += deletedCount;
    await pause(Math.max(pauseMilliseconds, performance.now() - begun));
  }
  return removed;
}
