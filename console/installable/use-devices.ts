import { api } from '../api/client.ts';
import { devicesPath } from './push-here.tsx';

/** What the person gets push messages on. */
export function useDevices(userId: string) {
  return api.useQuery('get', devicesPath, {
    params: { query: { UserId: userId, Limit: 100 } },
  });
}
