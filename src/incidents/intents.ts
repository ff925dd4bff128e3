import { type AppError, orderedId } from '../kernel/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import { sameName, upsertAttributes } from './attributes.ts';
import { appendEvent } from './events.ts';
import {
  endedWhileHeld,
  heldInWords,
  type IncidentHold,
  isRise,
  roseTo,
  withoutHold,
} from './hold.ts';
import type {
  AttributeChange,
  EventSource,
  IncidentAttribute,
  IncidentDocument,
  IncidentEvent,
  Intent,
  Severity,
  SubIncident,
} from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';

/** The options of an intent. The API document has checked them before. */
export interface IntentOptions {
  /** Null: until it is resolved. */
  snoozedUntil?: Date | null;
  outboundIntegrationId?: string;
  services?: { ids: string[]; exclude: boolean | null; start: string | null; end: string | null };
  teams?: { ids: string[]; repeatAlerts: boolean | null };
  users?: { ids: string[]; repeatAlerts: boolean | null };
}

export interface AppendIntent {
  intent: Intent;
  message: Sentence | null;
  messageIsPublic: boolean | null;
  options: IntentOptions;
  /**
   * Makes a repeated request harmless, such as one of a carrier: an incident whose history has this event stays as it
   * is.
   */
  eventId?: string;
}

/** The operations of one PATCH; all of them happen or none (public-api.md 7.1). */
export interface IncidentOperations {
  changeSeverity?: Severity;
  changeTitle?: string;
  appendIntent?: AppendIntent;
  overrideAttributes?: IncidentAttribute[];
  addAttributes?: IncidentAttribute[];
  upsertAttributes?: IncidentAttribute[];
  /** A rule wants it held back. */
  hold?: IncidentHold;
}

const whileOpen: readonly Intent[] = ['Investigated', 'Resolved', 'Escalated'];
const always: readonly Intent[] = ['Commented', 'Assigned', 'Affects', 'Forwarded'];

/** The intents that `appendIntent` accepts now. */
export function allowedIntents(incident: IncidentDocument): Intent[] {
  const allowed: Intent[] = incident.status === 'Open' ? [...whileOpen] : ['Unresolved'];
  allowed.push(...always);
  if (incident.snoozed) allowed.push('Unsnoozed');
  if (incident.hold) allowed.push('Released');
  if (incident.status === 'Open') allowed.push('Snoozed');
  allowed.push(incident.isArchived ? 'Unarchived' : 'Archived');
  return allowed;
}

/** The incident after `operations` by `by` at `now`. Pure. Throws 400 for what is not allowed now. */
export function applyOperations(
  incident: IncidentDocument,
  operations: IncidentOperations,
  by: EventSource,
  now: Date,
): IncidentDocument {
  let next: IncidentDocument = {
    ...incident,
    version: incident.version + 1,
    lastUpdatedAt: now,
    // Rules and policies are nobody: what they do is no sign that a person looks after the incident.
    lastInteractionAt: isNobody(by) ? incident.lastInteractionAt : now,
  };
  const changes: AttributeChange[] = [];
  const attributes = changedAttributes(next.attributes, operations, changes);
  const severityChanges =
    operations.changeSeverity !== undefined && operations.changeSeverity !== next.severity;
  next = { ...next, attributes };
  if (operations.changeTitle !== undefined && operations.changeTitle !== next.title) {
    changes.push({ name: 'Title', newValue: operations.changeTitle, oldValue: next.title });
    next = { ...next, title: operations.changeTitle };
  }
  if (operations.changeSeverity !== undefined)
    next = { ...next, severity: operations.changeSeverity, isSeverityChosen: true };
  if (changes.length > 0 || severityChanges)
    next = withEvent(next, {
      intent: 'Updated',
      by,
      at: now,
      ...(changes.length > 0 ? { changes } : {}),
    });
  next = heldAfter(next, operations, by, now);
  return operations.appendIntent ? applyIntent(next, operations.appendIntent, by, now) : next;
}

