import type { IncidentOperations } from './intents.ts';
import type { EventSource, IncidentDocument, IncidentEvent } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';

/** What somebody did to an incident, as it can be done again. */
export interface PastAct {
  at: Date;
  by: EventSource;
  operations: IncidentOperations;
}

const acting: ReadonlySet<EventSource['kind']> = new Set(['user', 'key', 'external']);

/**
 * What people, and programs in their place, did to the incident after it opened, first to last. Changes of titles and
 * attributes are left out: the history names them for people to read.
 */
export function actsOn({ events }: Pick<IncidentDocument, 'events'>): PastAct[] {
  return events.slice(1).flatMap((event, index): PastAct[] => {
    const {
      by,
      at,
      intent,
      severity,
      message = null,
      messageIsPublic = null,
      options = {},
    } = event;
    if (!by || !acting.has(by.kind) || intent === 'Merged' || intent === 'Unmerged') return [];
    if (intent === 'Updated')
      return events[index]?.severity === severity
        ? []
        : [{ at, by, operations: { changeSeverity: severity } }];
    const appendIntent = { intent, message, messageIsPublic, options, eventId: event.id };
    return [{ at, by, operations: { appendIntent } }];
  });
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
