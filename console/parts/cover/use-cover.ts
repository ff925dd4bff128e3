import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type CoverRequest = components['schemas']['CoverRequest'];
export type CoverInput = components['schemas']['CoverRequestInput'];

const touched = /^\/(cover-request|on-call)/;

/** What an answer to a request changes on pages: requests, and who is on call. */
export function useCoverRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => typeof path === 'string' && touched.test(path),
    });
}
