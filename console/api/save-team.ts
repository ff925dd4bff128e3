import type { components } from '../../openapi/types/public-v1.generated.ts';
import { asSeen } from './as-seen.ts';
import { changePresent } from './change-present.ts';
import { publicApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type Team = components['schemas']['Team'];
export type TeamInput = components['schemas']['TeamInput'];

export function inputOf(team: Team): TeamInput {
  const { displayName, timeZoneId, labels, maintenanceWindows } = team;
  const { incidentEngagementReportSettings, calendarPublishingSettings } = team;
  return {
    displayName,
    timeZoneId,
    labels,
    maintenanceWindows,
    incidentEngagementReportSettings,
    calendarPublishingSettings,
  };
}

/** Stores a team, if it is still as it was seen. */
export async function saveTeam(id: string, body: TeamInput, seen: TeamInput): Promise<void> {
  const { error } = await publicApi.PUT('/team/{id}', {
    params: { path: { id }, header: asSeen(seen) },
    body,
  });
  if (error) throw error;
  await refreshTeam();
}

/** Changes a team beside whatever else is changed of it at that time. */
export function changeTeam(id: string, change: (present: TeamInput) => TeamInput): Promise<void> {
  return changePresent(
    async () => {
      const { data, error } = await publicApi.GET('/team/{id}', { params: { path: { id } } });
      if (error) throw error;
      return inputOf(data);
    },
    (present) => saveTeam(id, change(present), present),
  );
}

export async function refreshTeam(): Promise<void> {
  await Promise.all(
    [
      ['get', '/team/{id}'],
      ['get', '/team/search/list'],
      ['get', '/on-call'],
      ['get', '/on-call/timeline'],
      ['get', '/coverage'],
      ['names', 'Team'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
