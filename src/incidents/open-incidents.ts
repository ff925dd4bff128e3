import type { World } from '../kernel/index.ts';
import { listClassesOf, urgenciesOf } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

const members = [
  '_id',
  'organizationId',
  'status',
  'severity',
  'integrationId',
  'teamIds',
  'serviceIds',
  'title',
  'attributes',
  'isArchived',
  'isUnreadable',
  'isShadow',
  'mergedInto',
  'hold',
  'version',
  'createdAt',
] as const satisfies (keyof IncidentDocument)[];

/** The members of an open incident that decide what waits for it. */
export type OpenIncident = Pick<IncidentDocument, (typeof members)[number] | 'subIncidents'>;

/** The open incidents of an organization, archived ones left out; no more than `limit` of them, in no order. */
export function openIncidents(
  world: World,
  organizationId: string,
  limit: number,
): Promise<OpenIncident[]> {
  return incidentsOf(world)
    .find<OpenIncident>(
      {
        organizationId,
        // By the index of lists: few are open.
        listClass: { $in: listClassesOf({ isArchived: false }) },
        urgency: { $in: urgenciesOf({ statuses: ['Open'] }) },
      },
      // The ids of subincidents are enough, as only their number matters.
      {
        projection: {
          ...Object.fromEntries(members.map((member) => [member, 1])),
          'subIncidents.id': 1,
        },
      },
    )
    .limit(limit)
    .toArray();
}
