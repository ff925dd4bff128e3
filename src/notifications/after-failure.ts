import { noteUnreached } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';

/** An alert did not arrive: the person's next channel at once; where nobody is left who can be reached, the next tier. */
export async function afterFailedAlert(
  world: World,
  { organizationId, incidentId, step, alsoForSteps = [], ownerId, _id }: DeliveryDocument,
): Promise<void> {
  if (incidentId === null) return;
  const deliveries = deliveriesOf(world);
  const now = world.clock.now();
  await deliveries.updateMany(
    {
      organizationId,
      incidentId,
      step,
      ownerId,
      state: 'queued',
      nextAt: { $gt: now },
      attempts: { $size: 0 },
    },
    { $set: { nextAt: now } },
  );
  for (const one of [step, ...alsoForSteps]) {
    const reached = await deliveries.findOne({
      organizationId,
      incidentId,
      $or: [{ step: one }, { alsoForSteps: one }],
      state: { $in: ['queued', 'sent', 'delivered'] },
      _id: { $ne: _id },
    });
    if (!reached) await noteUnreached(world, incidentId, one);
  }
}
