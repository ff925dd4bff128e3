import { orderedId } from '../kernel/index.ts';
import { appendEvent } from './events.ts';
import type {
  AttributeChange,
  IncidentAttribute,
  IncidentDocument,
  IncidentEvent,
  Intent,
  Severity,
  Status,
  SubIncident,
} from './model.ts';
import { severities } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';

/** What one mapped payload says. */
export interface Alert {
  organizationId: string;
  teamId: string;
  integrationId: string;
  payloadId: string;
  at: Date;
  status: Status;
  severity: Severity;
  title: string;
  correlationId: string;
  attributes: IncidentAttribute[];
  /** Canonical values of the grouping attributes; null without grouping. */
  groupingKey: string | null;
  groupingWindowSeconds: number | null;
}

/** What holds for incidents that open now (spec 3.3, 3.4). */
export interface Circumstances {
  isMuted: boolean;
  snoozed: { until: Date | null } | null;
}

/** Open incidents that the alert may belong to; both null when there are none. */
export interface Candidates {
  /** Holds an open problem with the alert's open key. */
  sameProblem: IncidentDocument | null;
  /** Takes new subincidents for the alert's grouping values. */
  openGroup: IncidentDocument | null;
}

export interface Transition {
  outcome: 'Opened' | 'Updated' | 'Resolved';
  /** One sentence for the payload's trace. */
  reason: string;
  incident: IncidentDocument;
  /** A group that gives way to a new one: it stays open but takes no new subincidents. */
  retired: IncidentDocument | null;
}

/** Decides what an alert does (spec 3.1 and 3.2). Pure: gives new documents, changes none. */
export function transition(
  alert: Alert,
  candidates: Candidates,
  circumstances: Circumstances,
): Transition {
  const { sameProblem, openGroup } = candidates;
  if (sameProblem)
    return alert.groupingKey === null
      ? updateIncident(sameProblem, alert)
      : updateSubIncident(sameProblem, alert);
  if (alert.groupingKey !== null && openGroup) {
    const refusal = refusalOf(openGroup, alert);
    if (refusal === null) return addSubIncident(openGroup, alert);
    const started = openIncident(alert, circumstances);
    return { ...started, reason: `Started a new group: ${refusal}`, retired: retire(openGroup) };
  }
  return openIncident(alert, circumstances);
}

function openIncident(alert: Alert, circumstances: Circumstances): Transition {
  const isOpen = alert.status === 'Open';
  const event = eventOf(alert, 'Created');
  const incident: IncidentDocument = {
    _id: orderedId(alert.at.getTime()),
    organizationId: alert.organizationId,
    integrationId: alert.integrationId,
    teamIds: [alert.teamId],
    title: alert.title,
    status: alert.status,
    severity: alert.severity,
    attributes: alert.attributes,
    correlationId: alert.correlationId,
    events: [event],
    eventsTotalCount: 1,
    unattended: isOpen,
    isArchived: false,
    isMuted: circumstances.isMuted,
    serviceIds: [],
    userIds: [],
    sourceUserId: null,
    excludeFromUptimeCalculation: false,
    statusPageStartOverride: null,
    statusPageEndOverride: null,
    version: 1,
    createdAt: alert.at,
    lastUpdatedAt: alert.at,
    lastInteractionAt: null,
  };
  if (alert.groupingKey !== null) {
    incident.groupingKey = alert.groupingKey;
    incident.subIncidents = [subIncidentOf(alert)];
  }
  if (isOpen) {
    incident.openKeys = [openKey(alert)];
    if (alert.groupingKey !== null)
      incident.groupKey = groupKeyOf(alert.integrationId, alert.groupingKey);
    if (circumstances.snoozed) {
      incident.snoozed = circumstances.snoozed;
      if (circumstances.snoozed.until) incident.unsnoozeAt = circumstances.snoozed.until;
    }
  }
  return isOpen
    ? {
        outcome: 'Opened',
        reason: 'No open incident had this correlation.',
        incident,
        retired: null,
      }
    : {
        outcome: 'Resolved',
        reason: 'Created as resolved: no open incident had this correlation.',
        incident,
        retired: null,
      };
}

function updateIncident(current: IncidentDocument, alert: Alert): Transition {
  const { attributes, changes } = upsertAttributes(current.attributes, alert.attributes);
  const resolves = alert.status === 'Resolved';
  const { openKeys: _, ...closed } = current;
  const incident: IncidentDocument = {
    ...(resolves ? closed : current),
    status: alert.status,
    severity: severityAfter(current.severity, alert),
    attributes,
    events: appendEvent(current.events, {
      ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
      severity: severityAfter(current.severity, alert),
    }),
    eventsTotalCount: current.eventsTotalCount + 1,
    unattended: current.unattended && !resolves,
    version: current.version + 1,
    lastUpdatedAt: later(current.lastUpdatedAt, alert.at),
  };
  return {
    outcome: resolves ? 'Resolved' : 'Updated',
    reason: `An open incident had this correlation; it was ${resolves ? 'resolved' : 'updated'}.`,
    incident,
    retired: null,
  };
}

function updateSubIncident(group: IncidentDocument, alert: Alert): Transition {
  const resolves = alert.status === 'Resolved';
  const subIncidents = (group.subIncidents ?? []).map((sub) => {
    if (sub.correlationId !== alert.correlationId || sub.status !== 'Open') return sub;
    const { attributes, changes } = upsertAttributes(sub.attributes, alert.attributes);
    return {
      ...sub,
      status: alert.status,
      severity: severityAfter(sub.severity, alert),
      attributes,
      events: appendEvent(sub.events, {
        ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
        severity: severityAfter(sub.severity, alert),
      }),
      eventsTotalCount: sub.eventsTotalCount + 1,
      lastUpdatedAt: alert.at,
    };
  });
  return regroup(group, subIncidents, alert, {
    reason: `An open subincident of the group had this correlation; it was ${resolves ? 'resolved' : 'updated'}.`,
  });
}

