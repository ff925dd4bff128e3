import { noteUnreached } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';

/**
 * Follows up an alert that did not arrive: tries the person's next channel at once, and the next tier where nobody is left who can be
 * reached. The write that notes the failure also notes that this is still to do (`isUnfollowed`). The last write here takes that back, so
 * a crash in between only repeats what is harmless.
 */
export async function followFailures(
  world: World,
  failed: readonly DeliveryDocument[],
): Promise<void> {
  for (const delivery of failed) await afterFailedAlert(world, delivery);
}

/** Follows up failures that were left by a crash, or by a database that stood still. */
export async function followLeftFailures(world: World): Promise<void> {
  const left = await deliveriesOf(world).find({ isUnfollowed: true }).limit(leftMax).toArray();
  await followFailures(world, left);
}

const leftMax = 500;

async function afterFailedAlert(world: World, delivery: DeliveryDocument): Promise<void> {
  const { organizationId, incidentId, step, alsoForSteps = [], ownerId, lane, _id } = delivery;
  if (!delivery.isAlert) return;
  const deliveries = deliveriesOf(world);
  if (incidentId !== null) {
    const now = world.clock.now();
    const same = { organizationId, incidentId, step, ownerId };
    // Another device may do what this one did not.
    const otherDevice =
      delivery.deviceId &&
      (await deliveries.findOne({
        ...same,
        lane,
        _id: { $ne: _id },
        state: { $in: [...standing] },
      }));
    if (!otherDevice)
      await deliveries.updateMany(
        { ...same, state: 'queued', nextAt: { $gt: now }, attempts: { $size: 0 } },
        { $set: { nextAt: now } },
      );
    for (const one of [step, ...alsoForSteps]) {
      const reached = await deliveries.findOne({
        organizationId,
        incidentId,
        $or: [{ step: one }, { alsoForSteps: one }],
        state: { $in: [...standing] },
        _id: { $ne: _id },
      });
      if (!reached) await noteUnreached(world, incidentId, one);
    }
  }
  await deliveries.updateOne({ _id }, { $unset: { isUnfollowed: 1 } });
}

/** States of messages that have told somebody, or still may. */
const standing = ['queued', 'sent', 'delivered'] as const;
