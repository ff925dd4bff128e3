import type { UpdateFilter } from 'mongodb';
import type { IncidentDocument, SubIncident } from './model.ts';

/**
 * The update that turns one version of an incident into another: members that were replaced, and new events behind those
 * that were there, so that a long history is not sent again. Of `alerting` it sets only when something is due, because the
 * rest is written by others meanwhile.
 */
export function updateBetween(
  before: IncidentDocument,
  after: IncidentDocument,
): UpdateFilter<IncidentDocument> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const old: Readonly<Record<string, unknown>> = { ...before };
  for (const [key, value] of Object.entries(after)) {
    if (key === 'events' || value === old[key]) continue;
    const changedSubs = key === 'subIncidents' ? subIncidentsBetween(before, after) : null;
    if (changedSubs) Object.assign(set, changedSubs);
    else if (key === 'alerting' && before.alerting) set['alerting.nextAt'] = after.alerting?.nextAt;
    else set[key] = value;
  }
  for (const key of Object.keys(old)) if (!(key in after)) unset[key] = '';
  const added = addedEvents(before.events, after.events);
  if (added === null) set.events = after.events;
  return {
    $set: set,
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    ...(added && added.length > 0 ? { $push: { events: { $each: added } } } : {}),
    // as never: the driver wants each member by its type; these are an incident's own, by name.
  } as never;
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

/** The events behind those that were there, or null when one of those was folded away. */
function addedEvents<Event>(before: readonly Event[], after: readonly Event[]): Event[] | null {
  if (after.length < before.length || after[before.length - 1] !== before.at(-1)) return null;
  return after[0] === before[0] ? after.slice(before.length) : null;
}
