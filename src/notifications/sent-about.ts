import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';
import { isToolLane, type Lane } from './lanes.ts';

/** A message to a person that was sent, or that should have been. */
export interface SentMessage {
  incidentId: string;
  ownerId: string;
  lane: Lane;
  at: Date;
  /** It arrived nowhere, as far as is known. */
  hasFailed: boolean;
}

/** Messages to people about these incidents that were sent, or tried in vain. What was dropped before is none. */
export async function sentAbout(
  world: World,
  organizationId: string,
  incidentIds: readonly string[],
): Promise<SentMessage[]> {
  const found = await deliveriesOf(world)
    .find({ organizationId, incidentId: { $in: [...incidentIds] } })
    .project<
      Pick<DeliveryDocument, 'incidentId' | 'ownerId' | 'lane' | 'state' | 'attempts' | 'isUpdate'>
    >({
      ...{ incidentId: 1, ownerId: 1, lane: 1, state: 1, attempts: 1, isUpdate: 1 },
    })
    .toArray();
  return found.flatMap(({ incidentId, ownerId, lane, state, attempts, isUpdate }) => {
    const last = attempts.at(-1);
    if (incidentId === null || !last || isUpdate || isToolLane(lane) || state === 'queued')
      return [];
    const hasFailed = state === 'failed' || state === 'dropped' || state === 'perhapsSent';
    return [{ incidentId, ownerId, lane, at: last.at, hasFailed }];
  });
}

/** By which ways anything was ever sent in the organization, as far as its log goes back. */
export async function lanesUsed(world: World, organizationId: string): Promise<Set<Lane>> {
  const filter = { organizationId, state: { $in: ['sent' as const, 'delivered' as const] } };
  return new Set(await deliveriesOf(world).distinct('lane', filter));
}
