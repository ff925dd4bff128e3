import { memberEmails } from '../../../identity/index.ts';
import {
  createTeamMembership,
  replaceTeamMembership,
  teamMembershipKind,
} from '../../../teams/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const teamMembershipOperations = resourceOperations({
  kind: teamMembershipKind,
  create: createTeamMembership,
  replace: replaceTeamMembership,
  name: 'TeamMembership',
  list: 'TeamMemberships',
  items: 'teamMemberships',
  pageLimit: 100,
  async derivedMembers(caller, memberships) {
    const emailOf = await memberEmails(caller, memberships);
    return ({ wire, internal }) => ({
      email: emailOf(wire),
      activatedAt: internal.activatedAt?.toISOString() ?? null,
    });
  },
});
