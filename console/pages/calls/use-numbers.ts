import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';

export type Integration = components['schemas']['InboundIntegration'];

const pageSize = 100;

/** The inbound integrations that are phone numbers: a list for each carrier. */
export function useNumbers() {
  const types = api.useQuery('get', '/inbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const carriers = types.data?.items.flatMap(({ id, source }) => (source === 'phone' ? [id] : []));
  return useQuery({
    queryKey: ['get', '/inbound-integration/search/list', 'numbers', carriers],
    enabled: carriers !== undefined,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all((carriers ?? []).map((type) => allOf(type, signal)));
      return lists.flat().toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
    },
  });
}

/** What the type of the integration says about its calls. */
export function callSettingsOf({ integrationSettings }: Integration) {
  const { twilio, telnyx, bird } = integrationSettings ?? {};
  return twilio ?? telnyx ?? bird ?? null;
}

export function nameOf(integration: Integration): string {
  return integration.displayName ?? phoneNumberOf(integration) ?? integration.id;
}

export function phoneNumberOf(integration: Integration): string | null {
  return callSettingsOf(integration)?.accessSettings?.phoneNumber ?? null;
}

async function allOf(type: string, signal: AbortSignal): Promise<Integration[]> {
  const found: Integration[] = [];
  for (;;) {
    const { data, error } = await publicApi.GET('/inbound-integration/search/list', {
      params: { query: { Type: type, Limit: pageSize, Offset: found.length } },
      signal,
    });
    if (error) throw error;
    found.push(...data.inboundIntegrations);
    if (!data.hasMore) return found;
  }
}
