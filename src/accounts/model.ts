import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { OrganizationRole } from '../identity/index.ts';
import type { Store } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/** The user that an organization has for the account's person. */
export interface PersonLink {
  organizationId: string;
  userId: string;
}

export interface StoredPasskey {
  /** Id of the credential, base64url. */
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
  displayName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** How a human signs in here, whichever organizations know them. */
export interface AccountDocument {
  _id: string;
  /** Lower case; null once somebody else has proven that the address is theirs. */
  email: string | null;
  /** Somebody with the account has read a mail to the address. */
  isEmailVerified: boolean;
  people: PersonLink[];
  /** PHC string. */
  passwordHash: string | null;
  /** `lastStep`: codes of this step and of earlier ones are spent. */
  totp: { sealedSecret: string; lastStep: number; confirmedAt: Date } | null;
  /** Shown, but not confirmed by a code yet. */
  pendingTotp: { sealedSecret: string; createdAt: Date } | null;
  /** Sealed hashes of those that are left. */
  recoveryCodes: string[];
  passkeys: StoredPasskey[];
  /** How often `changeWayIn` changed it: whoever has signed in with it as it was before may not go in any more. */
  wayIn?: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Entries that are not in the audit log yet; see `change-account.ts`. */
  outbox?: AuditEntry[];
}

const accountSchema = schemaOf<AccountDocument>({
  _id: String,
  email: String,
  isEmailVerified: Boolean,
  people: [Schema.Types.Mixed],
  passwordHash: String,
  totp: Schema.Types.Mixed,
  pendingTotp: Schema.Types.Mixed,
  recoveryCodes: [String],
  passkeys: [Schema.Types.Mixed],
  wayIn: Number,
  version: Number,
  createdAt: Date,
  updatedAt: Date,
  outbox: { type: [Schema.Types.Mixed], default: undefined },
});
accountSchema.index(
  { email: 1 },
  { unique: true, partialFilterExpression: { email: { $gt: '' } } },
);
// A person has one account; ids of users are unique in all organizations.
accountSchema.index(
  { 'people.userId': 1 },
  { unique: true, partialFilterExpression: { 'people.userId': { $exists: true } } },
);
accountSchema.index({ 'people.organizationId': 1 });
accountSchema.index(
  { 'passkeys.id': 1 },
  { unique: true, partialFilterExpression: { 'passkeys.id': { $exists: true } } },
);
accountSchema.index({ 'outbox._id': 1 }, { sparse: true });

export const accountModel = defineModel<AccountDocument>('accounts', accountSchema);

export function accountsOf({ store }: { store: Store }): Collection<AccountDocument> {
  return driverCollection(accountModel(store));
}

/** `owner` is printed by the first start and by the command line. */
export type LinkPurpose = 'owner' | 'invitation' | 'recovery' | 'email-change';

/** A link that works once. Holds no token, only its hash. */
export interface LinkDocument {
  /** SHA-256 of the token. */
  _id: string;
  purpose: LinkPurpose;
  /** Organization of the person to be linked; null for links of an account. */
  organizationId: string | null;
  userId: string | null;
  accountId: string | null;
  /** Lower case: where it was mailed to or, of an e-mail change, the new address. */
  email: string;
  /** Who has it got it by mail, which proves the address. */
  isMailed: boolean;
  /** Role of its maker, who may hold the link, too: it does not work for a person who has got a higher role since. */
  roleMax: OrganizationRole | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

const linkSchema = schemaOf<LinkDocument>({
  _id: String,
  purpose: String,
  organizationId: String,
  userId: String,
  accountId: String,
  email: String,
  isMailed: Boolean,
  roleMax: String,
  createdAt: Date,
  expiresAt: Date,
  usedAt: Date,
});
linkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// Links that an accepted link makes void, and links to remove with a person, an organization or an account.
linkSchema.index({ userId: 1 });
linkSchema.index({ organizationId: 1 });
linkSchema.index({ accountId: 1 });

export const linkModel = defineModel<LinkDocument>('account_links', linkSchema);

export function linksOf({ store }: { store: Store }): Collection<LinkDocument> {
  return driverCollection(linkModel(store));
}

/** Something that was begun and has to be finished soon: the second step of a sign-in, the use of a passkey. */
export interface ChallengeDocument {
  /** SHA-256 of what the browser sends back. */
  _id: string;
  purpose: 'second-factor' | 'passkey-registration' | 'passkey-sign-in';
  /** Null where nobody has said yet who they are. */
  accountId: string | null;
  expiresAt: Date;
}

const challengeSchema = schemaOf<ChallengeDocument>({
  _id: String,
  purpose: String,
  accountId: String,
  expiresAt: Date,
});
challengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
challengeSchema.index({ accountId: 1 });

export const challengeModel = defineModel<ChallengeDocument>('account_challenges', challengeSchema);

export function challengesOf({ store }: { store: Store }): Collection<ChallengeDocument> {
  return driverCollection(challengeModel(store));
}

/** Failed attempts of an account or a network; see `guessing.ts`. */
export interface GuessDocument {
  _id: string;
  failures: number;
  /** The next attempt counts from then on. */
  nextAt: Date;
  expiresAt: Date;
}

const guessSchema = schemaOf<GuessDocument>({
  _id: String,
  failures: Number,
  nextAt: Date,
  expiresAt: Date,
});
guessSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const guessModel = defineModel<GuessDocument>('account_guesses', guessSchema);

export function guessesOf({ store }: { store: Store }): Collection<GuessDocument> {
  return driverCollection(guessModel(store));
}
