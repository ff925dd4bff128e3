import type { Task, World } from '../kernel/index.ts';
import { duplicateKeyCode, writeErrorsOf } from '../store/index.ts';
import { alertingOf } from './alerting-state.ts';
import { type EarlierEvents, earlierEventsOf } from './earlier-events.ts';
import { bytesOfEvents, eventsKeptMax, integrationUpdatesMax, isPlainUpdate } from './events.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The latest events stay in the incident: lists show as many. */
export const recentEvents = 20;

/** This many events, or bytes, move at once. A smaller number costs more moves, a larger one a longer document. */
const movedAtOnce = 32;
const movedBytesAtOnce = 64 * 1024;

/** Incidents of this process that have become long. Lost with it: the next update of the incident finds out again. */
const noneLong = (): LongHistories => ({ ids: new Set(), listener: () => {} });

interface LongHistories {
  ids: Set<string>;
  listener: () => void;
}

/** Calls `listener` when an incident of this process has become long. */
export function onLongHistory({ memory }: World, listener: () => void): void {
  memory.of(noneLong).listener = listener;
}

/** Callers report every incident that an integration has updated. Returns true when events will be moved out of it. */
export function noteHistory({ memory }: World, { _id, events }: IncidentDocument): boolean {
  if (events.length <= recentEvents) return false;
  const plain = events
    .slice(0, -recentEvents)
    .filter((event, index) => index > 0 && isPlainUpdate(event, events[index - 1]));
  if (plain.length < movedAtOnce && bytesOfEvents(plain) < movedBytesAtOnce) return false;
  const long = memory.of(noneLong);
  long.ids.add(_id);
  long.listener();
  return true;
}

export const movingTaskName = 'incident-events';

/**
 * Moves updates that say nothing new out of long incidents. First the incident says that it has more elsewhere, then
 * they are stored there, then they leave the incident: whatever happens in between, they are there, whoever reads them
 * twice takes them once, and whoever removes the incident knows of them. No lock is needed: moving the same again does
 * nothing, and the incident may be changed meanwhile.
 */
export function movingTask(world: World): Task {
  return {
    name: movingTaskName,
    // Without a look at the store: it only knows what this process has noted.
    everySeconds: 1,
    everywhere: true,
    async run(stopping) {
      const { ids: waiting } = world.memory.of(noneLong);
      const ids = [...waiting];
      waiting.clear();
      for (const id of ids) {
        if (stopping.aborted) return;
        const incident = await incidentsOf(world).findOne({ _id: id });
        if (incident?.organizationId !== undefined) await moveEvents(world, incident);
      }
    },
  };
}

async function moveEvents(world: World, incident: IncidentDocument): Promise<void> {
  const runs = runsToMove(incident);
  if (runs.length === 0) return;
  const present = { _id: incident._id, organizationId: incident.organizationId };
  if (!incident.hasEarlierEvents) {
    const said = await incidentsOf(world).updateOne(present, { $set: { hasEarlierEvents: true } });
    if (said.matchedCount === 0) return;
  }
  const stored = await store(world, runs);
  const ids = stored.flatMap(({ events }) => events.map(({ id }) => id));
  const { matchedCount } = await incidentsOf(world).updateOne(present, {
    $pull: { events: { id: { $in: ids } } },
  });
  const earlier = earlierEventsOf(world);
  // Deleted meanwhile.
  if (matchedCount === 0) await earlier.deleteMany({ incidentId: incident._id });
  else await forgetFolded(world, incident, runs);
}

/**
 * Updates that may leave the incident, those that follow each other together. Never what alerting has not looked at.
 * Pure.
 */
export function runsToMove(incident: IncidentDocument): EarlierEvents[] {
  const { _id: incidentId, organizationId, events, eventsTotalCount } = incident;
  const { routed, announced } = alertingOf(incident);
  const unseen = eventsTotalCount - Math.min(routed, announced);
  const end = events.length - Math.max(recentEvents, unseen);
  const runs: EarlierEvents[] = [];
  let run: EarlierEvents | null = null;
  for (let index = 1; index < end; index += 1) {
    const [before, event] = [events[index - 1], events[index]];
    if (!before || !event || !isPlainUpdate(event, before)) {
      run = null;
      continue;
    }
    if (!run) {
      const from = eventsTotalCount - (events.length - index);
      const _id = `${incidentId} ${event.id}`;
      run = { _id, organizationId, incidentId, after: before.id, from, events: [] };
      runs.push(run);
    }
    run.events.push(event);
  }
  return runs;
}

/** Returns the stored runs, which may come from an earlier try. */
async function store(
  world: World,
  runs: readonly EarlierEvents[],
): Promise<readonly EarlierEvents[]> {
  try {
    await earlierEventsOf(world).insertMany([...runs], { ordered: false });
    return runs;
  } catch (error) {
    const failures = writeErrorsOf(error);
    if (!failures?.every(({ code }) => code === duplicateKeyCode)) throw error;
    return earlierEventsOf(world)
      .find({ _id: { $in: runs.map(({ _id }) => _id) } })
      .toArray();
  }
}

/**
 * Removes what no reader would show: the history keeps so many updates between two interactions of people (spec 2.6).
 */
async function forgetFolded(
  world: World,
  { _id: incidentId, events, eventsTotalCount }: IncidentDocument,
  runs: readonly EarlierEvents[],
): Promise<void> {
  const earlier = earlierEventsOf(world);
  for (const { after, from } of runs)
    if (from > integrationUpdatesMax)
      await earlier.deleteMany({
        incidentId,
        after,
        // A run is no longer than what is kept.
        from: { $lt: from - 2 * integrationUpdatesMax },
      });
  // Removes runs whose event before them was folded away.
  if (events.length > integrationUpdatesMax)
    await earlier.deleteMany({
      incidentId,
      from: { $lt: eventsTotalCount - eventsKeptMax },
      after: { $nin: events.map(({ id }) => id) },
    });
}
