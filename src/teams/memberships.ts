import type { components } from '../contract/index.ts';
import {
  auditedSources,
  createByHand,
  decidingAgain,
  demandNotMoved,
  type Grants,
  grantRoles,
  namedUser,
  type OrganizationMembershipWire,
  type OrganizationRole,
  organizationMembershipKind,
  type RoleRules,
  type RoleSources,
  removeByHand,
  rolesByHand,
  unchangedSince,
  userOfMembership,
} from '../identity/index.ts';
import type { Ctx, TeamAccess, World } from '../kernel/index.ts';
import {
  byLookup,
  type CreateOptions,
  createResource,
  defineKind,
  demandTeamEdit,
  findResource,
  getResource,
  type ReplaceOptions,
  type Resource,
  type ResourceDocument,
  replaceResource,
  storedFilter,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam } from './teams.ts';

export const teamRoles = ['Member', 'Administrator'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** `role` is the one that counts, wherever it comes from; see `identity/granted-roles.ts`. */
type TeamMembershipWire = Required<Pick<MembershipInput, 'userId' | 'teamId' | 'role'>> &
  Pick<MembershipInput, 'email'>;

type MembershipInput = components['schemas']['TeamMembershipInput'];

export interface TeamMembershipInternal extends RoleSources<TeamRole> {
  /** Null while an invitation waits for its person. */
  activatedAt: Date | null;
}

export type TeamMembership = Resource<TeamMembershipWire, TeamMembershipInternal>;

export const teamMembershipKind = defineKind<TeamMembershipWire, TeamMembershipInternal>({
  entityType: 'TeamMembership',
  noun: 'team-membership',
  collection: 'team_memberships',
  shape: wireShapes.TeamMembership,
  displayNameOf: () => null,
  lookupOf: ({ userId, teamId, role }) => ({ userId, teamId, role }),
  personOf: ({ userId }) => userId ?? null,
  auditedOf: auditedSources,
  filters: { UserId: byLookup('userId'), TeamId: byLookup('teamId'), Role: byLookup('role') },
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  prepare(ctx, wire, current) {
    const { role, sources } = rolesByHand(teamRoles, wire.role, current);
    return {
      wire: { ...wire, userId: namedUser(wire), role },
      internal: { activatedAt: ctx.clock.now(), ...current?.internal, ...sources },
    };
  },
  removedWith: {
    Team: (id) => ({ 'lookup.teamId': id }),
    User: (id) => ({ 'lookup.userId': id }),
  },
  duplicate: {
    code: 'validation-failed',
    field: 'userId',
    message: say('alreadyInTeam'),
  },
  indexes: [
    [
      { organizationId: 1, 'lookup.userId': 1, 'lookup.teamId': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userId': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.teamId': 1 }],
  ],
});

const rules: RoleRules<TeamRole, TeamMembershipWire, TeamMembershipInternal> = {
  kind: teamMembershipKind,
  roles: teamRoles,
};

/** Throws 403, 400 for an unknown team or user, and when the person is in the team already, unless by groups. */
export async function createTeamMembership(
  ctx: Ctx,
  given: Partial<TeamMembershipWire>,
  options: CreateOptions<TeamMembershipInternal> = {},
): Promise<TeamMembership> {
  const teamId = await demandTeam(ctx, given.teamId ?? '');
  demandTeamEdit(ctx, teamId);
  const { userId, isInvitation } = await userOfMembership(ctx, given);
  const wanted = { ...given, userId };
  const internal = isInvitation ? { internal: { activatedAt: null } } : {};
  return createByHand<TeamRole, TeamMembership>(
    () => findResource(ctx, teamMembershipKind, inTeam(userId, teamId)),
    () => createResource(ctx, teamMembershipKind, wanted, { ...options, ...internal }),
    ({ id }) => replaceTeamMembership(ctx, id, wanted, options),
  );
}

/** Sets the role that was given by hand. Throws 404, 403, and 400 as `createTeamMembership` does. */
export async function replaceTeamMembership(
  ctx: Ctx,
  id: string,
  given: Partial<TeamMembershipWire>,
  { provision, action }: Pick<ReplaceOptions, 'provision' | 'action'> = {},
): Promise<TeamMembership> {
  const current = await getResource(ctx, teamMembershipKind, id);
  demandTeamEdit(ctx, current.teamId);
  const { userId } = await userOfMembership(ctx, given);
  return decidingAgain(async () => {
    const before = await getResource(ctx, teamMembershipKind, id);
    const { wire } = before;
    if (namedUser(wire).toLowerCase() !== userId.toLowerCase()) demandNotMoved(before, 'userId');
    if (given.teamId?.toLowerCase() !== wire.teamId.toLowerCase()) demandNotMoved(before, 'teamId');
    const wanted = { ...given, userId };
    return replaceResource(ctx, teamMembershipKind, id, wanted, {
      provision,
      demand: unchangedSince(before),
      ...(action ? { action } : {}),
    });
  });
}

/** Takes the role that was given by hand; what groups give stays. Throws 404, 403, and 409 when only groups give it. */
export function removeTeamMembership(ctx: Ctx, id: string): Promise<void> {
  return removeByHand(ctx, rules, id);
}

/** Makes what groups give the person in the team exactly this: role by origin. Tells whether anything was written. */
export function grantTeamRoles(
  ctx: Ctx,
  userId: string,
  teamId: string,
  grants: Grants<TeamRole>,
): Promise<boolean> {
  return grantRoles(ctx, rules, inTeam(userId, teamId), { userId, teamId }, grants);
}

function inTeam(userId: string, teamId: string) {
  return { 'lookup.userId': userId.toLowerCase(), 'lookup.teamId': teamId.toLowerCase() };
}

/** A person's standing in an organization. */
export interface Standing {
  organizationRole: OrganizationRole | null;
  teams: TeamAccess;
}

/**
 * The rights of a person to see and change (spec 2.1): organization Members have Team Member rights in all teams,
 * Administrators and Owners those of Team Administrators; others have the rights that their teams give them, and see
 * what they are told of.
 */
export async function standingOf(
  world: World,
  organizationId: string,
  userId: string,
): Promise<Standing> {
  const standings = await standingsOf(world, organizationId, [userId]);
  return standings.get(userId.toLowerCase()) ?? standingBy(null, []);
}

/** The same of several people, each by the id in lower case. Whoever has no role at all has one that shows nothing. */
export async function standingsOf(
  world: World,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, Standing>> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const filter = { organizationId, 'lookup.userId': { $in: ids } };
  const [organization, teams] = await Promise.all([
    organizationMembershipKind
      .model(world.store)
      .find(storedFilter(organizationMembershipKind, filter))
      .lean<OfPerson<OrganizationMembershipWire>[]>(),
    teamMembershipKind
      .model(world.store)
      .find(storedFilter(teamMembershipKind, filter))
      .lean<OfPerson<TeamMembershipWire>[]>(),
  ]);
  const roles = new Map(organization.map(({ lookup, wire }) => [lookup.userId, wire.role ?? null]));
  const ofTeams = Map.groupBy(teams, ({ lookup }) => lookup.userId);
  return new Map(
    ids.map((id) => [
      id,
      standingBy(
        roles.get(id) ?? null,
        (ofTeams.get(id) ?? []).map(({ wire }) => wire),
      ),
    ]),
  );
}

type OfPerson<Wire> = Pick<ResourceDocument<Wire>, 'wire'> & { lookup: { userId: string } };

function standingBy(
  organizationRole: OrganizationRole | null,
  memberships: readonly Pick<TeamMembershipWire, 'teamId' | 'role'>[],
): Standing {
  if (organizationRole === 'Owner' || organizationRole === 'Administrator')
    return { organizationRole, teams: { see: 'all', edit: 'all' } };
  const teamsOf = (list: typeof memberships) => list.map(({ teamId }) => teamId.toLowerCase());
  const edit = teamsOf(memberships.filter(({ role }) => role === 'Administrator'));
  const see = organizationRole === 'Member' ? 'all' : teamsOf(memberships);
  return { organizationRole, teams: { see, edit, seesOwnIncidents: true } };
}

/** Spec 2.1 rule 2: unique users with a team membership. */
export async function countBillableUsers(ctx: Ctx): Promise<number> {
  const memberships = await teamMembershipKind
    .model(ctx.store)
    .find(storedFilter(teamMembershipKind, { organizationId: ctx.organizationId }), {
      'lookup.userId': 1,
    })
    .lean<ResourceDocument<TeamMembershipWire>[]>();
  return new Set(memberships.map((membership) => membership.lookup.userId)).size;
}
