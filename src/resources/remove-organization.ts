import { removeInSteps } from '../jobs/index.ts';
import type { RemovedObject, World } from '../kernel/index.ts';
import { countChange } from './change-count.ts';
import { kindsOf } from './kind.ts';
import { noteRemovals } from './removals.ts';

/** The objects of an organization that is gone; what hangs on each of them is noted before it goes. */
export async function removeObjectsOf(
  world: World,
  { id: organizationId }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  for (const kind of kindsOf(world)) {
    const removed = await removeInSteps(
      world,
      kind.model,
      { organizationId },
      {
        stopping,
        before: (ids) => noteRemovals(world, kind.entityType, organizationId, ids.map(String)),
      },
    );
    if (removed > 0) countChange(world, kind.entityType);
  }
}
