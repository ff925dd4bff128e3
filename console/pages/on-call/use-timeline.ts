import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMe } from '../../api/session.tsx';
import { addDays, dateOf } from '../../parts/local-time.ts';

const hour = 3_600_000;

/**
 * The timeline of teams for days from one on, in whatever zone they are: local days reach half a day beyond those of
 * UTC.
 */
export function useTimeline(teamIds: readonly string[], from: string, days: number) {
  const start = Date.parse(`${from}T00:00Z`);
  return api.useQuery(
    'get',
    '/on-call/timeline',
    {
      params: {
        query: {
          TeamIds: [...teamIds],
          Start: new Date(start - 14 * hour).toISOString(),
          End: new Date(start + (days * 24 + 14) * hour).toISOString(),
        },
      },
    },
    { enabled: teamIds.length > 0, refetchInterval: 60_000, placeholderData: keepPreviousData },
  );
}

/** How far the person's own duty is shown. */
export const ownWeeks = 6;

/** The timeline of the person's own teams, from yesterday on: what is running has its beginning then. */
export function useOwnTimeline(now: number) {
  const { teams } = useMe();
  const ids = teams.slice(0, 100).map(({ id }) => id);
  // Today's page asks nothing new at midnight.
  return useTimeline(ids, addDays(dateOf(now, 'UTC'), -1), ownWeeks * 7);
}

/** After a change of who is on call. */
export function refreshTimelines(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['get', '/on-call/timeline'] });
}
