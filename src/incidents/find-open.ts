import type { World } from '../kernel/index.ts';
import { pathFilter } from '../store/index.ts';
import { earlierEventsOf } from './earlier-events.ts';
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

/** By incident, the payloads among `payloadIds` that were applied to it. */
export async function appliedPayloads(
  world: World,
  ids: readonly string[],
  payloadIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const applied = new Map<string, Set<string>>();
  if (ids.length === 0) return applied;
  const wanted = new Set(payloadIds);
  const events = { 'events.by.payloadId': { $in: [...wanted] } };
  const named = { 'events.by.payloadId': 1 } as const;
  type Named = { events: { by?: { payloadId?: string } }[] };
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, ...events })
    .project<Named & { _id: string }>(named)
    .toArray();
  // Asked after the incidents, which lose them later.
  const earlier = await earlierEventsOf(world)
    .find({ incidentId: { $in: [...new Set(ids)] }, ...events })
    .project<Named & { incidentId: string }>({ ...named, incidentId: 1 })
    .toArray();
  const runs = [
    ...found.map(({ _id, events }) => ({ id: _id, events })),
    ...earlier.map(({ incidentId, events }) => ({ id: incidentId, events })),
  ];
  for (const { id, events } of runs) {
    const known = applied.get(id) ?? new Set();
    for (const { by } of events)
      if (by?.payloadId && wanted.has(by.payloadId)) known.add(by.payloadId);
    applied.set(id, known);
  }
  return applied;
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

/** Open incidents about payloads that a mapping could not read. */
export async function unreadableIncidents(world: World): Promise<IncidentDocument[]> {
  return incidentsOf(world)
    .find({ isUnreadable: true, organizationId: { $gt: '' } })
    .limit(1000)
    .toArray();
}

/** The incidents among `ids` that are open. */
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
  if (ids.length === 0) return new Map();
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, organizationId: { $gt: '' } })
    .toArray();
  return new Map(found.map((incident) => [incident._id, incident]));
}
