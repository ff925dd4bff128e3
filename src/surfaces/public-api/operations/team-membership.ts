import { userEmails } from '../../../identity/index.ts';
import { teamMembershipKind } from '../../../teams/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const teamMembershipOperations = resourceOperations({
  kind: teamMembershipKind,
  name: 'TeamMembership',
  list: 'TeamMemberships',
  items: 'teamMemberships',
  pageLimit: 100,
  filters: {
    UserId: (id) => ({ 'lookup.userId': id.toLowerCase() }),
    TeamId: (id) => ({ 'lookup.teamId': id.toLowerCase() }),
    Role: (role) => ({ 'lookup.role': role.toLowerCase() }),
  },
  async computed(caller, memberships) {
    const emails = await userEmails(
      caller,
      memberships.map(({ wire }) => wire.userId ?? ''),
    );
    return ({ wire, internal }) => ({
      email: wire.email ?? emails.get(wire.userId?.toLowerCase() ?? '') ?? null,
      activatedAt: internal.activatedAt?.toISOString() ?? null,
    });
  },
});
