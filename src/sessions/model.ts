import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

export const signInMethods = ['password', 'passkey', 'oidc', 'link'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/**
 * The data of the identity provider from the beginning of the session, for signing out there and for being signed out
 * by it.
 */
export interface OidcSession {
  connectionId: string;
  issuer: string;
  subject: string;
  /** Id of the session at the provider; null where it names none. */
  sid: string | null;
  /** Sealed; `idTokenOf` opens it. */
  idToken: string | null;
}

/** A person who is signed in to one organization in one browser. */
export interface Session {
  /** Names the session in lists and in the audit log; gives no access. */
  id: string;
  organizationId: string;
  userId: string;
  /** The local account it was started with, if any. */
  accountId: string | null;
  method: SignInMethod;
  /** When the person last proved who they are. */
  authenticatedAt: Date;
  createdAt: Date;
  lastSeenAt: Date;
  /** The end, however much it is used. */
  expiresAt: Date;
  address: string;
  userAgent: string;
  oidc: OidcSession | null;
}

export interface SessionDocument extends Omit<Session, 'organizationId'> {
  /** SHA-256 of the token, which is stored nowhere. */
  _id: string;
  /** Absent only on an ended session whose audit entry is not in the log yet. */
  organizationId?: string;
  /** The rights that the person had when the token was made, in short. */
  rights: string;
  /** When a new token took over; requests that were under way may still use this one for a moment. */
  replacedAt: Date | null;
  outbox?: AuditEntry[];
}

const schema = schemaOf<SessionDocument>({
  _id: String,
  id: String,
  organizationId: String,
  userId: String,
  accountId: String,
  method: String,
  authenticatedAt: Date,
  createdAt: Date,
  lastSeenAt: Date,
  expiresAt: Date,
  address: String,
  userAgent: String,
  oidc: Schema.Types.Mixed,
  rights: String,
  replacedAt: Date,
  outbox: { type: [Schema.Types.Mixed], default: undefined },
});
// Lists, and what ends with a person and with an organization.
schema.index({ organizationId: 1, userId: 1 });
// All tokens of one session.
schema.index({ id: 1 });
schema.index({ accountId: 1 }, { partialFilterExpression: { accountId: { $gt: '' } } });
// Sessions that an identity provider ends.
const ofConnection = { partialFilterExpression: { 'oidc.connectionId': { $exists: true } } };
schema.index({ 'oidc.connectionId': 1, 'oidc.subject': 1 }, ofConnection);
schema.index({ 'oidc.connectionId': 1, 'oidc.sid': 1 }, ofConnection);
// The sweep of sessions that nobody uses, and of those that are over.
schema.index({ lastSeenAt: 1 });
schema.index({ expiresAt: 1 });
schema.index({ replacedAt: 1 });
// Entries that a crash left behind.
schema.index({ 'outbox._id': 1 }, { sparse: true });

export const sessionModel = defineModel<SessionDocument>('sessions', schema);

export function sessionsIn({ store }: Pick<World, 'store'>): Collection<SessionDocument> {
  return driverCollection(sessionModel(store));
}

/** Without what only this module may know. */
export function toSession(document: SessionDocument, organizationId: string): Session {
  const { _id, rights, replacedAt, outbox, ...session } = document;
  return { ...session, organizationId };
}
