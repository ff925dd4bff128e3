import { resource } from './overlay.ts';
import { atLeastOneOf } from './rules.ts';

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
    // Deleting the user deletes the membership: it cannot be moved to their successor.
    userId: {
      serverChooses: true,
      volatile: true,
      replaces: true,
      description: 'Id of the user.',
    },
    email: {
      serverChooses: true,
      volatile: true,
      replaces: true,
      equivalent: 'letter-case',
      description: 'E-mail address of the user, to invite somebody who is not a user yet.',
    },
    organizationId: { description: 'Id of the organization.' },
  },
  rules: [atLeastOneOf('', ['user_id', 'email'])],
  dataSources: [
    {
      type: 'tocsin_organization_memberships',
      description: 'Memberships of the organization, of a user or of a role.',
      operation: 'listOrganizationMemberships',
      items: 'organizationMemberships',
    },
  ],
});
