import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { severities, statuses } from '../mapping/index.ts';
import type { Sentence } from '../sentences/index.ts';
import {
  defineModel,
  driverCollection,
  type PlainDocument,
  plainCollection,
  schemaOf,
} from '../store/index.ts';
import type { AlertingState } from './alerting-state.ts';
import type { IncidentHold } from './hold.ts';

// An incident may have what a mapping may yield.
export { severities, statuses };
export type Status = (typeof statuses)[number];
export type Severity = (typeof severities)[number];

export const intents = [
  'Resolved',
  'Investigated',
  'Escalated',
  'Commented',
  'Unresolved',
  'Assigned',
  'Affects',
  'Forwarded',
  'Archived',
  'Unarchived',
  'Created',
  'Deleted',
  'Updated',
  'Snoozed',
  'Unsnoozed',
  'Released',
  'Unacknowledged',
  'Merged',
  'Unmerged',
] as const;
export type Intent = (typeof intents)[number];

export interface IncidentAttribute {
  name: string;
  value: string;
  // Absent: false. Three of them with each attribute were a sixth of every incident.
  isImage?: boolean;
  hideInPreviews?: boolean;
  isGroupingKey?: boolean;
}

export interface AttributeChange {
  name: string;
  newValue: string | null;
  oldValue: string | null;
}

/** Who did it. Absent: the product itself, such as a timer. */
export type EventSource =
  /** For a phone number, `payloadId` is the id of the call. */
  | { kind: 'integration'; payloadId: string }
  /** Has no name after the person was anonymised. */
  | { kind: 'user'; id: string; displayName: string | null; email: string | null }
  | { kind: 'key'; id: string; displayName: string }
  /** A rule of a routing. */
  | { kind: 'rule'; id: string; routingId: string; displayName: string }
  /** A step or the end of an escalation policy. */
  | { kind: 'policy'; id: string; displayName: string }
  /** Somebody of another tool who is nobody we know there, by the tool's id. */
  | { kind: 'external'; provider: string; id: string; displayName: string | null };

/** One line of an incident's history, oldest first in the document; the wire shows newest first. */
export interface IncidentEvent {
  id: string;
  at: Date;
  intent: Intent;
  status: Status;
  severity: Severity;
  by?: EventSource;
  /** The text of the event; the words of people are `words`. */
  message?: Sentence;
  messageIsPublic?: boolean;
  changes?: AttributeChange[];
  /** Options of the intent: teams, users, services, an outbound integration, an end of snoozing. */
  options?: Record<string, unknown>;
}

/** One problem within a group, per correlation id (spec 3.2). */
export interface SubIncident {
  id: string;
  correlationId: string;
  title: string;
  status: Status;
  severity: Severity;
  attributes: IncidentAttribute[];
  events: IncidentEvent[];
  eventsTotalCount: number;
  createdAt: Date;
  lastUpdatedAt: Date;
}

