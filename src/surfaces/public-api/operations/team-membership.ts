import { memberEmails } from '../../../identity/index.ts';
import {
  createTeamMembership,
  removeTeamMembership,
  replaceTeamMembership,
  type TeamRole,
  teamMembershipKind,
} from '../../../teams/index.ts';
import { resourceOperations } from '../resource-operations.ts';
import { rolesShown } from '../roles-shown.ts';

export const teamMembershipOperations = resourceOperations({
  kind: teamMembershipKind,
  create: createTeamMembership,
  replace: replaceTeamMembership,
  remove: removeTeamMembership,
  name: 'TeamMembership',
  list: 'TeamMemberships',
  items: 'teamMemberships',
  pageLimit: 100,
  async derivedMembers(caller, memberships) {
    const emailOf = await memberEmails(caller, memberships);
    return (membership) => ({
      email: emailOf(membership.wire),
      ...rolesShown<TeamRole>(membership),
      activatedAt: membership.internal.activatedAt?.toISOString() ?? null,
    });
  },
});
