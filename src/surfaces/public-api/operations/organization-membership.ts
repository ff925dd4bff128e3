import { organizationMembershipKind, userEmails } from '../../../identity/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const organizationMembershipOperations = resourceOperations({
  kind: organizationMembershipKind,
  name: 'OrganizationMembership',
  list: 'OrganizationMemberships',
  items: 'organizationMemberships',
  pageLimit: 100,
  filters: {
    UserId: (id) => ({ 'lookup.userId': id.toLowerCase() }),
    Role: (role) => ({ 'lookup.role': role.toLowerCase() }),
  },
  async computed(caller, memberships) {
    const emails = await userEmails(
      caller,
      memberships.map(({ wire }) => wire.userId ?? ''),
    );
    return ({ wire }) => ({
      email: wire.email ?? emails.get(wire.userId?.toLowerCase() ?? '') ?? null,
    });
  },
});
