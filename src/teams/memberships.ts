import { type OrganizationRole, organizationMembershipKind, withUser } from '../identity/index.ts';
import type { Ctx, TeamAccess, World } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  type Resource,
  type ResourceDocument,
  wireShapes,
} from '../resources/index.ts';
import { demandTeam } from './teams.ts';

export const teamRoles = ['Member', 'Administrator'] as const;
export type TeamRole = (typeof teamRoles)[number];

export interface TeamMembershipWire {
  userId: string | null;
  email?: string | null;
  teamId: string;
  role: TeamRole;
}

export interface TeamMembershipHouse {
  /** Null while an invitation waits for its person. */
  activatedAt: Date | null;
}

export type TeamMembership = Resource<TeamMembershipWire, TeamMembershipHouse>;

export const teamMembershipKind = defineKind<TeamMembershipWire, TeamMembershipHouse>({
  entityType: 'TeamMembership',
  noun: 'team-membership',
  collection: 'team_memberships',
  shape: wireShapes.TeamMembership,
  displayNameOf: () => null,
  lookupOf: ({ userId, teamId, role }) => ({ userId, teamId, role }),
  filters: { UserId: byLookup('userId'), TeamId: byLookup('teamId'), Role: byLookup('role') },
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  async prepare(ctx, wire, current) {
    const named = await withUser(ctx, wire);
    const isInvitation = wire.userId === null;
    const activatedAt = isInvitation ? null : ctx.clock.now();
    return { wire: named, internal: { activatedAt: current?.internal.activatedAt ?? activatedAt } };
  },
  removedWith: {
    Team: (id) => ({ 'lookup.teamId': id }),
    User: (id) => ({ 'lookup.userId': id }),
  },
  duplicate: {
    code: 'validation-failed',
    field: 'userId',
    message: 'This user is in the team already; change that membership.',
  },
  indexes: [
    [
      { organizationId: 1, 'lookup.userId': 1, 'lookup.teamId': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userId': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.teamId': 1 }],
  ],
});

/** A person's standing in an organization. */
export interface Standing {
  organizationRole: OrganizationRole | null;
  teams: TeamAccess;
}

/**
 * What a person may see and change (spec 2.1): organization Members have Team Member rights in all
 * teams, Administrators and Owners those of Team Administrators; others what their teams give them.
 */
export async function standingOf(
  world: World,
  organizationId: string,
  userId: string,
): Promise<Standing> {
  const filter = { organizationId, 'lookup.userId': userId.toLowerCase() } as never;
  const [organization, memberships] = await Promise.all([
    organizationMembershipKind.model(world.store).findOne(filter).lean(),
    teamMembershipKind
      .model(world.store)
      .find(filter)
      .lean<ResourceDocument<TeamMembershipWire>[]>(),
  ]);
  const organizationRole = organization?.wire.role ?? null;
  if (organizationRole === 'Owner' || organizationRole === 'Administrator')
    return { organizationRole, teams: { see: 'all', edit: 'all' } };
  const teamsOf = (list: typeof memberships) =>
    list.map((membership) => membership.wire.teamId.toLowerCase());
  const edit = teamsOf(
    memberships.filter((membership) => membership.wire.role === 'Administrator'),
  );
  const see = organizationRole === 'Member' ? 'all' : teamsOf(memberships);
  return { organizationRole, teams: { see, edit } };
}

/** Spec 2.1 rule 2: unique users with a team membership. */
export async function countBillableUsers(ctx: Ctx): Promise<number> {
  const memberships = await teamMembershipKind
    .model(ctx.store)
    .find({ organizationId: ctx.organizationId } as never, { 'lookup.userId': 1 })
    .lean<ResourceDocument<TeamMembershipWire>[]>();
  return new Set(memberships.map((membership) => membership.lookup.userId)).size;
}
