import { errorAt, warningAt } from '../runtime/diagnostics.ts';
import { resource } from './overlay.ts';
import { eachAt } from './rules.ts';

export const serviceMaintenance = resource({
  type: 'tocsin_service_maintenance',
  category: 'Status pages',
  description:
    'A maintenance of services that status pages announce and show. It says nothing about alerts: to hold those back, use `tocsin_integration_maintenance_window` or `tocsin_silence`.',
  operations: {
    create: 'createServiceMaintenance',
    read: 'getServiceMaintenance',
    update: 'replaceServiceMaintenance',
    delete: 'deleteServiceMaintenance',
    list: { operation: 'listServiceMaintenances', items: 'serviceMaintenances' },
  },
  ignore: {
    isActive: 'changes with the clock',
    nextStart: 'changes with the clock',
    nextEnd: 'changes with the clock',
  },
  attributes: {
    serviceIds: { description: 'Ids of the services that are maintained.' },
    publicDescription: { description: 'What visitors of the status page read.' },
    start: { description: 'When it begins, RFC 3339 with offset.', equivalent: 'instant' },
    end: { description: 'When it ends, RFC 3339 with offset.', equivalent: 'instant' },
    recurrences: { equivalent: 'empty-is-null' },
    noticeOutboundIntegrationIds: { orderFree: true },
  },
  rules: [
    eachAt('', ({ start, end }) => {
      if (typeof start !== 'string' || typeof end !== 'string') return [];
      const length = Date.parse(end) - Date.parse(start);
      if (length < 0)
        return [errorAt(['end'], 'Ends before it begins', 'The end must be after the start.')];
      // The server stores it, so a file of what is stored must pass.
      const none = 'The end is the start: nobody sees this maintenance while it lasts.';
      return length === 0 ? [warningAt(['end'], 'Lasts no time', none)] : [];
    }),
  ],
  dataSources: [
    {
      type: 'tocsin_service_maintenances',
      description: 'All maintenances of services, or those of a service or to come.',
      operation: 'listServiceMaintenances',
      items: 'serviceMaintenances',
    },
  ],
});
