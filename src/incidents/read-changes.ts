import type { World } from '../kernel/index.ts';
import { listClassesOf, urgenciesOf } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The members that reports and status pages count. The rest of an incident, which may be megabytes, is not read. */
export type CountedIncident = Pick<
  IncidentDocument,
  | '_id'
  | 'organizationId'
  | 'integrationId'
  | 'teamIds'
  | 'title'
  | 'status'
  | 'severity'
  | 'version'
  | 'createdAt'
  | 'lastUpdatedAt'
  | 'serviceIds'
  | 'excludeFromUptimeCalculation'
  | 'statusPageStartOverride'
  | 'statusPageEndOverride'
  | 'transient'
  | 'mergedInto'
  | 'isShadow'
> & {
  events: Pick<
    IncidentDocument['events'][number],
    'at' | 'intent' | 'status' | 'severity' | 'by' | 'options'
  >[];
};

const counted = {
  organizationId: 1,
  integrationId: 1,
  teamIds: 1,
  title: 1,
  status: 1,
  severity: 1,
  version: 1,
  createdAt: 1,
  lastUpdatedAt: 1,
  serviceIds: 1,
  excludeFromUptimeCalculation: 1,
  statusPageStartOverride: 1,
  statusPageEndOverride: 1,
  transient: 1,
  isShadow: 1,
  'mergedInto.id': 1,
  'events.at': 1,
  'events.intent': 1,
  'events.status': 1,
  'events.severity': 1,
  'events.by': 1,
  'events.options': 1,
} as const;

/** That an incident has changed. */
export type ChangedVersion = Pick<IncidentDocument, '_id' | 'version' | 'lastUpdatedAt'>;

/**
 * A page of an organization's incidents that changed at `from` or later, oldest change first; `after` is the last one
 * of the page before.
 */
export function changedVersions(
  world: World,
  organizationId: string,
  position: { from: Date; after: LastChanged | null; limit: number },
): Promise<ChangedVersion[]> {
  return pageOfChanges(world, organizationId, position, { version: 1, lastUpdatedAt: 1 });
}

/** The members of these incidents of an organization that reports count; incidents that are gone are left out. */
export function countedIncidents(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<CountedIncident[]> {
  return incidentsOf(world)
    .find({ _id: { $in: [...ids] }, organizationId })
    .batchSize(decodedAtOnce)
    .project<CountedIncident>(counted)
    .toArray();
}

/** The whole of an answer is decoded at once. */
const decodedAtOnce = 100;

export type LastChanged = Pick<IncidentDocument, '_id' | 'lastUpdatedAt'>;

/** The same with the members of `projection`. */
export function pageOfChanges<Changed extends LastChanged>(
  world: World,
  organizationId: string,
  { from, after, limit }: { from: Date; after: LastChanged | null; limit: number },
  projection: Readonly<Record<string, 1>>,
): Promise<Changed[]> {
  const position = after
    ? {
        lastUpdatedAt: { $gte: after.lastUpdatedAt },
        $or: [
          { lastUpdatedAt: { $gt: after.lastUpdatedAt } },
          { lastUpdatedAt: after.lastUpdatedAt, _id: { $gt: after._id } },
        ],
      }
    : { lastUpdatedAt: { $gte: from } };
  return incidentsOf(world)
    .find({ organizationId, ...position })
    .sort({ organizationId: 1, lastUpdatedAt: 1, _id: 1 })
    .limit(limit)
    .batchSize(decodedAtOnce)
    .project<Changed>(projection)
    .toArray();
}

/** How many incidents have changed since `from`, up to `limit`. */
export function countChanges(
  world: World,
  organizationId: string,
  from: Date,
  limit: number,
): Promise<number> {
  const changed = { organizationId, lastUpdatedAt: { $gte: from } };
  return incidentsOf(world).countDocuments(changed, { limit });
}

/** The same of one incident of any organization; null when it is not there. */
export function countedIncident(world: World, id: string): Promise<CountedIncident | null> {
  return incidentsOf(world).findOne<CountedIncident>(
    { _id: id, organizationId: { $gt: '' } },
    { projection: counted },
  );
}

/** Open incidents that a team holds, oldest first. */
export function openIncidentsOf(
  world: World,
  organizationId: string,
  teamId: string,
  limit: number,
): Promise<CountedIncident[]> {
  return incidentsOf(world)
    .find({
      readers: teamId,
      listClass: { $in: listClassesOf({ isArchived: false }) },
      urgency: { $in: urgenciesOf({ statuses: ['Open'] }) },
      organizationId,
    })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .project<CountedIncident>(counted)
    .toArray();
}
