import type { Middleware } from 'openapi-fetch';
import { queryClient } from './query-client.ts';

/** After a change a tab may hold one more, or one less. */
export const recounting: Middleware = {
  onResponse({ request, response }) {
    if (request.method !== 'GET' && response.ok)
      void queryClient.invalidateQueries({ queryKey: ['get', '/counts/{of}/{id}'] });
  },
};
