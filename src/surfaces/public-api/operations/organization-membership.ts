import {
  createOrganizationMembership,
  organizationMembershipKind,
  replaceOrganizationMembership,
  usersById,
} from '../../../identity/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const organizationMembershipOperations = resourceOperations({
  kind: organizationMembershipKind,
  create: createOrganizationMembership,
  replace: replaceOrganizationMembership,
  name: 'OrganizationMembership',
  list: 'OrganizationMemberships',
  items: 'organizationMemberships',
  pageLimit: 100,
  async derivedMembers(caller, memberships) {
    const users = await usersById(
      caller,
      memberships.map(({ wire }) => wire.userId ?? ''),
    );
    return ({ wire }) => ({
      email: wire.email ?? users.get(wire.userId?.toLowerCase() ?? '')?.email ?? null,
    });
  },
});
