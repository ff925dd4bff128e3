import {
  notEndedAt,
  type ServiceMaintenance,
  serviceMaintenanceKind,
} from '../../../services/index.ts';
import type { ApiCaller } from '../caller.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';
import { windowNow } from '../window-now.ts';

const maintenances = {
  kind: serviceMaintenanceKind,
  name: 'ServiceMaintenance' as const,
  list: 'ServiceMaintenances' as const,
  items: 'serviceMaintenances' as const,
  except: ['search' as const],
  derivedMembers: (caller: ApiCaller) => {
    const now = caller.clock.now();
    return ({ wire }: ServiceMaintenance) => windowNow(wire, now);
  },
};

export const serviceMaintenanceOperations = {
  ...resourceOperations(maintenances),

  listServiceMaintenances: (caller, { query }) => {
    const more = query.OnlyCurrentAndUpcoming ? notEndedAt(caller.clock.now()) : {};
    return listOf(maintenances, caller, query, more);
  },
} satisfies Handlers;
