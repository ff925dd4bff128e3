import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

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

/** After a change of who is on call. */
export function refreshTimelines(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['get', '/on-call/timeline'] });
}
