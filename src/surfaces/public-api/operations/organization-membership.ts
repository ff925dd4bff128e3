import {
  createOrganizationMembership,
  memberEmails,
  type OrganizationRole,
  organizationMembershipKind,
  removeOrganizationMembership,
  replaceOrganizationMembership,
} from '../../../identity/index.ts';
import { resourceOperations } from '../resource-operations.ts';
import { rolesShown } from '../roles-shown.ts';

export const organizationMembershipOperations = resourceOperations({
  kind: organizationMembershipKind,
  create: createOrganizationMembership,
  replace: replaceOrganizationMembership,
  remove: removeOrganizationMembership,
  name: 'OrganizationMembership',
  list: 'OrganizationMemberships',
  items: 'organizationMemberships',
  pageLimit: 100,
  async derivedMembers(caller, memberships) {
    const emailOf = await memberEmails(caller, memberships);
    return (membership) => ({
      email: emailOf(membership.wire),
      ...rolesShown<OrganizationRole>(membership),
    });
  },
});
