import { Schema } from 'mongoose';
import type { ChangeSource } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

export const organizationRoles = ['Member', 'Administrator', 'Owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export interface OrganizationDocument {
  _id: string;
  displayName: string;
  rootOrganizationId: string | null;
  /** Null: the plan of the installation (TOCSIN_PLAN). */
  plan: string | null;
  billableUserId: string | null;
  auditRetentionDays: number | null;
  /** Only the organization of the first start carries it. */
  bootstrap?: true;
  createdAt: Date;
  updatedAt: Date;
}

const organizationSchema = new Schema<OrganizationDocument>({
  _id: String,
  displayName: String,
  rootOrganizationId: String,
  plan: String,
  billableUserId: String,
  auditRetentionDays: Number,
  bootstrap: Boolean,
  createdAt: Date,
  updatedAt: Date,
});
// Two processes starting on an empty database make one organization between them.
organizationSchema.index({ bootstrap: 1 }, { unique: true, sparse: true });
organizationSchema.index({ rootOrganizationId: 1, displayName: 1 });

export const organizationModel = defineModel<OrganizationDocument>('organizations', organizationSchema);

export const keyKinds = ['organization', 'personal'] as const;
export type KeyKind = (typeof keyKinds)[number];

export interface KeyScope {
  resource: string;
  permissions: string[];
}

/** An API key; the key itself is never stored, only its SHA-256 (identity-and-security.md 3.1). */
export interface ApiKeyDocument {
  _id: string;
  organizationId: string;
  displayName: string;
  kind: KeyKind;
  /** The person a personal key acts for. */
  userId: string | null;
  /** Null: all teams. */
  teamIds: string[] | null;
  /** Null: unrestricted. */
  scopes: KeyScope[] | null;
  hash: string;
  prefix: string;
  last4: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  revokedAt: Date | null;
  rotatedFrom: string | null;
}

const apiKeySchema = new Schema<ApiKeyDocument>({
  _id: String,
  organizationId: String,
  displayName: String,
  kind: String,
  userId: String,
  teamIds: { type: [String], default: undefined },
  scopes: { type: Schema.Types.Mixed, default: null },
  hash: String,
  prefix: String,
  last4: String,
  createdAt: Date,
  createdBy: String,
  expiresAt: Date,
  lastUsedAt: Date,
  lastUsedIp: String,
  revokedAt: Date,
  rotatedFrom: String,
});
apiKeySchema.index({ hash: 1 }, { unique: true });
apiKeySchema.index({ organizationId: 1, _id: 1 });

export const apiKeyModel = defineModel<ApiKeyDocument>('api_keys', apiKeySchema);

/** What the installation itself remembers: that it was set up, and with which secret key. */
export interface InstallationDocument {
  _id: 'installation';
  secretFingerprint: string;
  createdAt: Date;
}

export const installationModel = defineModel<InstallationDocument>(
  'installation',
  new Schema<InstallationDocument>({ _id: String, secretFingerprint: String, createdAt: Date }),
);

/** Where a person or membership came from, shown as Source (spec 2.1 rule 4). */
export type Origin = ChangeSource;
