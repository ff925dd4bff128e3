import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { parsedWithDigits } from './payload-text.ts';

export type Payload = components['schemas']['Payload'];

/** A stored payload, with the digits of its numbers. */
export function usePayload(integrationId: string, payloadId: string | null) {
  return useQuery({
    queryKey: ['get', '/inbound-integration/{id}/payloads/{payloadId}', integrationId, payloadId],
    enabled: payloadId !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { data, error } = await publicApi.GET(
        '/inbound-integration/{id}/payloads/{payloadId}',
        {
          params: { path: { id: integrationId, payloadId: payloadId ?? '' } },
          parseAs: 'text',
          signal,
        },
      );
      if (error) throw error;
      return parsedWithDigits(data) as Payload;
    },
  });
}
