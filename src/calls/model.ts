import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import type { CallLogEntry, CallSession } from './call-session.ts';
import type { CarrierAnswer } from './carriers/carrier.ts';

/** A line of the log with the time at which it was written. */
export interface LoggedEntry extends CallLogEntry {
  at: Date;
}

/** An event that has been applied, and what the carrier was told: a repeated request gets the same bytes. */
export interface AppliedEvent {
  key: string;
  /** Null: nothing but that it was noted. */
  answer: CarrierAnswer | null;
  /** How often the carrier had been told to ask again when it was given this answer last; absent for never. */
  attempt?: number;
}

/** Where our copy of a recording stands; the file is in `media`, under the id of the call. */
export type RecordingCopy =
  | {
      /** `sought`: the carrier has reported none, and is asked whether it has one. */
      state: 'pending' | 'sought';
      attempts: number;
      retryAt: Date;
      /** When somebody asked for it again; absent while nobody has. */
      since?: Date;
      /** Why the latest attempt did not bring it. */
      error?: Sentence;
    }
  | {
      state: 'stored';
      contentType: 'audio/mpeg' | 'audio/wav';
      byteCount: number;
      sha256: string;
      storedAt: Date;
    }
  /** `isOnlySuspected`: nothing says that there is one, and the carrier cannot be asked. */
  | { state: 'failed'; reason: Sentence; isOnlySuspected?: true }
  /** It was kept for as long as it should be. */
  | { state: 'deleted'; at: Date };

/** The part of a call that is being deleted, here and at its carrier. */
export interface CallErasure {
  /** `call`: nobody sees it any more. `recording`: what the caller said goes, and the call stays. */
  what: 'call' | 'recording';
  since: Date;
  /** Attempts to have the carrier delete its recording. */
  attempts: number;
  retryAt: Date;
}

/** News that people are told of a call after its incident was made. */
const laterNews = [
  'transcript',
  'message-after-all',
  'no-recording',
  'not-copied',
  'copied-after-all',
] as const;
/** `called-back 0`: whoever called back for the first time has spoken with the caller. */
export type LaterNews = (typeof laterNews)[number] | `called-back ${number}`;
/** `missed`: the incident was made, or told, as of a call that nobody took. */
export type Told = LaterNews | 'missed';

/**
 * One call. `session` is changed by `transition` only; every write raises `version`, on the condition that nobody else
 * did, so that session, log and what is due always belong together.
 */
export interface CallSessionDocument {
  _id: string;
  organizationId: string;
  integrationId: string;
  /** Who sees it: the team of the number first, then that of the route taken. */
  teamIds: string[];
  /** The carrier, as addresses name it. */
  provider: string;
  providerCallId: string;
  version: number;
  session: CallSession;
  /** Oldest first; see `logEntriesMax`. */
  log: LoggedEntry[];
  /** The latest ones; none a day after the end. */
  applied: AppliedEvent[];
  /**
   * The access to the carrier when the call began, sealed: the number may be changed or deleted while it lasts. Null a
   * day later.
   */
  access: string | null;
  /** The work that follows from its end has been done. */
  isSettled: boolean;
  incidentId: string | null;
  /** Why an accepted call or a voicemail has none. */
  incidentReason: Sentence | null;
  told: Told[];
  copy: RecordingCopy | null;
  erasure: CallErasure | null;
  /** Entries of deletions that are not in the audit log yet. */
  outbox?: AuditEntry[];
  /** When there is something to do that needs the store alone; absent while there is not. */
  nextAt?: Date;
  /** When the carrier has to be asked for something; absent while it has not. */
  askAt?: Date;
}

const schema = schemaOf<CallSessionDocument>({
  _id: String,
  organizationId: String,
  integrationId: String,
  teamIds: [String],
  provider: String,
  providerCallId: String,
  version: Number,
  session: Schema.Types.Mixed,
  log: Schema.Types.Mixed,
  applied: Schema.Types.Mixed,
  access: String,
  isSettled: Boolean,
  incidentId: String,
  incidentReason: { type: Schema.Types.Mixed, default: undefined },
  told: [String],
  copy: { type: Schema.Types.Mixed, default: undefined },
  erasure: { type: Schema.Types.Mixed, default: undefined },
  outbox: { type: [Schema.Types.Mixed], default: undefined },
  nextAt: Date,
  askAt: Date,
});
// A carrier that reports a call twice, to two processes, makes one session. Also what finds it without our id.
schema.index({ integrationId: 1, providerCallId: 1 }, { unique: true });
// Work that is due, longest first.
schema.index({ nextAt: 1 }, { sparse: true });
schema.index({ askAt: 1 }, { sparse: true });
// Lists, latest first: all, by number, by outcome, by team, of an incident. Times are bounds of the id.
schema.index({ organizationId: 1, _id: -1 });
schema.index({ organizationId: 1, integrationId: 1, _id: -1 });
schema.index({ organizationId: 1, 'session.outcome': 1, _id: -1 });
schema.index({ organizationId: 1, teamIds: 1, _id: -1 });
schema.index({ organizationId: 1, incidentId: 1, _id: -1 });
// By the beginning of the caller's number.
schema.index({ organizationId: 1, 'session.from': 1 });
// Recordings of a number, oldest first, for those that are kept no longer.
schema.index(
  { integrationId: 1, 'session.startedAt': 1 },
  { partialFilterExpression: { 'copy.state': 'stored' } },
);
// Entries that a crash left behind.
schema.index({ 'outbox._id': 1 }, { sparse: true });
// Calls that are still going on.
schema.index(
  { 'session.startedAt': 1 },
  { partialFilterExpression: { 'session.outcome': 'Ongoing' } },
);

export const callSessionModel = defineModel<CallSessionDocument>('call_sessions', schema);

/** The driver's own collection: a carrier waits for each write. */
export function callSessionsOf({ store }: Pick<World, 'store'>) {
  return driverCollection(callSessionModel(store));
}

/** A member who is connected to a caller, or about to be; nobody else's call of the team rings them. */
export interface CallEngagement {
  /** Team and user: one call at a time. */
  _id: string;
  organizationId: string;
  teamId: string;
  userId: string;
  sessionId: string;
  since: Date;
  /** Then it counts no longer, whatever became of the call. */
  leaseUntil: Date;
}

const engagementSchema = schemaOf<CallEngagement>({
  _id: String,
  organizationId: String,
  teamId: String,
  userId: String,
  sessionId: String,
  since: Date,
  leaseUntil: Date,
});
// Who of a team is busy.
engagementSchema.index({ teamId: 1 });
// Engagements that a call releases at its end.
engagementSchema.index({ sessionId: 1 });
// Engagements that nobody has released.
engagementSchema.index({ leaseUntil: 1 });
// Engagements to remove with an organization.
engagementSchema.index({ organizationId: 1 });

export const callEngagementModel = defineModel<CallEngagement>(
  'call_engagements',
  engagementSchema,
);

export function engagementsOf({ store }: Pick<World, 'store'>) {
  return driverCollection(callEngagementModel(store));
}
