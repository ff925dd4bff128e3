import { getResource, withIds } from '../../../resources/index.ts';
import { serviceKind } from '../../../services/index.ts';
import { servicesShownOn, statusPageKind } from '../../../status-pages/index.ts';
import type { Handlers } from '../handlers.ts';
import { listOf, resourceOperations } from '../resource-operations.ts';

const services = {
  kind: serviceKind,
  name: 'Service' as const,
  list: 'Services' as const,
  items: 'services' as const,
};

export const serviceOperations = {
  ...resourceOperations(services),

  listServices: async (caller, { query }) => {
    if (query.StatusPageId === undefined) return listOf(services, caller, query);
    const page = await getResource(caller, statusPageKind, query.StatusPageId);
    return listOf(services, caller, query, withIds(servicesShownOn(page)));
  },
} satisfies Handlers;
