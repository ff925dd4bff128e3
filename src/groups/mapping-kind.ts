import type { components } from '../contract/index.ts';
import { type OrganizationRole, scimOrigin } from '../identity/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import {
  byText,
  defineKind,
  findResource,
  type KindFilter,
  kindsOf,
  type Resource,
  resourceExists,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import type { TeamRole } from '../teams/index.ts';
import { groupKind } from './group-kind.ts';
import type { GroupName } from './model.ts';

type MappingInput = components['schemas']['GroupMappingInput'];

/** The members of the document's GroupMapping; all of them are stored and echoed. */
export interface GroupMappingWire {
  groupDisplayName: string | null;
  groupId: string | null;
  origin: NonNullable<MappingInput['origin']>;
  organizationRole: OrganizationRole | null;
  teamId: string | null;
  teamRole: TeamRole | null;
  createTeam: boolean;
}

export interface GroupMappingInternal {
  /** The team that `createTeam` made or found. It is not made again when somebody deletes it. */
  createdTeamId: string | null;
}

export type GroupMapping = Resource<GroupMappingWire, GroupMappingInternal>;

const byTeamOfMapping: KindFilter = (id) => ({
  $or: [{ 'lookup.teamId': id.toLowerCase() }, { 'internal.createdTeamId': id.toLowerCase() }],
});

export const groupMappingKind = defineKind<GroupMappingWire, GroupMappingInternal>({
  entityType: 'GroupMapping',
  noun: 'group-mapping',
  collection: 'group_mappings',
  shape: wireShapes.GroupMapping,
  displayNameOf: ({ groupDisplayName }) => groupDisplayName,
  lookupOf: ({ groupDisplayName, groupId, origin, teamId, organizationRole }) => ({
    groupDisplayName,
    groupId,
    origin,
    teamId,
    organizationRole,
  }),
  filters: { GroupDisplayName: byText('groupDisplayName'), TeamId: byTeamOfMapping },
  async prepare(ctx, wire, current) {
    demandOneGroup(wire);
    demandEffect(wire);
    if (wire.origin !== current?.wire.origin || wire.groupId !== current.wire.groupId)
      await demandOrigin(ctx, wire);
    const isSame = current !== undefined && madeTeamOf(wire) === madeTeamOf(current.wire);
    return { wire, internal: { createdTeamId: isSame ? current.internal.createdTeamId : null } };
  },
  removedWith: {
    // A mapping that also gives a role in the organization stays.
    Team: (id) => ({ 'lookup.organizationRole': null, ...byTeamOfMapping(id, 'whole') }),
    OidcConnection: (id) => ({ 'lookup.origin': id }),
  },
  indexes: [[{ organizationId: 1, 'lookup.groupDisplayName': 1 }]],
});

/** As groups name it. */
export function originOf({ origin }: Pick<GroupMappingWire, 'origin'>): string {
  return origin.toLowerCase() === 'scim' ? scimOrigin : origin.toLowerCase();
}

/** How a mapping names its groups. */
export function nameOf(wire: Partial<GroupMappingWire>): GroupName {
  const { origin = 'Scim', groupId, groupDisplayName } = wire;
  return {
    origin: originOf({ origin }),
    groupId: groupId?.toLowerCase() ?? null,
    displayName: groupDisplayName?.toLowerCase() ?? null,
  };
}

/** For which group a team is made; null when none is. */
function madeTeamOf(wire: GroupMappingWire): string | null {
  const { createTeam, groupId, groupDisplayName } = wire;
  if (!createTeam) return null;
  return `${originOf(wire)}/${groupId ?? groupDisplayName}`.toLowerCase();
}

function demandOneGroup({ groupDisplayName, groupId }: GroupMappingWire): void {
  if (groupDisplayName === null && groupId === null)
    throw invalidField('groupDisplayName', say('nameGroup'));
  if (groupDisplayName !== null && groupId !== null)
    throw invalidField('groupId', say('nameGroupOnce'));
}

function demandEffect(wire: GroupMappingWire): void {
  const { organizationRole, teamId, teamRole, createTeam } = wire;
  if (organizationRole === null && teamRole === null)
    throw invalidField('organizationRole', say('mappingGivesNothing'));
  if (createTeam && teamId !== null) throw invalidField('createTeam', say('teamOrCreateTeam'));
  if ((teamRole !== null) !== (createTeam || teamId !== null))
    throw invalidField('teamRole', say('teamRoleNeedsTeam'));
}

/** 400 for an OIDC connection or a group that is not there, and for a group of another origin. */
async function demandOrigin(ctx: Ctx, wire: GroupMappingWire): Promise<void> {
  const origin = originOf(wire);
  if (origin !== scimOrigin) {
    // A module above this one owns the connections.
    const connections = kindsOf(ctx).find(({ entityType }) => entityType === 'OidcConnection');
    if (!connections || !(await resourceExists(ctx, connections, origin)))
      throw invalidField(
        'origin',
        say('noSuchObject', { what: 'OidcConnection', id: wire.origin }),
      );
  }
  if (wire.groupId === null) return;
  const group = await findResource(ctx, groupKind, { _id: wire.groupId.toLowerCase() });
  if (!group)
    throw invalidField('groupId', say('noSuchObject', { what: 'Group', id: wire.groupId }));
  if (group.wire.origin !== origin) throw invalidField('groupId', say('groupOfOtherOrigin'));
}