export interface IncidentDocument {
  _id: string;
  organizationId: string;
  /** Null for incidents made by hand or through the API without an integration. */
  integrationId: string | null;
  /** The owning team first, then the teams it was assigned to. */
  teamIds: string[];
  title: string;
  status: Status;
  severity: Severity;
  /** Somebody or a rule chose the severity: payloads leave it alone until the incident is resolved. */
  isSeverityChosen?: true;
  attributes: IncidentAttribute[];
  correlationId: string | null;
  /** See `open-keys.ts`: one per open problem in this document; absent once all are resolved. */
  openKeys?: string[];
  /** See `open-keys.ts`: present while this group accepts new subincidents. */
  groupKey?: string;
  /** The keys it had when a payload resolved it, while it reopens for one of them. */
  reopenKeys?: string[];
  reopenUntil?: Date;
  /** Open, and about payloads that a mapping could not read: somebody looks whether they are read again. */
  isUnreadable?: true;
  /** The keys of the problems in it that have ended, while a message that says so again is a repetition. */
  endedKeys?: string[];
  endedUntil?: Date;
  /** How often it was reopened because its problem came back. */
  flaps?: number;
  /** Canonical values of the grouping attributes, for groups. */
  groupingKey?: string;
  subIncidents?: SubIncident[];
  /** The latest, and all that is more than an update; see `move-events.ts`. */
  events: IncidentEvent[];
  /** More of them are in `incident_events`. */
  hasEarlierEvents?: true;
  eventsTotalCount: number;
  /** Nobody has touched it since it opened. */
  unattended: boolean;
  isArchived: boolean;
  /** Present while snoozed; `until` null: until it is resolved. */
  snoozed?: { until: Date | null };
  /** Only while a timer has to end the snooze; what the timer's query looks at. */
  unsnoozeAt?: Date;
  /** Opened during a muted window: nobody is notified (spec 3.4). */
  isMuted: boolean;
  /** The silence that muted it. Once that is over, the incident alerts. */
  silencedBy?: { id: string; displayName: string };
  /** It opened while another product tells the people of its teams: here nobody is told. */
  isShadow?: true;
  /** Open, and nobody is told yet. */
  hold?: IncidentHold;
  /** It ended while it was held back by this: nobody was told. */
  transient?: IncidentHold;
  /**
   * It is part of this one, by the title that it had: nobody is told of it, and it ends with it. Stays when it is over.
   */
  mergedInto?: { id: string; title: string; at: Date };
  // Most incidents have none of these: absent is none, null and false.
  serviceIds?: string[];
  userIds?: string[];
  sourceUserId?: string | null;
  excludeFromUptimeCalculation?: boolean;
  statusPageStartOverride?: string | null;
  statusPageEndOverride?: string | null;
  /** Whom it was told and what is due. See `alertingOf`. */
  alerting?: Partial<AlertingState>;
  version: number;
  createdAt: Date;
  lastUpdatedAt: Date;
  /** Last time a person (or a key on somebody's behalf) did something. */
  lastInteractionAt: Date | null;
  /** Written with every change; see `listing.ts`. */
  urgency?: number;
  listClass?: number;
  sortTitle?: string;
  /** See `readers.ts`. */
  readers?: string[];
  /** Audit entries of changes by people that are not in the log yet. */
  outbox?: AuditEntry[];
}

const schema = schemaOf<IncidentDocument>({
  _id: String,
  organizationId: String,
  integrationId: String,
  teamIds: [String],
  title: String,
  status: String,
  severity: String,
  isSeverityChosen: Boolean,
  attributes: Schema.Types.Mixed,
  correlationId: String,
  openKeys: { type: [String], default: undefined },
  groupKey: String,
  reopenKeys: { type: [String], default: undefined },
  reopenUntil: Date,
  endedKeys: { type: [String], default: undefined },
  endedUntil: Date,
  isUnreadable: { type: Boolean, default: undefined },
  flaps: Number,
  groupingKey: String,
  subIncidents: { type: Schema.Types.Mixed, default: undefined },
  events: Schema.Types.Mixed,
  hasEarlierEvents: Boolean,
  eventsTotalCount: Number,
  unattended: Boolean,
  isArchived: Boolean,
  snoozed: Schema.Types.Mixed,
  unsnoozeAt: Date,
  isMuted: Boolean,
  silencedBy: Schema.Types.Mixed,
  isShadow: { type: Boolean, default: undefined },
  hold: { type: Schema.Types.Mixed, default: undefined },
  transient: { type: Schema.Types.Mixed, default: undefined },
  mergedInto: { type: Schema.Types.Mixed, default: undefined },
  serviceIds: { type: [String], default: undefined },
  userIds: { type: [String], default: undefined },
  sourceUserId: String,
  excludeFromUptimeCalculation: Boolean,
  statusPageStartOverride: String,
  statusPageEndOverride: String,
  alerting: { type: Schema.Types.Mixed, default: undefined },
  version: Number,
  createdAt: Date,
  lastUpdatedAt: Date,
  lastInteractionAt: Date,
  urgency: Number,
  listClass: Number,
  sortTitle: String,
  readers: [String],
  outbox: { type: [Schema.Types.Mixed], default: undefined },
});
/** Indexes that a list asks for by name. */
export const byReader = {
  readers: 1,
  listClass: 1,
  urgency: 1,
  createdAt: 1,
  _id: 1,
  // So that a filter by integration needs no look at the incident.
  integrationId: 1,
} as const;
export const byIntegration = { integrationId: 1, createdAt: 1, _id: 1 } as const;

