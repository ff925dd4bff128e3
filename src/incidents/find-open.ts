import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentModel } from './model.ts';
import { openKeyOf } from './open-keys.ts';

/** The open incident (or group) that holds this problem of the integration, or null. */
export async function findOpenIncident(
  world: World,
  integrationId: string,
  correlationId: string,
  groupingKey: string | null,
): Promise<IncidentDocument | null> {
  return incidentModel(world.store)
    .findOne({ openKeys: openKeyOf(integrationId, correlationId, groupingKey) })
    .lean<IncidentDocument>();
}

export async function openIncidentExists(
  world: World,
  integrationId: string,
  correlationId: string,
  groupingKey: string | null,
): Promise<boolean> {
  return (await findOpenIncident(world, integrationId, correlationId, groupingKey)) !== null;
}
