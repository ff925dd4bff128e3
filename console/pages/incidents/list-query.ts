import type { operations } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { IncidentSearch } from './search.ts';

export const pageSize = 50;

type ListParameters = NonNullable<operations['listIncidents']['parameters']['query']>;

/** The parameters of the operation for these filters. */
export function parametersOf(search: IncidentSearch, ownId: string): ListParameters {
  const query: ListParameters = { SortBy: search.sort ?? 'Created', WithCounts: true };
  const status = search.status ?? 'Open';
  // Archived and snoozed incidents are found by that, whatever their status.
  if (status !== 'All' && !(search.view && search.status === undefined)) query.Statuses = [status];
  if (search.severity) query.Severities = search.severity;
  if (search.team) query.TeamIds = search.team;
  if (search.integration) query.IntegrationIds = search.integration;
  if (search.service) query.ServiceIds = search.service;
  if (search.label) query.Labels = search.label;
  if (search.person) query.UserIds = search.person.map((id) => (id === 'me' ? ownId : id));
  if (search.acknowledged) query.Unattended = search.acknowledged === 'no';
  if (search.text) query.SearchTerm = search.text;
  if (search.view === 'archived') {
    query.IsArchived = true;
    query.IncludeSnoozed = true;
  }
  if (search.view === 'snoozed') query.OnlySnoozed = true;
  if (search.view === 'held') query.OnlyHeld = true;
  if (search.view === 'merged') query.OnlyMerged = true;
  // All means all of them; the page says how many are archived.
  if (status === 'All' && !search.view) query.IncludeSnoozed = true;
  if (search.ascending) query.Asc = true;
  return query;
}

/** As far as the operation skips; what lies behind is found by the cursor of the page before. */
const offsetMax = 2000;

/** Whether a page is asked for by the cursor of the one before it. */
export function needsCursor(page: number): boolean {
  return page * pageSize > offsetMax;
}

/** One page of the list, a query of its own: what is not on the screen is not asked for again. */
export function pageQuery(parameters: ListParameters, page: number, cursor?: string) {
  const place = needsCursor(page) && cursor ? { Cursor: cursor } : { Offset: page * pageSize };
  return api.queryOptions('get', '/incident/search/list', {
    params: { query: { ...parameters, Limit: pageSize, ...place } },
  });
}

/** Asks for the first page while the program still learns who is signed in; their own ones they ask for later. */
export function askForList(search: IncidentSearch): void {
  if (!search.person?.includes('me'))
    void queryClient.prefetchQuery(pageQuery(parametersOf(search, ''), 0));
}
