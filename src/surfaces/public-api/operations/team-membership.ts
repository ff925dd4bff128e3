import { usersById } from '../../../identity/index.ts';
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
    const users = await usersById(
      caller,
      memberships.map(({ wire }) => wire.userId ?? ''),
    );
    return ({ wire, internal }) => ({
      email: wire.email ?? users.get(wire.userId?.toLowerCase() ?? '')?.email ?? null,
      activatedAt: internal.activatedAt?.toISOString() ?? null,
    });
  },
});