/** Applies the operations to the hold: a rule may hold the incident back, a higher severity ends the hold. */
function heldAfter(
  incident: IncidentDocument,
  { hold }: IncidentOperations,
  by: EventSource,
  now: Date,
): IncidentDocument {
  if (hold) {
    const held = { ...incident, hold };
    return withEvent(held, { intent: 'Commented', by, at: now, message: heldInWords(hold) });
  }
  return incident.hold && isRise(incident.hold, incident.severity)
    ? release(incident, by, now, roseTo(incident.severity))
    : incident;
}

function release(
  incident: IncidentDocument,
  by: EventSource,
  at: Date,
  message?: Sentence,
): IncidentDocument {
  return withEvent(withoutHold(incident), {
    intent: 'Released',
    by,
    at,
    ...(message && { message }),
  });
}

/** Nothing keeps people from being told of it any more. */
function heard(incident: IncidentDocument, by: EventSource, at: Date): IncidentDocument {
  const awaited = incident.hold ? release(incident, by, at) : incident;
  if (!awaited.mergedInto || awaited.status !== 'Open') return awaited;
  return withEvent(withoutLeader(awaited), { intent: 'Unmerged', by, at });
}

/** Part of no other incident any more. */
export function withoutLeader({ mergedInto: _, ...alone }: IncidentDocument): IncidentDocument {
  return alone;
}

function isNobody({ kind }: EventSource): boolean {
  return kind === 'rule' || kind === 'policy';
}

function applyIntent(
  incident: IncidentDocument,
  { intent, message, messageIsPublic, options, eventId }: AppendIntent,
  by: EventSource,
  now: Date,
): IncidentDocument {
  const allowed = allowedIntents(incident);
  if (!allowed.includes(intent))
    throw refused('intent', say('intentNotPossible', { intent, values: allowed }));
  if (intent === 'Commented' && !message) throw refused('message', say('commentNeedsMessage'));
  // An escalation or an assignment that no rule makes is meant to be told.
  const isTold = (intent === 'Escalated' || intent === 'Assigned') && by.kind !== 'rule';
  const awaited = isTold ? heard(incident, by, now) : incident;
  const changed = effectOf(awaited, intent, options, by, now);
  const recorded: Partial<IncidentEvent> & Pick<IncidentEvent, 'intent' | 'at'> = {
    intent,
    by,
    at: now,
  };
  if (eventId !== undefined) recorded.id = eventId;
  if (message !== null) recorded.message = message;
  if (messageIsPublic !== null) recorded.messageIsPublic = messageIsPublic;
  const kept = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(kept).length > 0) recorded.options = kept;
  return withEvent(changed, recorded);
}

function effectOf(
  incident: IncidentDocument,
  intent: Intent,
  options: IntentOptions,
  by: EventSource,
  now: Date,
): IncidentDocument {
  switch (intent) {
    case 'Investigated':
      return { ...withoutHold(incident), unattended: false };
    case 'Released':
      return withoutHold(incident);
    case 'Resolved':
      return close(incident, now);
    case 'Unresolved':
      return reopen(incident, now);
    case 'Archived':
      return { ...incident, isArchived: true, unattended: false };
    case 'Unarchived':
      return { ...incident, isArchived: false };
    case 'Snoozed':
      return snooze(incident, options.snoozedUntil, now);
    case 'Unsnoozed':
      return wake(incident);
    case 'Assigned':
      return assign(incident, options);
    case 'Affects':
      return affect(incident, options);
    case 'Forwarded':
      if (!options.outboundIntegrationId)
        throw refused('intentOptions.forwardingOptions', say('forwardingNeedsTool'));
      return incident;
    case 'Escalated':
      return { ...incident, unattended: incident.unattended && isNobody(by) };
    case 'Commented':
      return incident;
    case 'Created':
    case 'Updated':
    case 'Deleted':
    case 'Unacknowledged':
    case 'Merged':
    case 'Unmerged':
      // Never allowed by `allowedIntents`: these are made by what they name.
      return incident;
  }
}

