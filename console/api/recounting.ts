import type { Middleware } from 'openapi-fetch';
import { queryClient } from './query-client.ts';

/** After a change a tab may hold one more, or one less. Nothing is counted of an object that was deleted just now. */
export const recounting: Middleware = {
  onResponse({ request, response }) {
    if (request.method === 'GET' || !response.ok) return;
    const deletedId = request.method === 'DELETE' ? request.url.split('/').at(-1) : undefined;
    void queryClient.invalidateQueries({
      queryKey: ['get', '/counts/{of}/{id}'],
      predicate: ({ queryKey: [, , asked] }) => countedId(asked) !== deletedId,
    });
  },
};

function countedId(asked: unknown): string | undefined {
  return (asked as { params?: { path?: { id?: string } } } | undefined)?.params?.path?.id;
}
