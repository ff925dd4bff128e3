import { resource } from './overlay.ts';

export const service = resource({
  type: 'tocsin_service',
  category: 'Status pages',
  description:
    'Something your users depend on. Incidents of its integrations affect it, status pages show it.',
  operations: {
    create: 'createService',
    read: 'getService',
    update: 'replaceService',
    delete: 'deleteService',
    list: { operation: 'listServices', items: 'services' },
  },
  takesOver: 'allquiet_service',
  attributes: {
    templates: {
      equivalent: 'empty-is-null',
      description: 'Prepared messages for the status page.',
    },
    'templates[].id': { serverChooses: true, description: 'Id of the template; kept by position.' },
    'integrations[].id': {
      serverChooses: true,
      description: 'Id of the link; made by the server unless set.',
    },
    'integrations[].integrationId': { description: 'Id of the integration.' },
    'integrations[].severities': { description: 'Severities that affect the service.' },
  },
  dataSources: [
    {
      type: 'tocsin_service',
      description: 'One service, by its id or by its exact display name.',
      operation: 'searchService',
      byId: 'getService',
    },
    {
      type: 'tocsin_services',
      description: 'All services, or those of a status page or with a text in their display name.',
      operation: 'listServices',
      items: 'services',
    },
  ],
});
