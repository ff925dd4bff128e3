import { memberAttributes, namesMember, roleAttributes } from './membership.ts';
import { resource } from './overlay.ts';

export const organizationMembership = resource({
  type: 'tocsin_organization_membership',
  category: 'People and teams',
  description: 'Role of a user in the organization of the key.',
  operations: {
    create: 'createOrganizationMembership',
    read: 'getOrganizationMembership',
    update: 'replaceOrganizationMembership',
    delete: 'deleteOrganizationMembership',
    list: { operation: 'listOrganizationMemberships', items: 'organizationMemberships' },
  },
  takesOver: 'allquiet_organization_membership',
  attributes: {
    ...memberAttributes,
    ...roleAttributes,
    organizationId: { description: 'Id of the organization.' },
  },
  rules: [namesMember],
  dataSources: [
    {
      type: 'tocsin_organization_memberships',
      description: 'Memberships of the organization, of a user or of a role.',
      operation: 'listOrganizationMemberships',
      items: 'organizationMemberships',
    },
  ],
});
