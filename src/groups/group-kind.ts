import { byLookup, byText, defineKind, type Resource, type WireShape } from '../resources/index.ts';

export interface GroupWire {
  /** `scimOrigin`, or the id of the OIDC connection whose claims name the group. */
  origin: string;
  displayName: string;
  externalId: string | null;
}

export interface GroupInternal {
  /** Other attributes that a SCIM client gave the group, unchanged. */
  attributes: Record<string, unknown>;
  /** The value of the claim, for groups of OIDC connections: each value is one group. */
  claim?: string;
}

/** `version` is the revision: it grows with each change of the group and of its members, and `updatedAt` with it. */
export type Group = Resource<GroupWire, GroupInternal>;

// No client of the Public API changes a group, so the document has no input to derive this from.
const shape: WireShape = {
  members: { origin: null, displayName: null, externalId: null },
  answer: ['id', 'origin', 'displayName', 'externalId'],
  immutable: ['origin'],
  keptWhenAbsent: [],
  defaults: [],
  secrets: [],
  references: [],
};

export const groupKind = defineKind<GroupWire, GroupInternal>({
  entityType: 'Group',
  noun: 'group',
  collection: 'groups',
  shape,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: ({ origin }) => ({ origin }),
  // Searches find a name in any letter case, as mappings do.
  filters: { DisplayName: byText('displayName'), Origin: byLookup('origin') },
  prepare: (_ctx, wire, current) => ({ wire, internal: current?.internal ?? { attributes: {} } }),
  indexes: [
    // Which groups a mapping applies to; SCIM clients look for a name.
    [{ organizationId: 1, 'lookup.displayName': 1, _id: 1 }],
    [{ organizationId: 1, 'lookup.origin': 1, _id: 1 }],
    [{ organizationId: 1, 'wire.externalId': 1 }],
    // Two people who sign in at once bring the same group.
    [
      { organizationId: 1, 'lookup.origin': 1, 'internal.claim': 1 },
      { unique: true, partialFilterExpression: { 'internal.claim': { $exists: true } } },
    ],
  ],
});
