import type { QueryClient } from '@tanstack/react-query';

/** After something that stores a payload. */
export async function invalidatePayloads(queries: QueryClient): Promise<void> {
  await Promise.all(
    [
      '/inbound-integration/{id}/payloads/search/list',
      '/inbound-integration/health/search/list',
      '/inbound-integration/search/list',
    ].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })),
  );
}
