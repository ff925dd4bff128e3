import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../../api/client.ts';

export type Evaluation = components['schemas']['MappingEvaluation'];
export type EvaluationInput = components['schemas']['MappingEvaluationInput'];

/**
 * The result of a mapping for a payload, asked again whenever either changes; the last answer stays until the next is
 * there.
 */
export function useEvaluation(input: EvaluationInput | null) {
  return useQuery({
    queryKey: ['post', '/inbound-integration-mapping/evaluate', input],
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data, error } = await publicApi.POST('/inbound-integration-mapping/evaluate', {
        body: input ?? {},
        signal,
      });
      if (error) throw error;
      return data;
    },
  });
}
