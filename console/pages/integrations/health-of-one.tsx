import { Card } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import { type Health, HealthMarks } from './health-marks.tsx';
import type { Integration } from './integration-page.tsx';

/** The same as in the list, of one integration; null where the server does not tell it. */
export function useHealth({
  id,
  displayName,
  teamId,
  type,
}: Integration): UseQueryResult<Health | null> {
  return useQuery({
    queryKey: ['get', '/inbound-integration/health/search/list', id, displayName],
    refetchInterval: 15_000,
    queryFn: async ({ signal }) => {
      const query = { DisplayName: displayName, TeamId: teamId, Type: type, Limit: 100 };
      const { data, error } = await publicApi.GET('/inbound-integration/health/search/list', {
        params: { query },
        signal,
      });
      if (error) throw error;
      return (
        data.inboundIntegrationsHealth.find(({ integrationId }) => integrationId === id) ?? null
      );
    },
  });
}

export interface HealthOfOneProps {
  health: Health | null | undefined;
  integration: Integration;
}

export function HealthOfOne({ health, integration }: HealthOfOneProps) {
  if (!health) return null;
  return (
    <Card withBorder padding="sm">
      <HealthMarks
        health={health}
        refused={integration.refusedRequests}
        warning={null}
        warningSentence={null}
      />
    </Card>
  );
}
