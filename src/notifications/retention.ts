import type { Document, Filter } from 'mongodb';
import { firstIdAt, type Retention, type World } from '../kernel/index.ts';
import { removeInSteps } from '../store/index.ts';
import { deliveryModel, type Lane, lanes } from './delivery.ts';

/** Removes records of messages: those to people after `notifications`, those to tools after `deliveries` days. */
export async function removeOldDeliveries(
  world: World,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> {
  for (const lane of lanes) {
    const days = lane === 'Outbound' ? retention.deliveries : retention.notifications;
    if (days === null) continue;
    // Ids are ordered by time: the oldest come first, without an index of their own.
    const horizon = firstIdAt(world.clock.now().getTime() - days * 86_400_000);
    await removeInSteps(deliveryModel(world.store), olderThan(horizon, lane), { stopping });
  }
}

function olderThan(horizon: string, lane: Lane): Filter<Document> {
  // as never: the driver takes ids for its own unless it knows the documents.
  return { _id: { $lt: horizon } as never, lane };
}
