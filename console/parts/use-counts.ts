import type { paths } from '../../openapi/types/console.generated.ts';
import { consoleQueries } from '../api/client.ts';

type Place = paths['/counts/{of}/{id}']['parameters']['path']['of'];

/** The server counts up to here. */
export const countedMax = 1000;

/** How much each tab of a page holds, as far as it is known and the person may know it. */
export function useCounts(of: Place, id: string) {
  const params = { path: { of, id } };
  return consoleQueries.useQuery('get', '/counts/{of}/{id}', { params }).data ?? {};
}
