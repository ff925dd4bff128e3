import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/** Who a person of an identity provider is here. E-mail addresses change hands; `(issuer, subject)` never does. */
export interface IdentityDocument {
  _id: string;
  /** Absent only on one that was unlinked and whose audit entry is not in the log yet. */
  organizationId?: string;
  connectionId: string;
  issuer: string;
  subject: string;
  userId: string;
  createdAt: Date;
  lastSignInAt: Date;
  outbox?: AuditEntry[];
}

const schema = schemaOf<IdentityDocument>({
  _id: String,
  organizationId: String,
  connectionId: String,
  issuer: String,
  subject: String,
  userId: String,
  createdAt: Date,
  lastSignInAt: Date,
  outbox: { type: [Schema.Types.Mixed], default: undefined },
});
const linked = { partialFilterExpression: { connectionId: { $exists: true } } };
// Sign-in; two first ones at the same time make one identity.
schema.index({ connectionId: 1, issuer: 1, subject: 1 }, { unique: true, ...linked });
// A person has one identity of a connection: nobody else of the provider becomes them by having their address.
schema.index({ connectionId: 1, userId: 1 }, { unique: true, ...linked });
// When somebody last signed in.
schema.index({ connectionId: 1, lastSignInAt: -1 });
// Identities to remove with a person and with an organization.
schema.index({ organizationId: 1, userId: 1 });
// Entries that a crash left behind.
schema.index({ 'outbox._id': 1 }, { sparse: true });

export const identityModel = defineModel<IdentityDocument>('oidc_identities', schema);

export function identitiesIn({ store }: Pick<World, 'store'>): Collection<IdentityDocument> {
  return driverCollection(identityModel(store));
}

/** When somebody last signed in by each of these connections. */
export async function lastSignIns(
  world: Pick<World, 'store'>,
  connectionIds: readonly string[],
): Promise<Map<string, Date>> {
  const latest = await Promise.all(
    connectionIds.map((connectionId) =>
      identitiesIn(world).findOne({ connectionId }, { sort: { lastSignInAt: -1 } }),
    ),
  );
  return new Map(
    latest.flatMap((found) => (found ? [[found.connectionId, found.lastSignInAt]] : [])),
  );
}
