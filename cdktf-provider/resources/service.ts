import { resource } from './overlay.ts';

// Terraform keeps `depends_on` for itself.
const dependsOn = { rename: 'depends_on_service_ids' };

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
    dependsOn: {
      ...dependsOn,
      equivalent: 'empty-is-null',
      description:
        'Services without which it does not work: while an incident affects one, nobody is told of those of this one.',
    },
    suppression: { description: '`mute`, or `off`: `depends_on_service_ids` is only shown.' },
    suppressUpTo: {
      description: 'Up to which severity incidents are held back; `Warning` where it is not set.',
    },
    graceMinutes: {
      description:
        'How long after the last incident people are told of what is still open; 5 where it is not set.',
    },
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
    'integrations[].severities': {
      description: 'Severities that affect the service; all of them where it names none.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_service',
      description: 'One service, by its id or by its exact display name.',
      operation: 'searchService',
      attributes: { dependsOn },
      byId: 'getService',
    },
    {
      type: 'tocsin_services',
      description: 'All services, or those of a status page or with a text in their display name.',
      operation: 'listServices',
      items: 'services',
      attributes: { 'services[].dependsOn': dependsOn },
    },
  ],
});
