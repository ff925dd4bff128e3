import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The teams of incidents of an organization, by their ids. Incidents that are gone are missing. */
export async function teamsOfIncidents(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, organizationId })
    .project<Pick<IncidentDocument, '_id' | 'teamIds'>>({ teamIds: 1 })
    .toArray();
  return new Map(found.map(({ _id, teamIds }) => [_id, teamIds]));
}
