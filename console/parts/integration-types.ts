import type { components } from '../../openapi/types/public-v1.generated.ts';
import { api } from '../api/client.ts';
import { useSaid } from './said/index.ts';

export type TypeSummary = components['schemas']['InboundIntegrationTypeList']['items'][number];

/** All types of integrations, named in the language of the person, and each by its id in lower case. */
export function useTypes() {
  const said = useSaid();
  return api.useQuery('get', '/inbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ items }: { items: TypeSummary[] }) => {
      const named = items.map((type) => ({
        ...type,
        displayName: said(type.displayName, type.displayNameSentence),
      }));
      return {
        items: named.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
        byId: new Map(named.map((type) => [type.id.toLowerCase(), type])),
      };
    },
  });
}
