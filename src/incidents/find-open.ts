import type { World } from '../kernel/index.ts';
import { pathFilter } from '../store/index.ts';
import { incidentsWithEarlier } from './earlier-events.ts';
import { type IncidentDocument, incidentModel, incidentsOf } from './model.ts';
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

/** Of the incidents `ids`, those that the payload was applied to. */
export async function hasPayloadEvent(
  world: World,
  ids: readonly string[],
  payloadId: string,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const model = incidentModel(world.store);
  const found = await model
    .find(pathFilter(model, { _id: { $in: ids }, 'events.by.payloadId': payloadId }), { _id: 1 })
    .lean<{ _id: string }[]>();
  const known = new Set(found.map((incident) => incident._id));
  const others = ids.filter((id) => !known.has(id));
  const earlier = await incidentsWithEarlier(world, others, { 'by.payloadId': payloadId });
  return known.union(earlier);
}

export async function openIncidentExists(
  world: World,
  integrationId: string,
  correlationId: string,
  groupingKey: string | null,
): Promise<boolean> {
  const found = await incidentModel(world.store).exists({
    openKeys: openKeyOf(integrationId, correlationId, groupingKey),
  });
  return found !== null;
}

/** Of the incidents `ids`, those that are open. */
export async function openAmong(world: World, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const model = incidentModel(world.store);
  const found = await model
    .find(pathFilter(model, { _id: { $in: [...new Set(ids)] }, status: 'Open' }), { _id: 1 })
    .lean<{ _id: string }[]>();
  return new Set(found.map(({ _id }) => _id));
}

/** For those who act on incidents of any organization. */
export async function incidentsById(
  world: World,
  ids: readonly string[],
): Promise<Map<string, IncidentDocument>> {
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, organizationId: { $gt: '' } })
    .toArray();
  return new Map(found.map((incident) => [incident._id, incident]));
}
