import type { Filter } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** What a status page is made of. */
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

/** What may affect a service. */
export interface ServiceIncidentFilter {
  organizationId: string;
  serviceIds: readonly string[];
  integrationIds: readonly string[];
}

/** Incidents that may affect one of the services and changed since then, those of its integrations included; in no order. */
export function incidentsAffecting(
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

/** Those among them that are open although nothing has changed since then. */
export function openIncidentsAffecting(
  world: World,
  { organizationId, serviceIds, integrationIds }: ServiceIncidentFilter,
  before: Date,
): Promise<AffectingIncident[]> {
  return incidentsOf(world)
    .find(
      {
        organizationId,
        lastUpdatedAt: { $lt: before },
        status: 'Open',
        ...affecting(serviceIds, integrationIds),
      },
      { projection },
    )
    .toArray();
}

/** Which of the incidents are still there. */
export async function incidentsThere(world: World, ids: readonly string[]): Promise<Set<string>> {
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** When an incident of the organization changed last; null without any. */
export async function lastIncidentChange(
  world: World,
  organizationId: string,
): Promise<Date | null> {
  const latest = await incidentsOf(world)
    .find({ organizationId }, { projection: { lastUpdatedAt: 1 } })
    .sort({ lastUpdatedAt: -1, _id: -1 })
    .limit(1)
    .next();
  return latest?.lastUpdatedAt ?? null;
}

function affecting(
  serviceIds: readonly string[],
  integrationIds: readonly string[],
): Filter<IncidentDocument> {
  return {
    $or: [
      { serviceIds: { $in: [...serviceIds] } },
      { integrationId: { $in: [...integrationIds] } },
    ],
  };
}
