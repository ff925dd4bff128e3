import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';

export type TypeSummary = components['schemas']['InboundIntegrationTypeList']['items'][number];

/** All types of integrations, and each by its id in lower case. */
export function useTypes() {
  return api.useQuery('get', '/inbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ items }: { items: TypeSummary[] }) => ({
      items: items.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
      byId: new Map(items.map((type) => [type.id.toLowerCase(), type])),
    }),
  });
}
