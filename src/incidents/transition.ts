import { orderedId } from '../kernel/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { upsertAttributes } from './attributes.ts';
import { appendEvent } from './events.ts';
import { afterPayload, heldInWords, type IncidentHold, withoutHold } from './hold.ts';
import { endedProblems, reopened, withEvent, withoutOpenState } from './intents.ts';
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
import { foldTogether, makeSpace, trim } from './sub-incidents.ts';

/** The content of one mapped payload, or what a call came to. */
export interface Alert {
  organizationId: string;
  teamId: string;
  integrationId: string;
  /** Id of the payload, or of the call, that raised the alert. */
  payloadId: string;
  /** The id of an incident that it opens, so that opening it twice is noticed; chosen by chance where there is none. */
  incidentId?: string;
  at: Date;
  status: Status;
  severity: Severity;
  /** The payload has no severity: this one is for a new incident, and an open incident keeps its own. */
  keepsSeverity?: boolean;
  title: string;
  correlationId: string;
  attributes: IncidentAttribute[];
  /** Canonical values of the grouping attributes; null without grouping. */
  groupingKey: string | null;
  groupingWindowSeconds: number | null;
  /** It is about a payload that the mapping could not read. */
  isUnreadable?: true;
  /** A problem that comes back within this time after its end reopens its incident; 0 or absent: it does not. */
  reopenWithinSeconds?: number;
}

/** Circumstances of incidents that open now (spec 3.3, 3.4). */
export interface Circumstances {
  isMuted: boolean;
  /** Mutes it until it is over. */
  silence?: { id: string; displayName: string; end: Date; timeZoneId: string } | null;
  snoozed: { until: Date | null } | null;
  /** Nobody is told of it yet. */
  hold?: IncidentHold | null;
  /** Another product tells the people of its team. */
  isShadow?: true;
  /** The alert may change an open problem but open nothing: what is answered when there is none. */
  ifNoneOpen?: { outcome: 'Discarded' | 'Maintenance' | 'Silenced'; reason: Sentence };
}

export interface AlertInput {
  alert: Alert;
  circumstances: Circumstances;
}

/** Open incidents that the alert may belong to; both null when there are none. */
export interface Candidates {
  /** Holds an open problem with the alert's open key. */
  sameProblem: IncidentDocument | null;
  /** Takes new subincidents for the alert's grouping values. */
  openGroup: IncidentDocument | null;
  /** Was resolved by a payload so recently that the alert's problem reopens it. */
  recent?: IncidentDocument | null;
}

export interface Transition {
  outcome: 'Opened' | 'Updated' | 'Resolved';
  /** One sentence for the payload's trace. */
  reason: Sentence;
  incident: IncidentDocument;
  /** A group that a new one replaces: it stays open but accepts no new subincidents. */
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
  if (alert.groupingKey !== null && openGroup) return joinGroup(openGroup, alert, circumstances);
  return (
    (candidates.recent && reopenIncident(candidates.recent, alert, circumstances)) ??
    openIncident(alert, circumstances)
  );
}

/** True while a payload of this problem reopens the incident. Who put it away has it stay so. */
export function reopensAt(incident: IncidentDocument, { status, at }: Alert): boolean {
  const { reopenUntil, isArchived } = incident;
  return status === 'Open' && !isArchived && reopenUntil !== undefined && at <= reopenUntil;
}

/** The problem came back: the incident goes on. Null for a group that has no place for it. */
function reopenIncident(
  closed: IncidentDocument,
  alert: Alert,
  circumstances: Circumstances,
): Transition | null {
  const { attributes, changes } = upsertAttributes(closed.attributes, alert.attributes);
  const flaps = (closed.flaps ?? 0) + 1;
  const seconds = alert.reopenWithinSeconds ?? 0;
  const message =
    flaps === 1
      ? say('problemBackOnce', { seconds })
      : say('problemBackTimes', { seconds, count: flaps });
  const severity = alert.keepsSeverity ? closed.severity : alert.severity;
  const { silencedBy: _silence, ...before } = closed;
  const incident: IncidentDocument = {
    ...reopened(before, alert.at),
    severity,
    attributes,
    flaps,
    openKeys: [openKey(alert)],
    unattended: true,
    ...(alert.isUnreadable && { isUnreadable: true }),
    // As it is now, not as it was when it opened: nothing stays muted.
    isMuted: circumstances.isMuted,
    version: closed.version + 1,
    lastUpdatedAt: later(closed.lastUpdatedAt, alert.at),
  };
  const event = { ...eventOf(alert, 'Unresolved', changes), severity, message };
  quieten(incident, event, circumstances);
  incident.events = appendEvent(closed.events, event);
  incident.eventsTotalCount = closed.eventsTotalCount + 1;
  if (alert.groupingKey !== null) {
    const added = subIncidentOf(alert);
    const kept = makeSpace(closed.subIncidents ?? [], added);
    if (!kept) return null;
    incident.subIncidents = [...kept, added];
    incident.groupKey = groupKeyOf(alert.integrationId, alert.groupingKey);
  }
  return {
    outcome: 'Updated',
    reason:
      flaps === 1
        ? say('cameBackOnce', { seconds })
        : say('cameBackTimes', { seconds, count: flaps }),
    incident,
    retired: null,
  };
}

