import { Schema } from 'mongoose';
import type { ChangeSource } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** One field of the object before and after, secrets masked. `path` is dotted; absent means "was not there". */
export interface FieldChange {
  path: string;
  before?: unknown;
  after?: unknown;
}

/** What may name a person. The hash covers only a commitment to it, so erasing it keeps the chain valid. */
export interface PersonalPart {
  salt: string;
  entityDisplayName: string | null;
  actorDisplayName: string;
  actorIdentifier: string | null;
  changes: FieldChange[];
}

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
  actorKind: string;
  actorId: string | null;
  source: ChangeSource;
  requestId: string;
  /** Null once the person it names was anonymised. */
  personal: PersonalPart | null;
  commitment: string;
  previousHash: string;
  hash: string;
  signature: string;
}

const schema = new Schema<AuditDocument>({
  _id: String,
  organizationId: String,
  sequence: Number,
  at: Date,
  action: String,
  entityType: String,
  entityId: String,
  actorKind: String,
  actorId: String,
  source: String,
  requestId: String,
  personal: Schema.Types.Mixed,
  commitment: String,
  previousHash: String,
  hash: String,
  signature: String,
});
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

export const auditModel = defineModel<AuditDocument>('audit_log', schema);
