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

/** Those that a search means: by name, id and other names, the best match first. */
export function searchTypes(types: readonly TypeSummary[], words: string): TypeSummary[] {
  const wanted = plain(words);
  if (wanted === '') return [...types];
  const rank = ({ id, displayName, aliases }: TypeSummary): number => {
    const names = [displayName, id, ...aliases].map(plain);
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return types.filter((type) => rank(type) < 2).toSorted((a, b) => rank(a) - rank(b));
}

/** `Prometheus Alertmanager` is found by `prometheus-alert`. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