/** Members by which a problem that comes back finds the incident that a payload has resolved. */
function reopenable(open: IncidentDocument, alert: Alert): Partial<IncidentDocument> {
  const seconds = alert.reopenWithinSeconds ?? 0;
  if (seconds === 0) return {};
  return {
    // A group takes back whatever belongs to it.
    reopenKeys: open.groupKey === undefined ? (open.openKeys ?? []) : [open.groupKey],
    reopenUntil: new Date(alert.at.getTime() + seconds * 1000),
  };
}

function openIncident(alert: Alert, circumstances: Circumstances): Transition {
  const isOpen = alert.status === 'Open';
  const event = eventOf(alert, 'Created');
  const incident: IncidentDocument = {
    _id: alert.incidentId ?? orderedId(alert.at.getTime()),
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
    quieten(incident, event, circumstances);
    incident.openKeys = [openKey(alert)];
    if (alert.groupingKey !== null)
      incident.groupKey = groupKeyOf(alert.integrationId, alert.groupingKey);
    if (circumstances.snoozed) {
      incident.snoozed = circumstances.snoozed;
      if (circumstances.snoozed.until) incident.unsnoozeAt = circumstances.snoozed.until;
    }
  }
  if (isOpen && alert.isUnreadable) incident.isUnreadable = true;
  if (isOpen && circumstances.isShadow) inShadow(incident);
  if (!isOpen) Object.assign(incident, endedProblems(incident, [openKey(alert)], alert.at));
  return {
    outcome: isOpen ? 'Opened' : 'Resolved',
    reason: say(isOpen ? 'noneOpen' : 'createdResolved'),
    incident,
    retired: null,
  };
}

/** Notes what keeps people from being told, and has the history say so. */
function quieten(
  incident: IncidentDocument,
  event: IncidentEvent,
  circumstances: Circumstances,
): void {
  // Muted for another reason, too, it is not the silence's to let it alert.
  if (circumstances.isMuted) addWhy(event, say('mutedForGood'));
  else if (circumstances.silence) mute(incident, event, circumstances.silence);
  hold(incident, event, circumstances);
}

/** Another product tells of it. */
export function inShadow(incident: IncidentDocument): void {
  incident.isShadow = true;
  const opening = incident.events.at(-1);
  if (opening) addWhy(opening, say('openedInShadow'));
}

function mute(
  incident: IncidentDocument,
  event: IncidentEvent,
  { id, displayName, end, timeZoneId }: NonNullable<Circumstances['silence']>,
): void {
  incident.isMuted = true;
  incident.silencedBy = { id, displayName };
  const until = zonedMoment(end.getTime(), timeZoneId);
  addWhy(event, say('mutedBySilence', { silence: displayName, until }));
}

function hold(
  incident: IncidentDocument,
  event: IncidentEvent,
  { isMuted, hold: held }: Circumstances,
): void {
  // Muted for good it alerts nobody anyway.
  if (!held || isMuted) return;
  incident.hold = held;
  addWhy(event, heldInWords(held));
}

function addWhy(event: IncidentEvent, why: Sentence): void {
  event.message = event.message ? say('inOrder', { said: [event.message, why] }) : why;
}

/** An incident that is held back counts its payloads, and is told of once there are enough, or a severer one. */
function counting(
  before: IncidentDocument,
  after: IncidentDocument,
  alert: Alert,
): IncidentDocument {
  if (!after.hold || after.status === 'Resolved') return after;
  // One payload may hold several alerts of a group.
  const isKnown = before.events.some(
    ({ by }) => by?.kind === 'integration' && by.payloadId === alert.payloadId,
  );
  const isCounted = alert.status === 'Open' && !isKnown;
  const { severity } = after;
  const { hold: held, because } = afterPayload(after.hold, { at: alert.at, severity, isCounted });
  if (held) return held === after.hold ? after : { ...after, hold: held };
  return withEvent(withoutHold(after), {
    intent: 'Released',
    at: alert.at,
    ...(because && { message: because }),
  });
}

/** The end of what was held back says that nobody was told. */
function endOf({ hold: held }: IncidentDocument): Pick<IncidentEvent, 'message'> {
  return held ? { message: say('endedWhileHeld') } : {};
}

