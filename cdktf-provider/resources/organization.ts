import { resource } from './overlay.ts';

export const organization = resource({
  type: 'tocsin_organization',
  category: 'Access',
  description:
    'An organization below that of the key. Destroying it deletes everything in it: consider `lifecycle { prevent_destroy = true }`. What is inside is managed by a provider with a key of that organization.',
  operations: {
    create: 'createOrganization',
    read: 'getOrganization',
    update: 'replaceOrganization',
    delete: 'deleteOrganization',
    list: { operation: 'listOrganizations', items: 'organizations' },
  },
  ignore: {
    codeOnly: 'attribute code_only of tocsin_organization_settings',
  },
  attributes: {
    rootOrganizationId: {
      replaces: true,
      description:
        'Id of the organization at the top, which is that of the key. Null for one that stands alone.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_organization',
      description: 'One organization that the key can see, by its id or by its exact display name.',
      operation: 'searchOrganization',
      byId: 'getOrganization',
      ignore: { codeOnly: 'attribute code_only of tocsin_organization_settings' },
    },
  ],
});
