import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Document, Filter } from 'mongodb';

const stepSize = 200;
/** Between two steps, so that requests which came meanwhile go first. */
const pauseMilliseconds = 5;

export interface RemovalStep {
  stopping: AbortSignal;
  /** Told of each step before it is removed. */
  before?(ids: readonly unknown[]): Promise<void>;
}

/**
 * Removes every document that matches, some at a time, so that no request waits for it. The filter needs an index. Stops between
 * two steps when the process does; calling it again goes on. Gives how many are gone.
 */
export async function removeInSteps(
  model: { readonly collection: unknown },
  filter: Filter<Document>,
  { stopping, before }: RemovalStep,
): Promise<number> {
  // The driver's own view: mongoose's types add a schema that plain removals do not need.
  const collection = model.collection as Collection<Document>;
  let removed = 0;
  while (!stopping.aborted) {
    const step = await collection
      .find(filter)
      .project<{ _id: Document['_id'] }>({ _id: 1 })
      .limit(stepSize)
      .toArray();
    if (step.length === 0) break;
    const ids = step.map(({ _id }) => _id);
    await before?.(ids);
    removed += (await collection.deleteMany({ _id: { $in: ids } })).deletedCount;
    if (step.length < stepSize) break;
    await pause(pauseMilliseconds);
  }
  return removed;
}
