import { resource } from './overlay.ts';

export const integrationMaintenanceWindow = resource({
  type: 'tocsin_integration_maintenance_window',
  category: 'Integrations',
  description:
    'A time in which payloads of an integration open no incident, or open incidents silently.',
  operations: {
    create: 'createMaintenanceWindow',
    read: 'getMaintenanceWindow',
    update: 'replaceMaintenanceWindow',
    delete: 'deleteMaintenanceWindow',
    list: { operation: 'listMaintenanceWindows', items: 'inboundMaintenanceWindows' },
  },
  ignore: {
    isActive: 'changes with the clock',
    nextStart: 'changes with the clock',
    nextEnd: 'changes with the clock',
  },
  takesOver: 'allquiet_integration_maintenance_window',
  attributes: {
    // Deleting the integration deletes the window: it cannot be moved to its successor.
    integrationId: { replaces: true, description: 'Id of the integration.' },
    recurrences: { equivalent: 'empty-is-null' },
    noticeOutboundIntegrationIds: { orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_integration_maintenance_window',
      description: 'One maintenance window of an integration, by its id or by the integration.',
      operation: 'searchMaintenanceWindow',
      byId: 'getMaintenanceWindow',
    },
  ],
});
