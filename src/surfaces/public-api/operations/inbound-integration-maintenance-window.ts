import { integrationKind, maintenanceWindowKind } from '../../../integrations/index.ts';
import { getResource } from '../../../resources/index.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';

const windows = {
  kind: maintenanceWindowKind,
  name: 'MaintenanceWindow' as const,
  list: 'MaintenanceWindows' as const,
  items: 'inboundMaintenanceWindows' as const,
};

export const maintenanceWindowOperations = {
  ...resourceOperations(windows),

  listMaintenanceWindowsOfIntegration: async (caller, { params, query }) => {
    const integration = await getResource(caller, integrationKind, params.id);
    return listOf(windows, caller, { ...query, InboundIntegrationId: integration.id });
  },
} satisfies Handlers;
