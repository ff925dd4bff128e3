import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePatience } from '../../parts/use-patience.ts';

const pathOf = (id: string) => ({ path: { id } });

const incidentOf = (id: string) =>
  api.queryOptions('get', '/incident/search/{id}', { params: pathOf(id) });

const nextOf = (id: string) =>
  api.queryOptions(
    'get',
    '/incident/search/{id}/next',
    { params: pathOf(id) },
    // The end of somebody's turn is no event.
    {
      refetchInterval: ({ state }) => (state.data?.because === 'Resolved' ? false : 60_000),
    },
  );

const toldOf = (id: string) =>
  api.queryOptions('get', '/incident/search/{id}/notifications', {
    params: { ...pathOf(id), query: { Limit: 100 } },
  });

/** Who is told next. */
export function useNext(id: string) {
  return useQuery(nextOf(id));
}

/** Who was told by what. */
export function useTold(id: string) {
  return useQuery(toldOf(id));
}

const partsMax = 50;

const partsOf = (id: string) =>
  api.queryOptions('get', '/incident/search/list', {
    params: { query: { MergedInto: id, IncludeSnoozed: true, Limit: partsMax } },
  });

const surroundingsOf = (id: string) =>
  api.queryOptions(
    'get',
    '/incident/search/{id}/surroundings',
    { params: pathOf(id) },
    { staleTime: 60_000 },
  );

const relatedOf = (id: string) =>
  api.queryOptions(
    'get',
    '/incident/search/{id}/related',
    { params: { ...pathOf(id), query: { Limit: 5 } } },
    { staleTime: 5 * 60_000 },
  );

/** The incidents that are merged into it. */
export function useParts(id: string) {
  return useQuery(partsOf(id));
}

/** The changes around the incident. */
export function useSurroundings(id: string) {
  return useQuery(surroundingsOf(id));
}

/** Earlier incidents of the same problem. */
export function useRelated(id: string) {
  return useQuery(relatedOf(id));
}

/** Asks for all of it, as whoever goes there will want it: the page itself may still be on its way. */
export function askForIncident(id: string): void {
  void queryClient.prefetchQuery(incidentOf(id));
  void queryClient.prefetchQuery(nextOf(id));
  void queryClient.prefetchQuery(toldOf(id));
  void queryClient.prefetchQuery(partsOf(id));
  void queryClient.prefetchQuery(surroundingsOf(id));
  void queryClient.prefetchQuery(relatedOf(id));
}

/**
 * The incident, and whether all is there that stands above something else on its page: what comes later would move what
 * somebody is about to read or press. All is asked for at once, and nothing waits for long for what does not come.
 */
export function useIncident(id: string) {
  const incident = useQuery(incidentOf(id));
  const parts = [useNext(id), useTold(id), useParts(id), useSurroundings(id), useRelated(id)];
  const isThere = parts.every(({ isPending }) => !isPending);
  const isPatient = usePatience();
  // Most of the page, drawn in slices.
  return { incident, isWhole: useDeferredValue(isThere || !isPatient) };
}
