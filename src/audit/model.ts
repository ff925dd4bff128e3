import { Schema } from 'mongoose';
import type { Actor, ChangeSource } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** One field of the object before and after, secrets masked. `path` is dotted; absent means "was not there". */
export interface FieldChange {
  path: string;
  before?: unknown;
  after?: unknown;
}

/** The names of the actor; an erasure removes them. */
export interface ActorNames {
  salt: string;
  displayName: string;
  /** E-mail address of a person, id of a key. */
  identifier: string | null;
}

/** The name of the object and what changed in it. */
export interface EntryContent {
  salt: string;
  entityDisplayName: string | null;
  changes: FieldChange[];
}

/** The parts of an entry that the hash covers by a commitment only, so that erasing one keeps the chain valid. */
export type ErasablePart = 'names' | 'content';

export interface AuditDocument {
  /** Time-ordered id; also makes appending twice harmless. */
  _id: string;
  organizationId: string;
  /** Position in the organization's chain, from 1 without gaps. */
  sequence: number;
  at: Date;
  action: string;
  entityType: string;
  entityId: string;
  actorKind: Actor['kind'];
  actorId: string | null;
  /** The key it was done with, and who made that key: others may hold a person's key. */
  keyId: string | null;
  keyCreatedBy: string | null;
  /** Session of the browser in which it was done. Absent: it was done otherwise. */
  sessionId?: string;
  source: ChangeSource;
  requestId: string;
  /** The tool that an agent did it by. Absent: it was done otherwise. */
  tool?: string;
  /** The name that the agent's program gave itself. Absent: it gave none, or no agent made the change. */
  client?: string;
  /** The people that the content is about. Absent: about none, and the content is never erased. */
  personIds?: string[];
  /** Null once the person was forgotten. */
  names: ActorNames | null;
  namesCommitment: string;
  /** Null once the person it is about was forgotten. */
  content: EntryContent | null;
  contentCommitment: string;
  previousHash: string;
  hash: string;
  signature: string;
}

const fields = {
  _id: String,
  organizationId: String,
  sequence: Number,
  at: Date,
  action: String,
  entityType: String,
  entityId: String,
  actorKind: String,
  actorId: String,
  keyId: String,
  keyCreatedBy: String,
  sessionId: String,
  source: String,
  requestId: String,
  tool: String,
  client: String,
  personIds: { type: [String], default: undefined },
  names: Schema.Types.Mixed,
  namesCommitment: String,
  content: Schema.Types.Mixed,
  contentCommitment: String,
  previousHash: String,
  hash: String,
  signature: String,
};
/** Every member that an entry has; nothing signs any other. */
export const entryMembers: ReadonlySet<string> = new Set(Object.keys(fields));

const schema = new Schema<AuditDocument>(fields);
// The chain: one successor for each entry, whoever appends.
schema.index({ organizationId: 1, sequence: -1 }, { unique: true });
// Every filter of the list comes with its order (identity-and-security.md 3.2).
schema.index({ organizationId: 1, entityType: 1, sequence: -1 });
schema.index({ organizationId: 1, entityId: 1, sequence: -1 });
schema.index({ organizationId: 1, action: 1, sequence: -1 });
schema.index({ organizationId: 1, actorId: 1, sequence: -1 });
schema.index({ organizationId: 1, source: 1, sequence: -1 });
// Retention, and the bounds of lists by time.
schema.index({ organizationId: 1, at: -1, sequence: -1 });
// Forgetting a person.
schema.index(
  { organizationId: 1, personIds: 1 },
  { partialFilterExpression: { personIds: { $exists: true } } },
);

export const auditModel = defineModel<AuditDocument>('audit_log', schema);
