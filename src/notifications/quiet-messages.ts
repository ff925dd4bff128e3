import type { World } from '../kernel/index.ts';
import { deliveriesOf, ranks } from './delivery.ts';
import { lanes } from './lanes.ts';

/** An incident of which somebody is told once their quiet hours are over. */
export interface QuietIncident {
  incidentId: string;
  /** It is told even if the incident is acknowledged by then. */
  isUntilResolved: boolean;
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
          'waitsBecause.code': 'quietUntil',
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
