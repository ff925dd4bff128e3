import type { Filter } from 'mongodb';
import type { RemovedObject, World } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { replaceVersion } from './change.ts';
import { applyOperations } from './intents.ts';
import { inListIndex } from './listing.ts';
import { type EventSource, type IncidentDocument, incidentsOf } from './model.ts';

const pageSize = 100;
/** Written at once: together they wait for the disk. */
const writesAtOnce = 20;
const anyOpen = inListIndex({ statuses: ['Open'] });
const system: EventSource = { kind: 'key', id: 'system', displayName: 'System' };

/** Resolves and archives the open incidents of a deleted integration: no payload will ever resolve them. */
export function closeThoseOfIntegration(
  world: World,
  { id }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  return closeEach(world, { integrationId: id, ...anyOpen }, stopping, (incident) =>
    closed(incident, say('integrationDeleted'), world.clock.now()),
  );
}

/** Removes a deleted team from its open incidents; resolves and archives those that no other team has. */
export function leaveTeam(
  world: World,
  { id }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  return closeEach(world, { readers: id, teamIds: id, ...anyOpen }, stopping, (incident) => {
    const others = incident.teamIds.filter((teamId) => teamId !== id);
    if (others.length === 0) return closed(incident, say('teamDeleted'), world.clock.now());
    return {
      ...incident,
      teamIds: others,
      readers: (incident.readers ?? []).filter((reader) => reader !== id),
      version: incident.version + 1,
      lastUpdatedAt: world.clock.now(),
    };
  });
}

/** Each change takes the incident out of `filter`; it goes through them in order, so that none is passed over twice. */
async function closeEach(
  world: World,
  filter: Filter<IncidentDocument>,
  stopping: AbortSignal,
  change: (incident: IncidentDocument) => IncidentDocument,
): Promise<void> {
  let isOvertaken = false;
  for (let last: IncidentDocument | undefined; !stopping.aborted; ) {
    const page: IncidentDocument[] = await incidentsOf(world)
      .find(last ? { $and: [filter, behind(last)] } : filter)
      .sort({ createdAt: 1, _id: 1 })
      .limit(pageSize)
      .toArray();
    for (let from = 0; from < page.length && !stopping.aborted; from += writesAtOnce) {
      const begun = performance.now();
      const writing = page
        .slice(from, from + writesAtOnce)
        .map((incident) => replaceVersion(world, incident, change(incident)));
      if ((await Promise.all(writing)).includes(false)) isOvertaken = true;
      await makeWay(world, 'upkeep', performance.now() - begun);
    }
    last = page.at(-1);
    if (page.length === pageSize) continue;
    // Somebody else was faster with some: they are there again from the beginning, or closed.
    if (!isOvertaken) return;
    isOvertaken = false;
    last = undefined;
  }
}

function behind({ _id, createdAt }: IncidentDocument): Filter<IncidentDocument> {
  return {
    createdAt: { $gte: createdAt },
    $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gt: _id } }],
  };
}

function closed(incident: IncidentDocument, message: Sentence, now: Date): IncidentDocument {
  const intent = (of: IncidentDocument, name: 'Resolved' | 'Archived', said: Sentence | null) =>
    applyOperations(
      of,
      { appendIntent: { intent: name, message: said, messageIsPublic: false, options: {} } },
      system,
      now,
    );
  const resolved = intent(incident, 'Resolved', message);
  const archived = resolved.isArchived ? resolved : intent(resolved, 'Archived', null);
  return { ...archived, version: incident.version + 1 };
}
