import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** That an incident changed, without what is in it. */
export type IncidentChange = Pick<
  IncidentDocument,
  '_id' | 'teamIds' | 'readers' | 'version' | 'status' | 'severity' | 'lastUpdatedAt'
>;

/**
 * The latest changes in an organization that are not older than `since`, the newest first, whoever may see them. By the
 * index of the changes feed.
 */
export function incidentsChangedSince(
  world: World,
  organizationId: string,
  since: Date,
  limit: number,
): Promise<IncidentChange[]> {
  return incidentsOf(world)
    .find({ organizationId, lastUpdatedAt: { $gte: since } })
    .project<IncidentChange>({
      ...{ teamIds: 1, readers: 1, version: 1, status: 1, severity: 1, lastUpdatedAt: 1 },
    })
    .sort({ lastUpdatedAt: -1, _id: -1 })
    .limit(limit)
    .toArray();
}
