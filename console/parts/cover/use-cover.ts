import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type CoverRequest = components['schemas']['CoverRequest'];
export type CoverInput = components['schemas']['CoverRequestInput'];

const touched = /^\/(cover-request|on-call)/;

/** Renews the parts of pages that an answer to a request changes: requests, and who is on call. */
export function useCoverRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => typeof path === 'string' && touched.test(path),
    });
}