function updateIncident(current: IncidentDocument, alert: Alert): Transition {
  const { attributes, changes } = upsertAttributes(current.attributes, alert.attributes);
  const resolves = alert.status === 'Resolved';
  const severity = current.isSeverityChosen
    ? current.severity
    : severityAfter(current.severity, alert);
  const incident: IncidentDocument = {
    ...(resolves
      ? { ...withoutOpenState(current, alert.at), ...reopenable(current, alert) }
      : current),
    ...(alert.isUnreadable && !resolves && { isUnreadable: true }),
    status: alert.status,
    severity,
    attributes,
    events: appendEvent(current.events, {
      ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
      ...(resolves && endOf(current)),
      severity,
    }),
    eventsTotalCount: current.eventsTotalCount + 1,
    unattended: current.unattended && !resolves,
    version: current.version + 1,
    lastUpdatedAt: later(current.lastUpdatedAt, alert.at),
  };
  return {
    outcome: resolves ? 'Resolved' : 'Updated',
    reason: say(resolves ? 'openResolved' : 'openUpdated'),
    incident: counting(current, incident, alert),
    retired: null,
  };
}

function updateSubIncident(group: IncidentDocument, alert: Alert): Transition {
  const resolves = alert.status === 'Resolved';
  let changed: SubIncident | undefined;
  const subIncidents = (group.subIncidents ?? []).map((sub) => {
    if (changed || sub.correlationId !== alert.correlationId || sub.status !== 'Open') return sub;
    const { attributes, changes } = upsertAttributes(sub.attributes, alert.attributes);
    changed = {
      ...sub,
      status: alert.status,
      severity: severityAfter(sub.severity, alert),
      attributes,
      events: appendEvent(sub.events, {
        ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
        severity: severityAfter(sub.severity, alert),
      }),
      eventsTotalCount: sub.eventsTotalCount + 1,
      lastUpdatedAt: later(sub.lastUpdatedAt, alert.at),
    };
    return changed;
  });
  const kept = changed ? trim(foldTogether(subIncidents), changed.id) : subIncidents;
  const reason = say(resolves ? 'subincidentResolved' : 'subincidentUpdated');
  return regroup(group, kept, alert, reason);
}

/** A subincident of the open group, or the start of a new group when the open one does not accept it. */
function joinGroup(
  group: IncidentDocument,
  alert: Alert,
  circumstances: Circumstances,
): Transition {
  const added = subIncidentOf(alert);
  const kept = isWithinWindow(group, alert)
    ? makeSpace(group.subIncidents ?? [], added)
    : undefined;
  if (kept) return regroup(group, [...kept, added], alert, say('subincidentAdded'));
  const started = openIncident(alert, circumstances);
  // A resolved alert starts no new group: the open group stays the current one.
  if (alert.status === 'Resolved') return started;
  const reason =
    kept === null
      ? say('groupFull')
      : say('groupOver', { seconds: alert.groupingWindowSeconds ?? 0 });
  return { ...started, reason, retired: retire(group) };
}

/** The group around changed subincidents: open while one of them is. */
function regroup(
  group: IncidentDocument,
  subIncidents: SubIncident[],
  alert: Alert,
  reason: Sentence,
): Transition {
  const open = subIncidents.filter((sub) => sub.status === 'Open');
  const resolves = open.length === 0;
  const { attributes, changes } = upsertAttributes(group.attributes, alert.attributes);
  const severity = (group.isSeverityChosen ? null : strongest(open)) ?? group.severity;
  const event: IncidentEvent = {
    ...eventOf(alert, resolves ? 'Resolved' : 'Updated', changes),
    ...(resolves && endOf(group)),
    status: resolves ? 'Resolved' : 'Open',
    severity,
  };
  const incident: IncidentDocument = {
    ...(resolves ? { ...withoutOpenState(group, alert.at), ...reopenable(group, alert) } : group),
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
  // The group itself may have ended with it, which has remembered the others.
  if (alert.status === 'Resolved')
    Object.assign(incident, endedProblems(incident, [openKey(alert)], alert.at));
  if (!resolves)
    incident.openKeys = open.map((sub) =>
      openKeyOf(alert.integrationId, sub.correlationId, alert.groupingKey),
    );
  return {
    outcome: resolves ? 'Resolved' : 'Updated',
    reason,
    incident: counting(group, incident, alert),
    retired: null,
  };
}

function retire(group: IncidentDocument): IncidentDocument {
  const { groupKey: _, ...retired } = group;
  return { ...retired, version: group.version + 1 };
}

/** Spec 3.2 rule 5; without a window a group accepts subincidents as long as it is open. */
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

/** A resolving message rarely contains the severity: the incident keeps the one it had. */
function severityAfter(present: Severity, alert: Alert): Severity {
  return alert.status === 'Resolved' || alert.keepsSeverity ? present : alert.severity;
}

function strongest(subIncidents: readonly SubIncident[]): Severity | undefined {
  let rank = -1;
  for (const sub of subIncidents) rank = Math.max(rank, severities.indexOf(sub.severity));
  return severities[rank];
}

function later(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}
