import { useQuery } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import { allPages } from './all-pages.ts';

/** Roles in the organization by the id of the person. */
export function useOrganizationMemberships() {
  return useQuery({
    queryKey: ['get', '/organization-membership/search/list', 'all'],
    queryFn: async ({ signal }) => {
      const memberships = await allPages(
        (query) =>
          publicApi.GET('/organization-membership/search/list', { params: { query }, signal }),
        (answer) => answer.organizationMemberships,
      );
      return new Map(memberships.map((membership) => [membership.userId ?? '', membership]));
    },
  });
}

export function useTeamMemberships(userId: string) {
  return useQuery({
    queryKey: ['get', '/team-membership/search/list', userId],
    queryFn: ({ signal }) =>
      allPages(
        (query) =>
          publicApi.GET('/team-membership/search/list', {
            params: { query: { ...query, UserId: userId } },
            signal,
          }),
        (answer) => answer.teamMemberships,
      ),
  });
}