schema.index({ 'outbox._id': 1 }, { sparse: true });
// Two payloads with one correlation id make one incident, even when two processes handle them.
schema.index({ openKeys: 1 }, { unique: true, sparse: true });
schema.index({ groupKey: 1 }, { unique: true, sparse: true });
// Finds the incident that reopens when its problem comes back.
schema.index({ reopenKeys: 1, reopenUntil: 1 }, { sparse: true });
// Finds problems that have ended. Asked only when the end of a problem comes in that is not open.
schema.index({ endedKeys: 1, endedUntil: 1 }, { sparse: true });
schema.index({ isUnreadable: 1 }, { sparse: true });
// Lists: of all, of teams and of people who see single ones, of those assigned, of services. See `listing.ts`.
schema.index({ organizationId: 1, listClass: 1, urgency: 1, createdAt: 1, _id: 1 });
schema.index(byReader);
for (const member of ['userIds', 'serviceIds'])
  schema.index(
    { [member]: 1, listClass: 1, urgency: 1, createdAt: 1, _id: 1 },
    // Most incidents have none.
    { partialFilterExpression: { [member]: { $gt: '' } } },
  );
// A filter that few incidents of an integration pass is one that few of all pass, so the order is enough here.
schema.index(byIntegration);
// The change feed, oldest change first, and the other orders. A query for open incidents skips the others by their
// index entries.
schema.index({ organizationId: 1, lastUpdatedAt: 1, _id: 1, urgency: 1 });
schema.index({ organizationId: 1, sortTitle: 1, _id: 1 });
schema.index(
  { organizationId: 1, lastInteractionAt: 1, _id: 1 },
  { partialFilterExpression: { lastInteractionAt: { $gt: new Date(0) } } },
);
schema.index({ unsnoozeAt: 1 }, { sparse: true });
// Finds incidents that a silence mutes, and silences that mute any.
schema.index({ 'silencedBy.id': 1 }, { sparse: true });
// Finds what is part of an incident, and lists all that is part of any.
schema.index({ 'mergedInto.id': 1 }, { sparse: true });
// Lists those that are held back.
schema.index(
  { organizationId: 1, 'hold.until': 1 },
  { partialFilterExpression: { 'hold.until': { $gt: new Date(0) } } },
);
// Finds what waits for an incident.
schema.index({ 'hold.because.incidentId': 1 }, { sparse: true });
// Finds due incidents, the severest first.
schema.index(
  { severity: 1, 'alerting.nextAt': 1 },
  { partialFilterExpression: { 'alerting.nextAt': { $exists: true } } },
);
// Finds those of which nobody is told because nobody is on call, the severest first.
schema.index(
  { 'alerting.plans.awaitsDuty': 1, severity: 1 },
  { partialFilterExpression: { 'alerting.plans.awaitsDuty': { $eq: true } } },
);
// Finds all open incidents of all organizations (`leastOpenUrgency`).
schema.index({ urgency: 1 }, { partialFilterExpression: { urgency: { $gte: 10 } } });

export const incidentModel = defineModel<IncidentDocument>('incidents', schema);

/** The driver's own collection: casting by mongoose would cost more than a mapping does. */
export function incidentsOf(world: World): Collection<IncidentDocument> {
  return driverCollection(incidentModel(world.store));
}

/** The same, for what deals with documents of any kind: the audit outbox and removal. */
export function storedIncidents(world: World): Collection<PlainDocument> {
  return plainCollection(incidentModel(world.store));
}
