import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import { HealthMarks } from './health-marks.tsx';
import type { Integration } from './integration-page.tsx';

/** The same as in the list, of one integration. */
export function HealthOfOne({ integration }: { integration: Integration }) {
  const { id, displayName, teamId, type } = integration;
  const health = useQuery({
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
  if (!health.data) return null;
  return (
    <Card withBorder padding="sm">
      <HealthMarks
        health={health.data}
        refused={integration.refusedRequests}
        warning={null}
        warningSentence={null}
      />
    </Card>
  );
}
