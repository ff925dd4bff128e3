import { bytesOfAttributes } from './attributes.ts';
import { bytesOfEvents } from './events.ts';
import type { SubIncident } from './model.ts';

/** The most subincidents one document holds; beyond it the oldest resolved ones are dropped. */
export const subIncidentsMax = 500;

/** All subincidents of a group: a document has 16 MB at most. */
export const subIncidentBytesMax = 5 * 1024 * 1024;

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
export function trim(subIncidents: SubIncident[], changed: SubIncident): SubIncident[] {
  let bytes = bytesOf(subIncidents);
  if (bytes <= subIncidentBytesMax) return subIncidents;
  const kept = subIncidents.filter((sub) => {
    if (bytes <= subIncidentBytesMax || sub.status === 'Open' || sub === changed) return true;
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
