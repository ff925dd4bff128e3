import type { Filter } from 'mongodb';
import { type Removable, removeInSteps } from '../jobs/index.ts';
import { firstIdAt, horizonOf, type ModuleSettings, type World } from '../kernel/index.ts';
import { removeMedia } from '../media/index.ts';
import { callSessionModel } from './model.ts';
import { seen } from './sessions.ts';

/** Removes calls that are kept no longer, with their logs and recordings. */
export async function removeExpiredCalls(
  world: World,
  { retention, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  // Ids are ordered by time: the oldest come first, without an index of their own.
  const horizon = firstIdAt(horizonOf(retention, 'calls', world.clock.now()).getTime());
  onExpired('calls', await removeCalls(world, { _id: { $lt: horizon } }, stopping));
}

/** Removes calls that match, recordings first: nothing is left of them that nobody would find. */
export async function removeCalls(
  world: World,
  filter: Filter<Removable>,
  stopping: AbortSignal,
): Promise<number> {
  // Calls that somebody deleted are removed on their own, at the carrier, too.
  return removeInSteps(
    world,
    callSessionModel,
    { $and: [filter, seen] },
    {
      stopping,
      before: (ids) => removeMedia(world, ids.map(String)),
    },
  );
}
