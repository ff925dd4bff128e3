import type { Filter } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { listClassesOf, urgenciesOf } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The members of an incident that a status page needs. */
export type AffectingIncident = Pick<
  IncidentDocument,
  | '_id'
  | 'title'
  | 'integrationId'
  | 'teamIds'
  | 'serviceIds'
  | 'events'
  | 'createdAt'
  | 'lastUpdatedAt'
  | 'excludeFromUptimeCalculation'
  | 'statusPageStartOverride'
  | 'statusPageEndOverride'
>;

const projection = {
  title: 1,
  integrationId: 1,
  teamIds: 1,
  serviceIds: 1,
  'events.id': 1,
  'events.at': 1,
  'events.intent': 1,
  'events.status': 1,
  'events.severity': 1,
  'events.message': 1,
  'events.messageIsPublic': 1,
  'events.options.services': 1,
  createdAt: 1,
  lastUpdatedAt: 1,
  excludeFromUptimeCalculation: 1,
  statusPageStartOverride: 1,
  statusPageEndOverride: 1,
} as const;

/** Incidents that may affect a service. */
export interface ServiceIncidentFilter {
  organizationId: string;
  serviceIds: readonly string[];
  integrationIds: readonly string[];
}

/**
 * Incidents that may affect one of the services and changed since then, those of its integrations included; in no
 * order.
 */
export async function incidentsAffecting(
  world: World,
  { organizationId, serviceIds, integrationIds }: ServiceIncidentFilter,
  since: Date,
): Promise<AffectingIncident[]> {
  return incidentsOf(world)
    .find(
      {
        organizationId,
        lastUpdatedAt: { $gte: since },
        ...affecting(serviceIds, integrationIds),
      },
      { projection },
    )
    .toArray();
}

/** Incidents that affect the services and are open, although they have not changed since then. */
export async function openIncidentsAffecting(
  world: World,
  { organizationId, serviceIds, integrationIds }: ServiceIncidentFilter,
  before: Date,
): Promise<AffectingIncident[]> {
  return incidentsOf(world)
    .find(
      {
        organizationId,
        lastUpdatedAt: { $lt: before },
        // By the index of lists: few are open.
        listClass: { $in: listClassesOf() },
        urgency: { $in: urgenciesOf({ statuses: ['Open'] }) },
        ...affecting(serviceIds, integrationIds),
      },
      { projection },
    )
    .toArray();
}

/**
 * Incidents that may affect the services, were created before one moment, and are open or have changed since another.
 */
export async function earlierIncidentsAffecting(
  world: World,
  { organizationId, serviceIds, integrationIds }: ServiceIncidentFilter,
  createdBefore: Date,
  since: Date,
): Promise<AffectingIncident[]> {
  const matters = {
    organizationId,
    isShadow: { $ne: true as const },
    createdAt: { $lt: createdBefore },
    $or: [{ status: 'Open' as const }, { lastUpdatedAt: { $gte: since } }],
  };
  const found = await Promise.all(
    // Each by an index of its own.
    [
      { integrationId: { $in: [...integrationIds] }, ...matters },
      {
        serviceIds: { $in: [...serviceIds] },
        listClass: { $in: listClassesOf() },
        urgency: { $in: urgenciesOf() },
        ...matters,
      },
    ].map((filter) => incidentsOf(world).find<AffectingIncident>(filter, { projection }).toArray()),
  );
  return found.flat();
}

/** The members of an incident that a page shows beside its times. */
export type TitledIncident = Pick<AffectingIncident, '_id' | 'title' | 'events'>;

/** These incidents, as far as they are there. */
export function titledIncidents(world: World, ids: readonly string[]): Promise<TitledIncident[]> {
  return incidentsOf(world)
    .find<TitledIncident>({ _id: { $in: [...ids] }, organizationId: { $gt: '' } }, { projection })
    .toArray();
}

/** Which of the incidents are still there, and not being removed. */
export function incidentsThere(world: World, ids: readonly string[]): Promise<Set<string>> {
  return idsOf(world, { _id: { $in: [...ids] }, organizationId: { $gt: '' } });
}

/** Which incidents of an organization changed since then. */
export function idsChangedSince(
  world: World,
  organizationId: string,
  since: Date,
): Promise<Set<string>> {
  return idsOf(world, { organizationId, lastUpdatedAt: { $gte: since } });
}

async function idsOf(world: World, filter: Filter<IncidentDocument>): Promise<Set<string>> {
  const found = await incidentsOf(world)
    .find(filter, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

function affecting(
  serviceIds: readonly string[],
  integrationIds: readonly string[],
): Filter<IncidentDocument> {
  return {
    // Customers hear nothing of what is only tried.
    isShadow: { $ne: true },
    $or: [
      { serviceIds: { $in: [...serviceIds] } },
      { integrationId: { $in: [...integrationIds] } },
    ],
  };
}
