import { api } from '../../api/client.ts';

/** Requests for cover that nobody has answered, of everybody. */
export function useOpenCover() {
  return api.useQuery('get', '/cover-request/search/list', {
    params: { query: { State: 'open', Limit: 100 } },
  });
}