/**
 * Without what holds only while it is open: its place in correlation, a severity that was chosen, a snooze until then.
 */
export function withoutOpenState(incident: IncidentDocument, now: Date): IncidentDocument {
  const {
    openKeys = [],
    groupKey: _group,
    isSeverityChosen: _chosen,
    isUnreadable: _unreadable,
    ...rest
  } = incident;
  const ended = { ...endedWhileHeld(rest), ...endedProblems(incident, openKeys, now) };
  return ended.snoozed?.until === null ? wake(ended) : ended;
}

/** Senders repeat the end of a problem: Prometheus for 15 minutes, others with their next round. */
const repeatedForMs = 60 * 60 * 1000;
/** A group keeps this many ended keys, the latest ones. */
const endedKeysMax = 1000;

/** Members by which an incident recognises the repeated end of problems that end now. */
export function endedProblems(
  { endedKeys = [] }: Pick<IncidentDocument, 'endedKeys'>,
  openKeys: readonly string[],
  now: Date,
): Pick<IncidentDocument, 'endedKeys' | 'endedUntil'> {
  if (openKeys.length === 0) return {};
  return {
    endedKeys: [...new Set([...endedKeys, ...openKeys])].slice(-endedKeysMax),
    endedUntil: new Date(now.getTime() + repeatedForMs),
  };
}

/** Resolved, with all that is in it; the caller adds the event. */
export function close(incident: IncidentDocument, now: Date): IncidentDocument {
  const next: IncidentDocument = {
    ...withoutOpenState(incident, now),
    status: 'Resolved',
    unattended: false,
  };
  if (incident.subIncidents)
    next.subIncidents = incident.subIncidents.map((sub) => ({
      ...sub,
      status: 'Resolved' as const,
    }));
  return next;
}

/** Open again and correlating again: a payload that resolves the problem finds it. */
function reopen(incident: IncidentDocument, now: Date): IncidentDocument {
  const next = reopened(incident, now);
  const { integrationId, correlationId } = incident;
  if (integrationId === null || correlationId === null) return next;
  const grouping = incident.groupingKey;
  if (incident.subIncidents && grouping !== undefined) {
    const reopened = new Set(toReopen(incident.subIncidents));
    next.subIncidents = incident.subIncidents.map((sub) =>
      reopened.has(sub) ? { ...sub, status: 'Open' as const } : sub,
    );
    next.openKeys = [...reopened].map((sub) =>
      openKeyOf(integrationId, sub.correlationId, grouping),
    );
    next.groupKey = groupKeyOf(integrationId, grouping);
  } else next.openKeys = [openKeyOf(integrationId, correlationId, null)];
  return next;
}

/** Open again, without its place in correlation. */
export function reopened(incident: IncidentDocument, now: Date): IncidentDocument {
  // Its timer went when it resolved: it gets a new one, unless its time is over.
  const until = incident.snoozed?.until ?? null;
  const {
    reopenKeys: _keys,
    reopenUntil: _until,
    endedKeys: _ended,
    endedUntil: _at,
    transient: _transient,
    mergedInto: _leader,
    ...rest
  } = incident;
  const next: IncidentDocument = {
    ...(until && until <= now ? wake(rest) : rest),
    status: 'Open',
  };
  if (until && until > now) next.unsnoozeAt = until;
  return next;
}

/** Subincidents that were closed with their group. Where all had ended by themselves, the latest of each problem. */
function toReopen(subIncidents: readonly SubIncident[]): SubIncident[] {
  const closed = subIncidents.filter((sub) => sub.events.at(-1)?.status === 'Open');
  const latest = new Map(
    (closed.length > 0 ? closed : subIncidents).map((sub) => [sub.correlationId, sub]),
  );
  return [...latest.values()];
}

