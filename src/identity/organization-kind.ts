import type { components } from '../contract/index.ts';
import { defineKind, type Resource, wireShapes } from '../resources/index.ts';

type OrganizationSettingsWire = Required<components['schemas']['OrganizationSettingsInput']>;

/** `auditRetentionDays` null: kept for ever. */
export type OrganizationWire = Required<components['schemas']['OrganizationInput']> &
  OrganizationSettingsWire;

export interface OrganizationInternal {
  /** Null: the plan of the installation (TOCSIN_PLAN). */
  plan: string | null;
  /** Users with the role Owner who are not suspended; see `owners.ts`. */
  ownerIds: string[];
  /** The organization from which this one was made. */
  parentId: string | null;
  /** How long its data is kept, in words, as the audit log has it; absent until the server has run with it. */
  kept?: Readonly<Record<string, string>>;
  /** Only the organization of the first start carries it. */
  bootstrap?: true;
}

export type Organization = Resource<OrganizationWire, OrganizationInternal>;

/** The settings of an organization, without what else is stored of it. */
export function settingsOf(wire: OrganizationWire): OrganizationSettingsWire {
  const { auditRetentionDays, billableUserId, codeOnly, language } = wire;
  const { disableWeeklyIncidentEngagementReport, skipQuietEngagementReports } = wire;
  return {
    ...{ auditRetentionDays, billableUserId, codeOnly, language },
    ...{ disableWeeklyIncidentEngagementReport, skipQuietEngagementReports },
  };
}

const firstSettings: OrganizationSettingsWire = {
  auditRetentionDays: null,
  billableUserId: null,
  codeOnly: false,
  disableWeeklyIncidentEngagementReport: false,
  skipQuietEngagementReports: false,
  language: 'en',
};

/** An organization is its own tenant: its id and its `organizationId` are the same. */
export const organizationKind = defineKind<OrganizationWire, OrganizationInternal>({
  entityType: 'Organization',
  noun: 'organization',
  collection: 'organizations',
  shape: wireShapes.Organization,
  displayNameOf: (organization) => organization.displayName,
  auditedOf: ({ plan, kept }) => ({ plan, ...(kept ? { retention: kept } : {}) }),
  prepare: (_ctx, wire, current) => ({
    // Settings have an operation of their own.
    wire: { ...firstSettings, ...current?.wire, ...wire },
    internal: current?.internal ?? { plan: null, ownerIds: [], parentId: null },
  }),
  indexes: [
    // Two processes starting on an empty database make one organization between them.
    [{ 'internal.bootstrap': 1 }, { unique: true, sparse: true }],
    // Organizations whose audit log has a retention.
    [{ 'wire.auditRetentionDays': 1 }, { sparse: true }],
    // Finds organizations that were made from another one.
    [{ 'internal.parentId': 1 }, { sparse: true }],
  ],
});
