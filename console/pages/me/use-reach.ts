import { api } from '../../api/client.ts';
import type { Reach } from './settings.ts';

/** How the person can be reached by now. Until it is known, as if by everything, so that nothing alarming is shown. */
export function useReach(userId: string): Reach {
  const phone = api.useQuery('get', '/user/{id}/phone-number', {
    params: { path: { id: userId } },
  });
  const devices = api.useQuery('get', '/push-subscription/search/list', {
    params: { query: { UserId: userId, Limit: 100 } },
  });
  return {
    hasPhone: phone.data === undefined || phone.data.isConfirmed,
    hasDevice: devices.data === undefined || devices.data.pushSubscriptions.length > 0,
  };
}
