import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { foldEvents } from './events.ts';
import { type IncidentDocument, type IncidentEvent, incidentsOf } from './model.ts';

/**
 * Updates of an incident that followed each other and have left its document, so that the next one does not rewrite
 * them. They name no person: what people did stays in the incident.
 */
export interface EarlierEvents {
  /** The incident, and the first of the events: moved again after a crash, they are the same document. */
  _id: string;
  organizationId: string;
  incidentId: string;
  /** The event in the incident that they come after. */
  after: string;
  /** How many events came before the first of them. */
  from: number;
  events: IncidentEvent[];
}

const schema = schemaOf<EarlierEvents>({
  _id: String,
  organizationId: String,
  incidentId: String,
  after: String,
  from: Number,
  events: Schema.Types.Mixed,
});
schema.index({ incidentId: 1, from: 1 });
schema.index({ organizationId: 1 });

export const earlierEventsModel = defineModel<EarlierEvents>('incident_events', schema);

export function earlierEventsOf(world: World): Collection<EarlierEvents> {
  return driverCollection(earlierEventsModel(world.store));
}

type WithEvents = Pick<IncidentDocument, '_id' | 'events' | 'hasEarlierEvents'>;

/** The incident with all of its history. Only for reading: what is written is the incident as it is stored. */
export async function withAllEvents<Incident extends WithEvents>(
  world: World,
  incident: Incident,
): Promise<Incident> {
  const [whole] = await withAllEventsOfEach(world, [incident]);
  return whole ?? incident;
}

/** The same of a page of them, in the same order, by one query. */
export async function withAllEventsOfEach<Incident extends WithEvents>(
  world: World,
  incidents: readonly Incident[],
): Promise<Incident[]> {
  const ids = incidents.flatMap(({ _id, hasEarlierEvents }) => (hasEarlierEvents ? [_id] : []));
  if (ids.length === 0) return [...incidents];
  const found = await earlierEventsOf(world)
    .find({ incidentId: { $in: ids } })
    .sort({ incidentId: 1, from: 1 })
    .toArray();
  const byIncident = Map.groupBy(found, ({ incidentId }) => incidentId);
  return incidents.map((incident) => {
    const earlier = byIncident.get(incident._id);
    return earlier ? { ...incident, events: joined(incident.events, earlier) } : incident;
  });
}

/** The history as if nothing had been moved. `earlier` is in the order of `from`. Pure. */
export function joined(
  events: readonly IncidentEvent[],
  earlier: readonly Pick<EarlierEvents, 'after' | 'events'>[],
): IncidentEvent[] {
  const places = new Map(events.map(({ id }, index) => [id, index]));
  const behind = new Map<number, IncidentEvent[]>();
  // Twice where a write crossed the move.
  const known = new Set(places.keys());
  let place = 0;
  for (const run of earlier) {
    // Where the event before this run was folded away, the run comes after the run before it.
    place = places.get(run.after) ?? place;
    const fresh = run.events.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    behind.set(place, [...(behind.get(place) ?? []), ...fresh]);
  }
  return foldEvents(events.flatMap((event, index) => [event, ...(behind.get(index) ?? [])]));
}

/** The incidents among these that have one of the events, also where it has been moved. */
export async function incidentsWithEvents(
  world: World,
  incidentIds: readonly string[],
  eventIds: readonly string[],
): Promise<Set<string>> {
  if (incidentIds.length === 0) return new Set();
  const events = { 'events.id': { $in: [...eventIds] } };
  const there = await incidentsOf(world)
    .find({ _id: { $in: [...incidentIds] }, ...events })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  // Asked after the incidents, which lose them later.
  const moved = await earlierEventsOf(world)
    .find({ incidentId: { $in: [...incidentIds] }, ...events })
    .project<{ incidentId: string }>({ _id: 0, incidentId: 1 })
    .toArray();
  return new Set([...there.map(({ _id }) => _id), ...moved.map(({ incidentId }) => incidentId)]);
}

/** Goes before the incidents themselves, so that nothing is left of them. */
export async function removeEarlierEvents(world: World, ids: readonly string[]): Promise<void> {
  await earlierEventsOf(world).deleteMany({ incidentId: { $in: [...ids] } });
}
