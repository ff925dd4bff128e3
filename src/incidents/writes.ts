import type { UpdateFilter } from 'mongodb';
import { listingOf } from './listing.ts';
import type { IncidentDocument, IncidentEvent, SubIncident } from './model.ts';

/**
 * How a change of an incident becomes a write. What decides gives whole new documents and changes none, so that it
 * stays pure; this file alone says what of them is stored, on the condition of the version that was decided by:
 *
 * - a member that is another object than before is set, and one that is gone is unset; others may write the rest
 *   meanwhile;
 * - events are known by their ids. New ones are appended: a long history is not sent again, and a task that moves old
 *   events out of the document (`move-events.ts`) need not raise the version. Only where old ones were folded away, all
 *   that are left are set;
 * - a subincident that changed is set in its place;
 * - readers are added, or taken away, one by one;
 * - of `alerting` only the instant is set at which something is due: the rest belongs to the module `alerting`.
 */

/** The incident as every write stores it: with its place in lists, and a mark that somebody may have to be told. */
export function toStored(incident: IncidentDocument, at: Date): IncidentDocument {
  return { ...incident, ...listingOf(incident), alerting: { ...incident.alerting, nextAt: at } };
}

/** The update that turns one version of an incident into another. */
export function updateBetween(
  before: IncidentDocument,
  after: IncidentDocument,
): UpdateFilter<IncidentDocument> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const old: Readonly<Record<string, unknown>> = { ...before };
  for (const [key, value] of Object.entries(after)) {
    if (key === 'events' || key === 'readers' || value === old[key]) continue;
    const changedSubs = key === 'subIncidents' ? subIncidentsBetween(before, after) : null;
    if (changedSubs) Object.assign(set, changedSubs);
    else if (key === 'alerting' && before.alerting) set['alerting.nextAt'] = after.alerting?.nextAt;
    else set[key] = value;
  }
  for (const key of Object.keys(old)) if (!(key in after)) unset[key] = '';
  const added = appendedEvents(before.events, after.events);
  if (added === null) set.events = after.events;
  return {
    $set: set,
    ...readersBetween(before, after),
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    ...(added && added.length > 0 ? { $push: { events: { $each: added } } } : {}),
    // as never: the driver wants each member by its type; these are an incident's own, by name.
  } as never;
}

function readersBetween(
  { readers: before = [] }: IncidentDocument,
  { readers: after = [] }: IncidentDocument,
): UpdateFilter<IncidentDocument> {
  const gone = before.filter((id) => !after.includes(id));
  // No change takes some away and adds others, which no update can do at once.
  if (gone.length > 0) return { $pullAll: { readers: gone } };
  const added = after.filter((id) => !before.includes(id));
  return added.length > 0 ? { $addToSet: { readers: { $each: added } } } : {};
}

/** The subincidents that changed, by their place; null where some were added or removed. */
function subIncidentsBetween(
  { subIncidents: before = [] }: IncidentDocument,
  { subIncidents: after = [] }: IncidentDocument,
): Record<string, SubIncident> | null {
  if (before.length !== after.length) return null;
  const set: Record<string, SubIncident> = {};
  for (const [index, sub] of after.entries()) {
    const old = before[index];
    if (sub === old) continue;
    if (sub.id !== old?.id) return null;
    set[`subIncidents.${index}`] = sub;
  }
  return set;
}

/**
 * The events behind those that were there, or null when some of those were folded away, which moves the last of them.
 */
function appendedEvents(
  before: readonly IncidentEvent[],
  after: readonly IncidentEvent[],
): IncidentEvent[] | null {
  const last = before.length - 1;
  return after[last]?.id === before[last]?.id ? after.slice(before.length) : null;
}
