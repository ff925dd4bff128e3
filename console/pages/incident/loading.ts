import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

const pathOf = (id: string) => ({ path: { id } });

/** Who is told next. */
export function useNext(id: string) {
  return api.useQuery(
    'get',
    '/incident/search/{id}/next',
    { params: pathOf(id) },
    // Schedules and overrides change without the incident.
    { refetchInterval: 20_000 },
  );
}

/** Who was told by what. */
export function useTold(id: string) {
  return api.useQuery(
    'get',
    '/incident/search/{id}/notifications',
    { params: { ...pathOf(id), query: { Limit: 100 } } },
    // Deliveries change without the incident: somebody who looks wants to see them arrive.
    { refetchInterval: 5000 },
  );
}

const partsMax = 50;

/** The incidents that are merged into it. */
export function useParts(id: string) {
  return api.useQuery('get', '/incident/search/list', {
    params: { query: { MergedInto: id, IncludeSnoozed: true, Limit: partsMax } },
  });
}

/** What changed around it. */
export function useSurroundings(id: string) {
  return api.useQuery(
    'get',
    '/incident/search/{id}/surroundings',
    { params: pathOf(id) },
    { staleTime: 60_000 },
  );
}

/** Earlier incidents of the same problem. */
export function useRelated(id: string) {
  return api.useQuery(
    'get',
    '/incident/search/{id}/related',
    { params: { ...pathOf(id), query: { Limit: 5 } } },
    { staleTime: 5 * 60_000 },
  );
}

/** How long the incident itself waits for what stands beside it. */
const patienceMilliseconds = 1500;

/**
 * The incident with what stands above other things on its page, all asked for at once: what comes later would move what
 * somebody is about to press. Nothing of that keeps the incident from being shown for long.
 */
export function useWholeIncident(id: string) {
  const { data, error, refetch } = api.useQuery('get', '/incident/search/{id}', {
    params: pathOf(id),
  });
  const beside = [useNext(id), useTold(id), useParts(id), useSurroundings(id), useRelated(id)];
  const isThere = beside.every(({ isPending }) => !isPending);
  const isLoaded = data !== undefined;
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setPatient(false), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return { data: isThere || !isPatient ? data : undefined, error, refetch };
}
