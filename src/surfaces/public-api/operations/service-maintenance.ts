import { notEndedAt, serviceMaintenanceKind } from '../../../services/index.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';

const maintenances = {
  kind: serviceMaintenanceKind,
  name: 'ServiceMaintenance' as const,
  list: 'ServiceMaintenances' as const,
  items: 'serviceMaintenances',
};

// There is no search for a single one in the contract.
const { searchServiceMaintenance: _, ...resource } = resourceOperations(maintenances);

export const serviceMaintenanceOperations = {
  ...resource,

  listServiceMaintenances: (caller, { query }) => {
    const more = query.OnlyCurrentAndUpcoming === true ? notEndedAt(caller.clock.now()) : {};
    return listOf(maintenances, caller, query, more);
  },
} satisfies Handlers;
