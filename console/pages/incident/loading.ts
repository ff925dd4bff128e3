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

/** How long the parts of the page wait for each other. */
const patienceMilliseconds = 5000;

/**
 * The incident, and whether all is there that stands above something else on its page: what comes later would move what
 * somebody is about to read or press. All is asked for at once, and nothing waits for long for what does not come.
 */
export function useIncident(id: string) {
  const incident = api.useQuery('get', '/incident/search/{id}', { params: pathOf(id) });
  const parts = [useNext(id), useTold(id), useParts(id), useSurroundings(id), useRelated(id)];
  const isThere = parts.every(({ isPending }) => !isPending);
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return { incident, isWhole: isThere || !isPatient };
}
