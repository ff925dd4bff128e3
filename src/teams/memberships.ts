import type { TeamAccess, World } from '../kernel/index.ts';
import { type OrganizationRole, organizationMembershipKind } from '../identity/index.ts';
import { defineKind } from '../resources/index.ts';

export const teamRoles = ['Member', 'Administrator'] as const;
export type TeamRole = (typeof teamRoles)[number];

export interface TeamMembershipWire {
  userId: string;
  teamId: string;
  role: TeamRole;
  [member: string]: unknown;
}

export const teamMembershipKind = defineKind<TeamMembershipWire>({
  entityType: 'TeamMembership',
  noun: 'team-membership',
  collection: 'team_memberships',
  displayNameOf: () => null,
  indexes: [
    [
      { organizationId: 1, 'wire.userId': 1, 'wire.teamId': 1 },
      { unique: true, partialFilterExpression: { 'wire.userId': { $exists: true } } },
    ],
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
export async function standingOf(world: World, organizationId: string, userId: string): Promise<Standing> {
  const [organization, memberships] = await Promise.all([
    organizationMembershipKind
      .model(world.store)
      .findOne({ organizationId, 'wire.userId': userId } as never)
      .lean(),
    teamMembershipKind
      .model(world.store)
      .find({ organizationId, 'wire.userId': userId } as never)
      .lean(),
  ]);
  const organizationRole = organization?.wire.role ?? null;
  if (organizationRole === 'Owner' || organizationRole === 'Administrator')
    return { organizationRole, teams: { see: 'all', edit: 'all' } };
  const edit = memberships
    .filter((membership) => membership.wire.role === 'Administrator')
    .map((membership) => membership.wire.teamId);
  const see = organizationRole === 'Member' ? 'all' : memberships.map((membership) => membership.wire.teamId);
  return { organizationRole, teams: { see, edit } };
}
