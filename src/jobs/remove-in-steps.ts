import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import type { Store, World } from '../kernel/index.ts';
import { besideAlerts, makeWay } from '../pace/index.ts';
import { pagesOf } from '../store/index.ts';

/** Documents of a step while no alerts come in. */
const stepMax = 200;

/** Any document. Ids that are no texts are only passed on. */
export interface Removable {
  _id: string;
  [member: string]: unknown;
}

type StoredIn = (store: Store) => { readonly collection: unknown };

interface RemovalStep {
  stopping: AbortSignal;
  /** Told of each step before it is removed. */
  before?(ids: readonly unknown[]): Promise<void>;
}

/**
 * Removes every document that matches, some at a time, so that no request waits for it: the more alerts come in, the
 * fewer, and the longer it rests. The filter needs an index; what it passes over is read once. Stops between two steps
 * when the process does; calling it again goes on. Gives how many are gone.
 */
export async function removeInSteps(
  world: World,
  model: StoredIn,
  filter: Filter<Removable>,
  { stopping, before }: RemovalStep,
): Promise<number> {
  // The driver's own view: mongoose's types add a schema that plain removals do not need.
  const collection = model(world.store).collection as Collection<Removable>;
  const found = collection.find(filter).project<Pick<Removable, '_id'>>({ _id: 1 });
  let removed = 0;
  for await (const page of pagesOf(found, stepMax, stopping))
    while (page.length > 0 && !stopping.aborted) {
      const begun = performance.now();
      const ids = page.splice(0, besideAlerts(world, stepMax)).map(({ _id }) => _id);
      await before?.(ids);
      // Asked again: what has changed since it was read, such as an incident that was reopened, stays.
      const { deletedCount } = await collection.deleteMany({
        $and: [{ _id: { $in: ids } }, filter],
      });
      removed += deletedCount;
      const took = performance.now() - begun;
      // Requests go first, and have the disk for half of the time at least.
      await Promise.all([pause(took), makeWay(world, 'upkeep', took)]);
    }
  return removed;
}
