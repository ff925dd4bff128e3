import { api } from '../../api/client.ts';

export const chatsPath = '/user/{id}/chats';

/** The accounts of a person in chats, and the bots that they may connect one with. */
export function useChats(userId: string) {
  return api.useQuery('get', chatsPath, { params: { path: { id: userId } } });
}
