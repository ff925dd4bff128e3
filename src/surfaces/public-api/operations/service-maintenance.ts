import { lookupInstant } from '../../../resources/index.ts';
import { serviceMaintenanceKind } from '../../../services/index.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';

const maintenances = {
  kind: serviceMaintenanceKind,
  name: 'ServiceMaintenance' as const,
  list: 'ServiceMaintenances' as const,
  items: 'serviceMaintenances',
  filters: { ServiceId: (id: string) => ({ 'lookup.serviceIds': id.toLowerCase() }) },
};

// There is no search for a single one in the contract.
const { searchServiceMaintenance: _, ...resource } = resourceOperations(maintenances);

export const serviceMaintenanceOperations = {
  ...resource,

  listServiceMaintenances: (caller, { query }) => {
    const now = lookupInstant(caller.clock.now());
    const more = query.OnlyCurrentAndUpcoming === true ? { 'lookup.endsAt': { $gt: now } } : {};
    return listOf(maintenances, caller, query, more);
  },
} satisfies Handlers;
