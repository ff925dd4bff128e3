import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { meQuery, useMe } from '../../api/session.tsx';
import { addDays, dateOf, ownZone } from '../../parts/local-time.ts';
import { defaults, type OnCallSearch, teamsShown } from './search.ts';

const hour = 3_600_000;

/**
 * The timeline of teams for days from one on, in whatever zone they are: local days reach half a day beyond those of
 * UTC.
 */
function timelineOf(teamIds: readonly string[], from: string, days: number) {
  const start = Date.parse(`${from}T00:00Z`);
  return api.queryOptions(
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
    { enabled: teamIds.length > 0, refetchInterval: 60_000 },
  );
}

/** How far the person's own duty is shown. */
export const ownWeeks = 6;

/** From yesterday on: what is running has its beginning then. Today's page asks nothing new at midnight. */
function ownTimelineOf(teams: readonly { id: string }[], now: number) {
  const ids = teams.slice(0, 100).map(({ id }) => id);
  return timelineOf(ids, addDays(dateOf(now, 'UTC'), -1), ownWeeks * 7);
}

/** The teams and days that an address means, for somebody who is in these teams, or may see them. */
export function shownOf(search: OnCallSearch, teamIds: readonly string[], now: number) {
  return {
    chosen: search.team?.length ? search.team : teamIds.slice(0, teamsShown),
    from: search.from ?? dateOf(now, ownZone()),
    count: search.days ?? defaults.days,
  };
}

/** The timeline of teams. */
export function useTimeline({ chosen, from, count }: ReturnType<typeof shownOf>) {
  return useQuery({ ...timelineOf(chosen, from, count), placeholderData: keepPreviousData });
}

/** The timeline of the person's own teams. */
export function useOwnTimeline(now: number) {
  const { teams } = useMe();
  return useQuery({ ...ownTimelineOf(teams, now), placeholderData: keepPreviousData });
}

/** Asks for both as soon as it is known whose page it is: what is around the page is drawn meanwhile. */
export async function askForTimelines(search: OnCallSearch): Promise<void> {
  const { teams } = await queryClient.ensureQueryData(meQuery);
  const now = Date.now();
  const { chosen, from, count } = shownOf(
    search,
    teams.map(({ id }) => id),
    now,
  );
  if (teams.length > 0) void queryClient.prefetchQuery(ownTimelineOf(teams, now));
  if (chosen.length > 0) void queryClient.prefetchQuery(timelineOf(chosen, from, count));
}

/** After a change of who is on call. */
export function refreshTimelines(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['get', '/on-call/timeline'] });
}
