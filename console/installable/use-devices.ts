import { api } from '../api/client.ts';
import { devicesPath } from './push-here.tsx';

/** The devices on which the person gets push messages. */
export function useDevices(userId: string) {
  return api.useQuery('get', devicesPath, {
    params: { query: { UserId: userId, Limit: 100 } },
  });
}