function addSubIncident(group: IncidentDocument, alert: Alert): Transition {
  const kept = dropForRoom(group.subIncidents ?? []);
  return regroup(group, [...kept, subIncidentOf(alert)], alert, {
    reason: 'The group of these grouping values is open; a subincident was added.',
  });
}

/** The most subincidents one document holds; resolved ones make room, oldest first. */
export const subIncidentsMax = 500;

function dropForRoom(subIncidents: readonly SubIncident[]): readonly SubIncident[] {
  if (subIncidents.length < subIncidentsMax) return subIncidents;
  return subIncidents.toSpliced(
    subIncidents.findIndex((sub) => sub.status === 'Resolved'),
    1,
  );
}

/** Why the open group does not take this alert; null when it does. */
function refusalOf(group: IncidentDocument, alert: Alert): string | null {
  if (!isWithinWindow(group, alert))
    return `the open one had no update for more than ${alert.groupingWindowSeconds} s.`;
  const subIncidents = group.subIncidents ?? [];
  const isFull =
    subIncidents.length >= subIncidentsMax && subIncidents.every((sub) => sub.status === 'Open');
  return isFull ? `the open one is full with ${subIncidentsMax} open subincidents.` : null;
}

/** The group around changed subincidents: open while one of them is. */
function regroup(
  group: IncidentDocument,
  subIncidents: SubIncident[],
  alert: Alert,
  { reason }: { reason: string },
): Transition {
  const open = subIncidents.filter((sub) => sub.status === 'Open');
  const resolves = open.length === 0;
  const { openKeys: _keys, groupKey: _group, ...closed } = group;
  const { attributes, changes } = upsertAttributes(group.attributes, alert.attributes);
  const severity = strongest(open) ?? group.severity;
  const event: IncidentEvent = {
    ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
    status: resolves ? 'Resolved' : 'Open',
    severity,
  };
  const incident: IncidentDocument = {
    ...(resolves ? closed : group),
    status: resolves ? 'Resolved' : 'Open',
    severity,
    attributes,
    subIncidents,
    events: appendEvent(group.events, event),
    eventsTotalCount: group.eventsTotalCount + 1,
    unattended: group.unattended && !resolves,
    version: group.version + 1,
    lastUpdatedAt: later(group.lastUpdatedAt, alert.at),
  };
  if (!resolves)
    incident.openKeys = open.map((sub) =>
      openKeyOf(alert.integrationId, sub.correlationId, alert.groupingKey),
    );
  return { outcome: resolves ? 'Resolved' : 'Updated', reason, incident, retired: null };
}

function retire(group: IncidentDocument): IncidentDocument {
  const { groupKey: _, ...retired } = group;
  return { ...retired, version: group.version + 1 };
}

/** Spec 3.2 rule 5; without a window a group takes subincidents for as long as it is open. */
function isWithinWindow(group: IncidentDocument, alert: Alert): boolean {
  if (alert.groupingWindowSeconds === null) return true;
  return alert.at.getTime() - group.lastUpdatedAt.getTime() <= alert.groupingWindowSeconds * 1000;
}

function subIncidentOf(alert: Alert): SubIncident {
  return {
    id: orderedId(alert.at.getTime()),
    correlationId: alert.correlationId,
    title: alert.title,
    status: alert.status,
    severity: alert.severity,
    attributes: alert.attributes,
    events: [eventOf(alert, 'Created')],
    eventsTotalCount: 1,
    createdAt: alert.at,
    lastUpdatedAt: alert.at,
  };
}

function openKey(alert: Alert): string {
  return openKeyOf(alert.integrationId, alert.correlationId, alert.groupingKey);
}

function eventOf(alert: Alert, intent: Intent, changes: AttributeChange[] = []): IncidentEvent {
  const event: IncidentEvent = {
    id: orderedId(alert.at.getTime()),
    at: alert.at,
    intent,
    status: alert.status,
    severity: alert.severity,
    by: { kind: 'integration', payloadId: alert.payloadId },
  };
  if (changes.length > 0) event.changes = changes;
  return event;
}

/**
 * New values win, attributes that the payload does not mention stay: a resolving payload often lacks
 * half of them, and the person at 3 a.m. still needs them. Names are compared without regard to case.
 */
export function upsertAttributes(
  present: readonly IncidentAttribute[],
  incoming: readonly IncidentAttribute[],
): { attributes: IncidentAttribute[]; changes: AttributeChange[] } {
  const byName = new Map(present.map((attribute) => [attribute.name.toLowerCase(), attribute]));
  const changes: AttributeChange[] = [];
  for (const attribute of incoming) {
    const key = attribute.name.toLowerCase();
    const old = byName.get(key);
    if (old?.value !== attribute.value)
      changes.push({
        name: attribute.name,
        newValue: attribute.value,
        oldValue: old?.value ?? null,
      });
    byName.set(key, attribute);
  }
  return { attributes: [...byName.values()], changes };
}

/** A message that ends a problem rarely says how bad it was: what it was stays on record. */
function severityAfter(present: Severity, alert: Alert): Severity {
  return alert.status === 'Resolved' ? present : alert.severity;
}

function strongest(subIncidents: readonly SubIncident[]): Severity | undefined {
  let rank = -1;
  for (const sub of subIncidents) rank = Math.max(rank, severities.indexOf(sub.severity));
  return severities[rank];
}

function later(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}
