import { Select, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, publicApi } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { Integration } from './integration-page.tsx';
import { texts } from './texts.ts';

const hours = ['0', '1', '24', '168'] as const;

/** Gives the integration another address, and says how long the former one works. */
export function ReplaceAddress({ integration }: { integration: Integration }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [validHours, setValidHours] = useState<string>('24');
  const replacing = api.useMutation('post', '/inbound-integration/{id}/rotate-ingest-token', {
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Former integration={integration} />
      <Confirm
        label={t.replaceAddress}
        question={t.replaceAddressQuestion}
        mutation={replacing}
        onConfirm={() =>
          replacing.mutateAsync({
            params: { path: { id: integration.id } },
            body: { formerValidSeconds: Number(validHours) * 3600 },
          })
        }
      >
        <Select
          label={t.formerWorks}
          data={hours.map((value) => ({ value, label: t.formerWorksFor[value] }))}
          allowDeselect={false}
          value={validHours}
          onChange={(value) => setValidHours(value ?? '0')}
        />
      </Confirm>
    </>
  );
}

/** A former address that still works, and whether a tool still has it. */
function Former({ integration: { id, displayName, teamId, type } }: { integration: Integration }) {
  const t = useTexts(texts);
  const health = useQuery({
    queryKey: ['get', '/inbound-integration/health/search/list', 'former', id],
    refetchInterval: 15_000,
    queryFn: async ({ signal }) => {
      const query = { DisplayName: displayName, TeamId: teamId, Type: type, Limit: 100 };
      const { data, error } = await publicApi.GET('/inbound-integration/health/search/list', {
        params: { query },
        signal,
      });
      if (error) throw error;
      return data.inboundIntegrationsHealth.find(({ integrationId }) => integrationId === id);
    },
  });
  const former = health.data?.formerIngestToken;
  if (!former) return null;
  return (
    <Text role="status">
      {t.formerUntil} <Moment at={former.validUntil} absolute />.{' '}
      {former.lastUsedAt ? (
        <>
          {t.formerUsed} <Moment at={former.lastUsedAt} absolute />.
        </>
      ) : (
        t.formerUnused
      )}
    </Text>
  );
}
