import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

export type Member = components['schemas']['TeamMembership'] & { name: string };

const pageSize = 100;

/**
 * Everybody in a team by name. Names come from who is on call, which members without a role of the organization may
 * read, too.
 */
export function useMembers(teamId: string) {
  return useQuery({
    queryKey: ['team-members', teamId],
    queryFn: async ({ signal }): Promise<Member[]> => {
      const onCall = await publicApi.GET('/on-call', {
        params: { query: { TeamIds: [teamId] } },
        signal,
      });
      if (onCall.error) throw onCall.error;
      const names = new Map(
        onCall.data.memberships.map(({ user }) => [user.id, user.displayName ?? user.email]),
      );
      const members: Member[] = [];
      for (let offset = 0; ; offset += pageSize) {
        const { data, error } = await publicApi.GET('/team-membership/search/list', {
          params: { query: { TeamId: teamId, Limit: pageSize, Offset: offset } },
          signal,
        });
        if (error) throw error;
        for (const membership of data.teamMemberships) {
          const { userId, email, id } = membership;
          const name = names.get(userId?.toLowerCase() ?? '') ?? email ?? id;
          members.push({ ...membership, name });
        }
        if (!data.hasMore) break;
      }
      return members.toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });
}

export async function refreshMembers(): Promise<void> {
  await Promise.all(
    [['team-members'], ['get', '/on-call'], ['get', '/on-call/timeline'], ['get', '/coverage']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
