import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** Who may see an incident: its teams, and who has it or was told of it; of `alerting` only who was told. */
export type IncidentReaders = Pick<IncidentDocument, '_id' | 'teamIds' | 'userIds' | 'alerting'>;

/** The same of incidents of an organization. Those that are gone are missing. */
export async function readersOfIncidents(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<IncidentReaders[]> {
  if (ids.length === 0) return [];
  return incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, organizationId })
    .project<IncidentReaders>({ teamIds: 1, userIds: 1, 'alerting.told': 1 })
    .toArray();
}
