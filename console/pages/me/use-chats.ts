import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';

export const chatsPath = '/user/{id}/chats';

/** The accounts of a person in chats, and the bots that they may connect one with. */
export function useChats(userId: string) {
  return api.useQuery('get', chatsPath, { params: { path: { id: userId } } });
}

/** The channels by which alerts are sent to them. */
export function toldByChats({ accounts }: components['schemas']['UserChats']) {
  return accounts.flatMap(({ channel }) => channel ?? []);
}
