import type { IncidentOperations } from './intents.ts';
import type { EventSource, IncidentDocument, IncidentEvent } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';

/** An action on an incident, as it can be done again. */
export interface PastAct {
  at: Date;
  by: EventSource;
  operations: IncidentOperations;
}

const acting: ReadonlySet<EventSource['kind']> = new Set(['user', 'key', 'external']);

/**
 * The actions of people, and of programs in their place, on the incident after it opened, first to last. Changes of
 * titles and attributes are left out: the history names them for people to read.
 */
export function actsOn({ events }: Pick<IncidentDocument, 'events'>): PastAct[] {
  const [created, ...later] = events;
  const acts: PastAct[] = [];
  let before = created?.severity;
  for (const event of later) {
    const { by, at, severity } = event;
    const changed = severity === before ? {} : { changeSeverity: severity };
    before = severity;
    if (!by || !acting.has(by.kind)) continue;
    const operations = operationsOf(event, changed);
    const last = acts.at(-1);
    // One request may leave several lines.
    if (last?.at.getTime() === at.getTime() && last.by.kind === by.kind)
      last.operations = { ...last.operations, ...operations };
    else if (Object.keys(operations).length > 0 || event.intent === 'Released')
      acts.push({ at, by, operations });
  }
  return acts.map((act) => (Object.keys(act.operations).length > 0 ? act : releasing(act)));
}

function operationsOf(
  { id, intent, message, messageIsPublic, options = {} }: IncidentEvent,
  changed: Pick<IncidentOperations, 'changeSeverity'>,
): IncidentOperations {
  if (intent === 'Updated') return changed;
  // The first two follow from what else was done, unless nothing else was.
  if (['Released', 'Unmerged', 'Merged'].includes(intent)) return {};
  const said = { message: message ?? null, messageIsPublic: messageIsPublic ?? null };
  return { appendIntent: { intent, ...said, options, eventId: id } };
}

function releasing({ at, by }: PastAct): PastAct {
  const same = { message: null, messageIsPublic: null, options: {} };
  return { at, by, operations: { appendIntent: { intent: 'Released', ...same } } };
}

/** The payload that opened the incident; null: a person, a call or the product itself did. */
export function payloadThatOpened({ events }: Pick<IncidentDocument, 'events'>): string | null {
  const by = events[0]?.by;
  return by?.kind === 'integration' ? by.payloadId : null;
}

/** The incident as it was when it opened, as far as its history says. */
export function asOpened(incident: IncidentDocument): IncidentDocument {
  const [created, ...later] = incident.events;
  const options = later.map((event) => event.options ?? {});
  const given = (name: string) => new Set(options.flatMap((one) => idsIn(one[name])));
  const [teams, users] = [given('teams'), given('users')];
  const { title, organizationId, integrationId, createdAt, attributes, correlationId } = incident;
  const isOpen = created?.status !== 'Resolved';
  return {
    _id: incident._id,
    ...{ title, organizationId, integrationId, createdAt, attributes, correlationId },
    teamIds: incident.teamIds.filter((id, index) => index === 0 || !teams.has(id)),
    userIds: (incident.userIds ?? []).filter((id) => !users.has(id)),
    ...(later.some(({ intent }) => intent === 'Affects') ? {} : servicesOf(incident)),
    sourceUserId: incident.sourceUserId ?? null,
    status: isOpen ? 'Open' : 'Resolved',
    severity: created?.severity ?? incident.severity,
    events: created ? [created] : [],
    eventsTotalCount: created ? 1 : 0,
    unattended: isOpen,
    isArchived: false,
    isMuted: false,
    version: 1,
    lastUpdatedAt: createdAt,
    lastInteractionAt: createdAt,
  };
}

function servicesOf({ serviceIds }: IncidentDocument): Pick<IncidentDocument, 'serviceIds'> {
  return serviceIds ? { serviceIds } : {};
}

function idsIn(option: unknown): string[] {
  if (typeof option !== 'object' || option === null || !('ids' in option)) return [];
  return Array.isArray(option.ids) ? option.ids.filter((id) => typeof id === 'string') : [];
}

/** The incident with the keys by which payloads find it, as far as it was open at that instant; null: it was not. */
export function openAt(incident: IncidentDocument, at: Date): IncidentDocument | null {
  const { integrationId, correlationId, groupingKey, subIncidents } = incident;
  if (incident.createdAt >= at || integrationId === null || correlationId === null) return null;
  if (lastBefore(incident.events, at)?.status !== 'Open') return null;
  const known = { ...incident, status: 'Open' as const };
  if (groupingKey === undefined || !subIncidents)
    return { ...known, openKeys: [openKeyOf(integrationId, correlationId, null)] };
  const subs = subIncidents
    .filter((sub) => sub.createdAt < at && lastBefore(sub.events, at)?.status === 'Open')
    .map((sub) => ({ ...sub, status: 'Open' as const }));
  return {
    ...known,
    subIncidents: subs,
    openKeys: subs.map((sub) => openKeyOf(integrationId, sub.correlationId, groupingKey)),
    groupKey: groupKeyOf(integrationId, groupingKey),
  };
}

function lastBefore(events: readonly IncidentEvent[], at: Date): IncidentEvent | undefined {
  return events.findLast((event) => event.at < at);
}
