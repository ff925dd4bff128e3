import {
  type Grants,
  highestRole,
  manualRoleOf,
  type OrganizationMembership,
  type OrganizationRole,
  organizationRoles,
} from '../identity/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type TeamMembership, type TeamRole, teamRoles } from '../teams/index.ts';
import type { GivenRoles } from './given-roles.ts';

/** The memberships of one person, by hand and by groups. */
export interface Memberships {
  organization: OrganizationMembership | undefined;
  teams: TeamMembership[];
}

/** The change of one role of one person. */
export interface RoleChange {
  /** Null for the organization, and for a team that does not exist yet. */
  teamId: string | null;
  /** Null for the organization. */
  teamDisplayName: string | null;
  roleBefore: OrganizationRole | null;
  roleAfter: OrganizationRole | null;
  effect: 'Gets' | 'Keeps' | 'Loses';
  /** Why somebody keeps what no group would give them any more. */
  reason: Sentence | null;
}

/** The organization and teams that a change of mappings is about. */
export interface ChangeScene {
  isAboutOrganization: boolean;
  /** Teams that the change is about: id to name. */
  teams: ReadonlyMap<string, string>;
  owners: Owners;
}

/** Who is counted as an active Owner, as the change goes from person to person. */
export interface Owners {
  ids: Set<string>;
  billableUserId: string | null;
}

/** Stands for the team that `createTeam` is going to make. */
export const newTeam = 'new';

/** Owners come first and one after another: which of them is the last one must not depend on chance. */
export function byTurn(
  userIds: readonly string[],
  present: (userId: string) => Memberships,
): { owners: string[]; others: string[] } {
  const isOwner = (userId: string) => present(userId).organization?.wire.role === 'Owner';
  return {
    owners: userIds.filter(isOwner),
    others: userIds.filter((userId) => !isOwner(userId)),
  };
}

/**
 * Compares the roles that a person has, in the organization and in each team that the change is about, with those that
 * groups give afterwards. Places without a role before and after are left out. Notes in `scene.owners` who becomes an
 * Owner and who stops being one, so people come in the order in which roles are given.
 */
export function roleChangesOf(
  userId: string,
  given: GivenRoles,
  present: Memberships,
  { isAboutOrganization, teams, owners }: ChangeScene,
): RoleChange[] {
  const changes = [...teams].map(([teamId, name]) => changeInTeam(teamId, name, given, present));
  if (isAboutOrganization)
    changes.unshift(changeInOrganization(userId, given.organization, present, owners));
  return changes
    .filter(({ roleBefore, roleAfter }) => roleBefore !== null || roleAfter !== null)
    .map((change) => ({ ...change, effect: effectOf(change.roleBefore, change.roleAfter) }));
}

type RolesOfPerson = Omit<RoleChange, 'effect'>;

function changeInOrganization(
  userId: string,
  grants: Grants<OrganizationRole>,
  { organization }: Memberships,
  owners: Owners,
): RolesOfPerson {
  const roleBefore = organization?.wire.role ?? null;
  const byHand = organization ? manualRoleOf<OrganizationRole>(organization) : null;
  const wanted = highestRole(organizationRoles, [byHand, ...Object.values(grants)]);
  const reason = roleBefore === 'Owner' && wanted !== 'Owner' ? whyOwner(userId, owners) : null;
  if (wanted === 'Owner') owners.ids.add(userId);
  return {
    teamId: null,
    teamDisplayName: null,
    roleBefore,
    roleAfter: reason === null ? wanted : 'Owner',
    reason,
  };
}

/** Why an Owner stays one; null when they do not, and are counted no longer. */
function whyOwner(userId: string, { ids, billableUserId }: Owners): Sentence | null {
  if (billableUserId === userId) return say('billableUserKeepsRole');
  if (ids.size === 1 && ids.has(userId)) return say('lastOwnerStays');
  ids.delete(userId);
  return null;
}

function changeInTeam(
  teamId: string,
  teamDisplayName: string,
  given: GivenRoles,
  { teams }: Memberships,
): RolesOfPerson {
  const membership = teams.find(({ wire }) => wire.teamId.toLowerCase() === teamId);
  const byHand = membership ? manualRoleOf<TeamRole>(membership) : null;
  const grants = Object.values(given.teams.get(teamId) ?? {});
  return {
    teamId: teamId === newTeam ? null : teamId,
    teamDisplayName,
    roleBefore: membership?.wire.role ?? null,
    roleAfter: highestRole(teamRoles, [byHand, ...grants]),
    reason: null,
  };
}

function effectOf(
  before: OrganizationRole | null,
  after: OrganizationRole | null,
): RoleChange['effect'] {
  const rank = (role: OrganizationRole | null) => (role ? organizationRoles.indexOf(role) : -1);
  if (rank(after) === rank(before)) return 'Keeps';
  return rank(after) > rank(before) ? 'Gets' : 'Loses';
}
