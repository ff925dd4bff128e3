import {
  createOrganizationMembership,
  memberEmails,
  organizationMembershipKind,
  replaceOrganizationMembership,
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
    const emailOf = await memberEmails(caller, memberships);
    return ({ wire }) => ({
      email: emailOf(wire),
    });
  },
});
