import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';

export type Integration = components['schemas']['InboundIntegration'];

const pageSize = 100;

/** The types that phone numbers can have, with the member of the settings that each has: known, not asked for. */
const carriers = { Telnyx: 'telnyx', Twilio: 'twilio' } as const;

/** The inbound integrations that are phone numbers: a list for each carrier. */
export function useNumbers() {
  return useQuery({
    queryKey: ['get', '/inbound-integration/search/list', 'numbers'],
    queryFn: async ({ signal }) => {
      const types = Object.keys(carriers);
      const lists = await Promise.all(types.map((type) => allOf(type, signal)));
      return lists.flat().toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
    },
  });
}

/** The settings of the integration for calls, by its carrier; null if it has none. */
export function callSettingsOf({ integrationSettings }: Integration) {
  const members = Object.values(carriers);
  const member = members.find((one) => integrationSettings?.[one]);
  return (member && integrationSettings?.[member]) ?? null;
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
