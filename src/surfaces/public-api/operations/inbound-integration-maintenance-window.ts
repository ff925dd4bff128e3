import { integrationKind, maintenanceWindowKind } from '../../../integrations/index.ts';
import { getResource } from '../../../resources/index.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';

const windows = {
  kind: maintenanceWindowKind,
  name: 'MaintenanceWindow' as const,
  list: 'MaintenanceWindows' as const,
  items: 'inboundMaintenanceWindows',
  filters: {
    MaintenanceWindowId: (id: string) => ({ _id: id.toLowerCase() }),
    InboundIntegrationId: (id: string) => ({ 'lookup.integrationId': id.toLowerCase() }),
    TeamId: (id: string) => ({ teamId: id.toLowerCase() }),
  },
};

export const maintenanceWindowOperations = {
  ...resourceOperations(windows),

  listMaintenanceWindowsOfIntegration: async (caller, { params, query }) => {
    const integration = await getResource(caller, integrationKind, params.id ?? '');
    return listOf(windows, caller, query, { 'lookup.integrationId': integration.id });
  },
} satisfies Handlers;
