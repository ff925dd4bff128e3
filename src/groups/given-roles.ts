import {
  type Grants,
  highestRole,
  type OrganizationRole,
  organizationRoles,
} from '../identity/index.ts';
import { type TeamRole, teamRoles } from '../teams/index.ts';
import type { Group } from './group-kind.ts';
import { type GroupMapping, originOf } from './mapping-kind.ts';

/** The members of a group that decide whether a mapping applies to it. */
export type GroupFacts = Pick<Group, 'id'> & {
  wire: Pick<Group['wire'], 'origin' | 'displayName'>;
};
export type MappingFacts = Pick<GroupMapping, 'wire' | 'internal'>;

/** The roles that groups give one person, by origin, in the organization and in each team. */
export interface GivenRoles {
  organization: Grants<OrganizationRole>;
  teams: ReadonlyMap<string, Grants<TeamRole>>;
}

export function appliesTo({ wire }: Pick<MappingFacts, 'wire'>, group: GroupFacts): boolean {
  return keyOf(wire) === byId(group) || keyOf(wire) === byName(group);
}

/** Finds the mappings that apply to a group without comparing it with each of them. */
export function mappingsByGroup<Mapping extends Pick<MappingFacts, 'wire'>>(
  mappings: readonly Mapping[],
): (group: GroupFacts) => Mapping[] {
  const byKey = Map.groupBy(mappings, ({ wire }) => keyOf(wire));
  return (group) => [...(byKey.get(byId(group)) ?? []), ...(byKey.get(byName(group)) ?? [])];
}

function keyOf(wire: MappingFacts['wire']): string {
  const origin = originOf(wire);
  return wire.groupId === null
    ? `${origin}/name/${wire.groupDisplayName?.toLowerCase()}`
    : `${origin}/id/${wire.groupId.toLowerCase()}`;
}

function byId({ id, wire }: GroupFacts): string {
  return `${wire.origin}/id/${id}`;
}

function byName({ wire }: GroupFacts): string {
  return `${wire.origin}/name/${wire.displayName.toLowerCase()}`;
}

/** The team in which a mapping gives a role; null for none, and while it is not made. */
export function teamOf({ wire, internal }: MappingFacts): string | null {
  return wire.createTeam ? internal.createdTeamId : (wire.teamId?.toLowerCase() ?? null);
}

/** The roles of a person to whose groups these mappings apply. Of several roles of one origin the highest counts. */
export function givenRoles(mappings: readonly MappingFacts[]): GivenRoles {
  const organization: Record<string, OrganizationRole> = {};
  const teams = new Map<string, Record<string, TeamRole>>();
  for (const mapping of mappings) {
    const { organizationRole, teamRole } = mapping.wire;
    const origin = originOf(mapping.wire);
    if (organizationRole !== null) raise(organization, origin, organizationRole, organizationRoles);
    const teamId = teamOf(mapping);
    if (teamId === null || teamRole === null) continue;
    const inTeam = teams.get(teamId) ?? {};
    teams.set(teamId, inTeam);
    raise(inTeam, origin, teamRole, teamRoles);
  }
  return { organization, teams };
}

function raise<Role extends string>(
  grants: Record<string, Role>,
  origin: string,
  role: Role,
  roles: readonly Role[],
): void {
  grants[origin] = highestRole(roles, [grants[origin], role]) ?? role;
}
