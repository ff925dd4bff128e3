import {
  integrationKind,
  type MaintenanceWindowWire,
  maintenanceWindowKind,
} from '../../../integrations/index.ts';
import { getResource, type Resource } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';
import { windowNow } from '../window-now.ts';

const windows = {
  kind: maintenanceWindowKind,
  name: 'MaintenanceWindow' as const,
  list: 'MaintenanceWindows' as const,
  items: 'inboundMaintenanceWindows' as const,
  derivedMembers: (caller: ApiCaller) => {
    const now = caller.clock.now();
    return ({ wire }: Resource<MaintenanceWindowWire>) => windowNow(wire, now);
  },
};

export const maintenanceWindowOperations = {
  ...resourceOperations(windows),

  listMaintenanceWindowsOfIntegration: async (caller, { params, query }) => {
    const integration = await getResource(caller, integrationKind, params.id);
    return listOf(windows, caller, { ...query, InboundIntegrationId: integration.id });
  },
} satisfies Handlers;
