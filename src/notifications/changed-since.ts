import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';

/** That something became of a message about an incident. */
export interface DeliveryChange {
  id: string;
  incidentId: string;
  state: DeliveryDocument['state'];
  changedAt: Date;
}

/**
 * The messages about incidents of an organization of which something became since then, the latest first, whoever may
 * see them. Storing one is no change of it: the incident changes with it.
 */
export async function deliveriesChangedSince(
  world: World,
  organizationId: string,
  since: Date,
  limit: number,
): Promise<DeliveryChange[]> {
  const found = await deliveriesOf(world)
    .find({ organizationId, incidentId: { $gt: '' }, changedAt: { $gte: since } })
    .project<Pick<DeliveryDocument, '_id' | 'incidentId' | 'state' | 'changedAt'>>({
      ...{ incidentId: 1, state: 1, changedAt: 1 },
    })
    .sort({ changedAt: -1 })
    .limit(limit)
    .toArray();
  return found.flatMap(({ _id: id, incidentId, state, changedAt }) =>
    incidentId !== null && changedAt ? [{ id, incidentId, state, changedAt }] : [],
  );
}
