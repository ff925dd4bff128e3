import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import { ownZone } from '../../parts/local-time.ts';
import { downloadOf } from './report-frame.tsx';
import type { IncidentReportSearch } from './search.ts';

/** The query for the API. Teams have their own zone; the organization has the zone of the person who looks. */
function queryOf({ team, integration, teams, ...search }: IncidentReportSearch) {
  const isOrganization = team === undefined && integration === undefined;
  return {
    From: search.from,
    Until: search.until,
    TimeZoneId: search.zone ?? (isOrganization ? ownZone() : undefined),
    Severities: search.severity,
    Statuses: search.status,
    ...(isOrganization ? { TeamIds: teams } : {}),
  };
}

export function useIncidentReport(search: IncidentReportSearch) {
  const { team, integration, interval: Interval } = search;
  const query = { ...queryOf(search), Interval };
  return useQuery({
    queryKey: ['get', '/incident-report', team, integration, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, error } =
        team !== undefined
          ? await publicApi.GET('/team/{id}/incident-report', {
              params: { path: { id: team }, query },
              signal,
            })
          : integration !== undefined
            ? await publicApi.GET('/inbound-integration/{id}/incident-report', {
                params: { path: { id: integration }, query },
                signal,
              })
            : await publicApi.GET('/incident-report', { params: { query }, signal });
      if (error) throw error;
      return data;
    },
  });
}

export function incidentCsvOf(search: IncidentReportSearch): string {
  const { team, integration } = search;
  const path =
    team !== undefined
      ? `/team/${encodeURIComponent(team)}/incident-report/csv`
      : integration !== undefined
        ? `/inbound-integration/${encodeURIComponent(integration)}/incident-report/csv`
        : '/incident-report/csv';
  return downloadOf(path, queryOf(search));
}
