import { resource } from './overlay.ts';

export const user = resource({
  type: 'tocsin_user',
  category: 'People and teams',
  description:
    'A person who can sign in and be told about incidents. Users that come from an identity provider through SCIM are read with the data source instead.',
  operations: {
    create: 'createUser',
    read: 'getUser',
    update: 'replaceUser',
    delete: 'deleteUser',
  },
  takesOver: 'allquiet_user',
  ignore: {
    'incidentNotificationSettings.phoneNumberConfirmations':
      'moves while people confirm their numbers, which is no drift',
  },
  attributes: {
    scimExternalId: {
      description: 'Id of the user at the identity provider, when SCIM knows them.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_user',
      description: 'One user, by e-mail address or SCIM external id.',
      operation: 'searchUser',
    },
    {
      type: 'tocsin_users',
      description: 'All users, or those whose e-mail address or name contains a text.',
      operation: 'listUsers',
      items: 'users',
    },
  ],
});
