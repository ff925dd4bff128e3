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
    // Left alone unless configured: people keep their number themselves, or the resource of their settings does.
    phoneNumber: {
      serverChooses: true,
      personal: true,
      description:
        'Phone number, `+` and digits. Left as it is unless configured; see also `tocsin_user_incident_notification_settings`.',
    },
    incidentNotificationSettings: {
      serverChooses: true,
      description:
        'Through which channels, when and of what the user is told. Left as it is unless configured; see also `tocsin_user_incident_notification_settings`.',
    },
    language: {
      serverChooses: true,
      description:
        'Language of the console and of messages, `en` or `de`. Left as it is unless configured.',
    },
    region: {
      serverChooses: true,
      description:
        'Region by whose habits days and times are written, such as `CH`. Left as it is unless configured.',
    },
    noticesBeforeMinutes: {
      serverChooses: true,
      orderFree: true,
      description:
        'So many minutes before each shift the user is told of it; an empty list is never. Left as it is unless configured, which at first is what the schedule says.',
    },
    scimExternalId: {
      description: 'Id of the user at the identity provider, when SCIM knows them.',
    },
    isSuspended: {
      description:
        'Whether the user is suspended: on call nowhere and told nothing, with everything they had kept for later.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_user',
      description: 'One user, by its id or by e-mail address or SCIM external id.',
      operation: 'searchUser',
      byId: 'getUser',
    },
    {
      type: 'tocsin_users',
      description: 'All users, or those whose e-mail address or name contains a text.',
      operation: 'listUsers',
      items: 'users',
    },
  ],
});
