import type { Retention, World } from '../kernel/index.ts';
import { removeInSteps } from '../store/index.ts';
import { deliveryModel, lanes } from './delivery.ts';

/** Removes records of messages: those to people after `notifications`, those to tools after `deliveries` days. */
export async function removeOldDeliveries(
  world: World,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> {
  for (const lane of lanes) {
    const days = lane === 'Outbound' ? retention.deliveries : retention.notifications;
    if (days === null) continue;
    const horizon = new Date(world.clock.now().getTime() - days * 86_400_000);
    await removeInSteps(
      deliveryModel(world.store),
      { lane, createdAt: { $lt: horizon } },
      { stopping },
    );
  }
}
