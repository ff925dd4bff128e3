import { removeInSteps } from '../jobs/index.ts';
import { firstIdAt, horizonOf, type ModuleSettings, type World } from '../kernel/index.ts';
import { deliveryModel } from './delivery.ts';
import { toolLane } from './lanes.ts';

/** Name of the retention of each lane: messages to people, and messages to tools. */
const kept = [
  { name: 'notifications', lane: { $ne: toolLane } },
  { name: 'deliveries', lane: toolLane },
] as const;

/** Removes records of messages that are kept no longer. */
export async function removeOldDeliveries(
  world: World,
  { retention, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  for (const { name, lane } of kept) {
    // Ids are ordered by time: the oldest come first, without an index of their own.
    const horizon = firstIdAt(horizonOf(retention, name, world.clock.now()).getTime());
    const expired = { _id: { $lt: horizon }, lane };
    onExpired(name, await removeInSteps(world, deliveryModel, expired, { stopping }));
  }
}
