import { setTimeout as pause } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import type { RemovedObject, World } from '../kernel/index.ts';
import { replaceVersion } from './change.ts';
import { applyOperations } from './intents.ts';
import { leastOpenUrgency, listClassesOf } from './listing.ts';
import { type EventSource, type IncidentDocument, incidentsOf } from './model.ts';

const pageSize = 100;
/** By the index that has the integration or the team. */
const anyOpen = { listClass: { $in: listClassesOf() }, urgency: { $gte: leastOpenUrgency } };
/** Written at once: together they wait for the disk. */
const writesAtOnce = 20;
/** Between two pages, so that requests which came meanwhile go first. */
const pauseMilliseconds = 5;
const system: EventSource = { kind: 'key', id: 'system', displayName: 'System' };

/** Resolves and archives the open incidents of a deleted integration: no payload will ever resolve them. */
export function closeThoseOfIntegration(
  world: World,
  { id }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  return closeEach(world, { integrationId: id, ...anyOpen }, stopping, (incident) =>
    closed(incident, 'The integration was deleted.', world.clock.now()),
  );
}

/** Removes a deleted team from its open incidents; resolves and archives those that no other team has. */
export function leaveTeam(
  world: World,
  { id }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  return closeEach(world, { teamIds: id, ...anyOpen }, stopping, (incident) => {
    const others = incident.teamIds.filter((teamId) => teamId !== id);
    if (others.length === 0) return closed(incident, 'The team was deleted.', world.clock.now());
    return {
      ...incident,
      teamIds: others,
      version: incident.version + 1,
      lastUpdatedAt: world.clock.now(),
    };
  });
}

/** Each change takes the incident out of `filter`, so the first page is always the next one. */
async function closeEach(
  world: World,
  filter: Filter<IncidentDocument>,
  stopping: AbortSignal,
  change: (incident: IncidentDocument) => IncidentDocument,
): Promise<void> {
  while (!stopping.aborted) {
    const page = await incidentsOf(world).find(filter).limit(pageSize).toArray();
    for (let from = 0; from < page.length && !stopping.aborted; from += writesAtOnce)
      await Promise.all(
        page
          .slice(from, from + writesAtOnce)
          // Overtaken by somebody else: it is still there on the next page, or closed.
          .map((incident) => replaceVersion(world, incident, change(incident))),
      );
    if (page.length < pageSize) return;
    await pause(pauseMilliseconds);
  }
}

function closed(incident: IncidentDocument, message: string, now: Date): IncidentDocument {
  const intent = (of: IncidentDocument, name: 'Resolved' | 'Archived', text: string | null) =>
    applyOperations(
      of,
      { appendIntent: { intent: name, message: text, messageIsPublic: false, options: {} } },
      system,
      now,
    );
  const resolved = intent(incident, 'Resolved', message);
  const archived = resolved.isArchived ? resolved : intent(resolved, 'Archived', null);
  return { ...archived, version: incident.version + 1 };
}
