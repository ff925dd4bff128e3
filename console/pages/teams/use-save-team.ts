import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useTell } from '../../parts/tell.tsx';

export type Team = components['schemas']['Team'];

/** Changes some members of a team and keeps the others. */
export function useSaveTeam(team: Team) {
  const tell = useTell();
  const mutation = api.useMutation('put', '/team/{id}');
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    async save(changes: Partial<components['schemas']['TeamInput']>): Promise<void> {
      const { displayName, timeZoneId, labels, maintenanceWindows } = team;
      const { incidentEngagementReportSettings, calendarPublishingSettings } = team;
      await mutation.mutateAsync({
        params: { path: { id: team.id }, header: asSeen(team) },
        body: {
          displayName,
          timeZoneId,
          labels,
          maintenanceWindows,
          incidentEngagementReportSettings,
          calendarPublishingSettings,
          ...changes,
        },
      });
      await refreshTeam();
      tell.done();
    },
  };
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
