import { bytesOfAttributes } from './attributes.ts';
import { bytesOfEvents, isIntegrationUpdate } from './events.ts';
import type { IncidentEvent, SubIncident } from './model.ts';

/** The most subincidents one document holds; beyond it the oldest resolved ones are dropped. */
export const subIncidentsMax = 500;

/** All subincidents of a group: a document has 16 MB at most. */
const subIncidentBytesMax = 5 * 1024 * 1024;

/**
 * Updates of all subincidents that are kept together, beside the latest event of each. The 256 of spec 2.6 count by
 * incident, and a group is one: its own history has an event for every payload, and leaves the document. These stay in
 * it, and every update reads them.
 */
export const subUpdatesMax = 64;
export const subUpdateBytesMax = 64 * 1024;

/**
 * Without the oldest updates of integrations where all subincidents together have too many. Those without such stay the
 * same objects.
 */
export function foldTogether(subIncidents: readonly SubIncident[]): SubIncident[] {
  const updates = subIncidents.flatMap(({ events }) =>
    events.slice(0, -1).filter(isIntegrationUpdate),
  );
  let count = updates.length;
  let bytes = bytesOfEvents(updates);
  const isTooMuch = () => count > subUpdatesMax || bytes > subUpdateBytesMax;
  if (!isTooMuch()) return [...subIncidents];
  const gone = new Set<IncidentEvent>();
  for (const update of updates.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (!isTooMuch()) break;
    gone.add(update);
    count -= 1;
    bytes -= bytesOfEvents([update]);
  }
  return subIncidents.map((sub) =>
    sub.events.some((event) => gone.has(event))
      ? { ...sub, events: sub.events.filter((event) => !gone.has(event)) }
      : sub,
  );
}

/** The subincidents to keep when `added` is added, or null when the document is full of open ones. */
export function makeSpace(
  subIncidents: readonly SubIncident[],
  added: SubIncident,
): readonly SubIncident[] | null {
  let bytes = bytesOf([...subIncidents, added]);
  let count = subIncidents.length;
  const isFull = () => count >= subIncidentsMax || bytes > subIncidentBytesMax;
  const kept = subIncidents.filter((sub) => {
    if (sub.status === 'Open' || !isFull()) return true;
    bytes -= bytesOf([sub]);
    count -= 1;
    return false;
  });
  return isFull() && kept.length > 0 ? null : kept;
}

/** Keeps subincidents within their bytes after one of them grew: resolved ones go, then old history. */
export function trim(subIncidents: SubIncident[], changed: string): SubIncident[] {
  let bytes = bytesOf(subIncidents);
  if (bytes <= subIncidentBytesMax) return subIncidents;
  const kept = subIncidents.filter((sub) => {
    if (bytes <= subIncidentBytesMax || sub.status === 'Open' || sub.id === changed) return true;
    bytes -= bytesOf([sub]);
    return false;
  });
  return kept.map((sub) => {
    if (bytes <= subIncidentBytesMax || sub.events.length <= 2) return sub;
    const [first, ...rest] = sub.events;
    const events = first ? [first, ...rest.slice(-1)] : rest;
    bytes -= bytesOfEvents(sub.events) - bytesOfEvents(events);
    return { ...sub, events };
  });
}

function bytesOf(subIncidents: readonly SubIncident[]): number {
  let bytes = 0;
  for (const { title, attributes, events } of subIncidents)
    bytes += 300 + Buffer.byteLength(title) + bytesOfAttributes(attributes) + bytesOfEvents(events);
  return bytes;
}