function snooze(
  incident: IncidentDocument,
  until: Date | null | undefined,
  now: Date,
): IncidentDocument {
  if (until === undefined) throw refused('intentOptions.snoozingOptions', say('snoozeNeedsEnd'));
  if (until === null) return { ...wake(incident), snoozed: { until } };
  if (until <= now)
    throw refused('intentOptions.snoozingOptions.snoozedUntil', say('mustBeInFuture'));
  return { ...incident, snoozed: { until }, unsnoozeAt: until };
}

/** No longer snoozed; the caller adds the event. */
export function wake(incident: IncidentDocument): IncidentDocument {
  const { snoozed: _snoozed, unsnoozeAt: _at, ...awake } = incident;
  return awake;
}

function assign(incident: IncidentDocument, { teams, users }: IntentOptions): IncidentDocument {
  if (!teams && !users) throw refused('intentOptions', say('assigningNeedsWhom'));
  return {
    ...incident,
    unattended: incident.unattended && !users,
    teamIds: [...new Set([...incident.teamIds, ...(teams?.ids ?? [])])],
    userIds: [...new Set([...(incident.userIds ?? []), ...(users?.ids ?? [])])],
  };
}

function affect(incident: IncidentDocument, { services }: IntentOptions): IncidentDocument {
  if (!services) throw refused('intentOptions.affectingOptions', say('affectingNeedsServices'));
  return {
    ...incident,
    serviceIds: [...new Set(services.ids)],
    excludeFromUptimeCalculation:
      services.exclude ?? incident.excludeFromUptimeCalculation ?? false,
    statusPageStartOverride: services.start ?? incident.statusPageStartOverride ?? null,
    statusPageEndOverride: services.end ?? incident.statusPageEndOverride ?? null,
  };
}

function changedAttributes(
  present: IncidentAttribute[],
  operations: IncidentOperations,
  changes: AttributeChange[],
): IncidentAttribute[] {
  let attributes = present;
  const { overrideAttributes, addAttributes, upsertAttributes: upserts } = operations;
  if (overrideAttributes) {
    const gone = present.filter(
      (old) => !overrideAttributes.some((attribute) => sameName(attribute, old)),
    );
    changes.push(...gone.map((old) => ({ name: old.name, newValue: null, oldValue: old.value })));
    changes.push(...upsertAttributes(present, overrideAttributes).changes);
    // A name given twice is one attribute.
    attributes = upsertAttributes([], overrideAttributes).attributes;
  }
  if (addAttributes) {
    const taken = addAttributes.find(
      (attribute, index) =>
        attributes.some((old) => sameName(attribute, old)) ||
        addAttributes.findIndex((other) => sameName(attribute, other)) < index,
    );
    if (taken)
      throw refusedAt('operations.addAttributes', say('attributeExists', { name: taken.name }));
    changes.push(
      ...addAttributes.map(({ name, value }) => ({ name, newValue: value, oldValue: null })),
    );
    attributes = [...attributes, ...addAttributes];
  }
  if (upserts) {
    const upserted = upsertAttributes(attributes, upserts);
    changes.push(...upserted.changes);
    attributes = upserted.attributes;
  }
  return attributes;
}

/** The incident with one more line in its history, in its present status and severity. */
export function withEvent(
  incident: IncidentDocument,
  event: Partial<IncidentEvent> & Pick<IncidentEvent, 'intent' | 'at'>,
): IncidentDocument {
  const complete: IncidentEvent = {
    id: orderedId(event.at.getTime()),
    status: incident.status,
    severity: incident.severity,
    ...event,
  };
  return {
    ...incident,
    events: appendEvent(incident.events, complete),
    eventsTotalCount: incident.eventsTotalCount + 1,
  };
}

function refused(field: string, message: Sentence): AppError {
  return refusedAt(`operations.appendIntent.${field}`, message);
}

function refusedAt(path: string, message: Sentence): AppError {
  return refusal('validation-failed', message, { field: path });
}
