import { errorAt } from '../runtime/diagnostics.ts';
import { resource } from './overlay.ts';
import { eachAt, exactlyOneOf } from './rules.ts';

export const statusPage = resource({
  type: 'tocsin_status_page',
  category: 'Status pages',
  description:
    'A page that shows the state and the history of services, under a slug of this server or a host name of yours.',
  operations: {
    create: 'createStatusPage',
    read: 'getStatusPage',
    update: 'replaceStatusPage',
    delete: 'deleteStatusPage',
    list: { operation: 'listStatusPages', items: 'statusPages' },
  },
  takesOver: 'allquiet_status_page',
  ignore: {
    'customHostSettings.cloudFlareCreateCustomHostNameResponse':
      'always null: the server uses no CDN',
  },
  attributes: {
    serviceIds: {
      rename: 'services',
      description: 'Ids of the services on the page, outside of groups.',
    },
    serviceGroups: { description: 'Services under a heading.' },
    'serviceGroups[].serviceIds': {
      rename: 'services',
      description: 'Ids of the services of the group.',
    },
    'serviceGroups[].id': {
      serverChooses: true,
      description: 'Id of the group; kept by position.',
    },
    publicLogo: {
      description:
        'Logo above the title, PNG or SVG of at most 48 kB, as a data URL: `"data:image/png;base64,${filebase64("logo.png")}"`.',
    },
    passwordProtectionPassword: {
      writeOnly: { clearedBy: '' },
      description: 'Password of the page, six characters or more.',
    },
    isPasswordProtectionPasswordConfigured: {
      rename: 'is_password_protection_configured',
      volatile: true,
      description: 'True when a password protects the page.',
    },
  },
  rules: [
    exactlyOneOf('', ['slug', 'custom_host_settings']),
    eachAt('', (config) =>
      config.private_user_authentication_required === true &&
      (config.custom_host_settings ?? null) !== null
        ? [
            errorAt(
              ['private_user_authentication_required'],
              'Attributes exclude each other',
              'Sign-in works on the address of the server only, not on a host name of yours.',
            ),
          ]
        : [],
    ),
  ],
  dataSources: [
    {
      type: 'tocsin_status_page',
      description: 'One status page, by its id or by its exact display name.',
      operation: 'searchStatusPage',
      byId: 'getStatusPage',
      attributes: {
        serviceIds: { rename: 'services' },
        'serviceGroups[].serviceIds': { rename: 'services' },
        isPasswordProtectionPasswordConfigured: { rename: 'is_password_protection_configured' },
      },
      ignore: {
        'customHostSettings.cloudFlareCreateCustomHostNameResponse':
          'always null: the server uses no CDN',
      },
    },
  ],
});
