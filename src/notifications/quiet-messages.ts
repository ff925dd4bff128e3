import type { World } from '../kernel/index.ts';
import { deliveriesOf, ranks } from './delivery.ts';
import { lanes } from './lanes.ts';

/** An incident of which somebody is told once their quiet hours are over. */
export interface QuietIncident {
  incidentId: string;
  /** It is told even if the incident is acknowledged by then. */
  isUntilResolved: boolean;
}

/** When the first person is told of the incident whose quiet hours that waits for; null: nobody is. */
export async function quietUntil(world: World, incidentId: string): Promise<Date | null> {
  const found = await deliveriesOf(world)
    .find({ incidentId, state: 'queued', isAlert: true, quietUntil: { $gt: world.clock.now() } })
    .sort({ quietUntil: 1 })
    .limit(1)
    .project<{ quietUntil: Date }>({ quietUntil: 1 })
    .toArray();
  return found[0]?.quietUntil ?? null;
}

/** Incidents with messages that wait for the end of quiet hours. */
export async function quietIncidents(world: World): Promise<QuietIncident[]> {
  const groups = await deliveriesOf(world)
    .aggregate<{ _id: string; isUntilResolved: boolean | null }>([
      {
        $match: {
          // By the index of what is due: nothing that was sent is looked at.
          lane: { $in: [...lanes] },
          rank: { $in: ranks },
          nextAt: { $gt: world.clock.now() },
          isAlert: true,
          quietUntil: { $gt: world.clock.now() },
        },
      },
      { $group: { _id: '$incidentId', isUntilResolved: { $max: '$isUntilResolved' } } },
    ])
    .toArray();
  return groups.map(({ _id, isUntilResolved }) => ({
    incidentId: _id,
    isUntilResolved: isUntilResolved === true,
  }));
}
