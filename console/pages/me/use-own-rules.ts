import { api } from '../../api/client.ts';

/** The rules of a person; null where settings decide. From the list, for which having none is no error. */
export function useOwnRules(userId: string) {
  return api.useQuery(
    'get',
    '/user-notification-rules/search/list',
    { params: { query: { UserId: userId } } },
    {
      select: ({ userNotificationRules: [own = null] }) => own,
    },
  );
}
