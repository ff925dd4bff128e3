import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Said } from '../../parts/said/index.ts';
import { type Severity, useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Exchanges } from './exchanges.tsx';
import { texts } from './texts.ts';

/** Longer apart than what one address may be asked in 20 seconds. */
const lookMilliseconds = 1500;
const severities: readonly Severity[] = ['Minor', 'Warning', 'Critical'];

/** Sends a test to the tool, waits for what comes of it, and shows the answer. */
export function TestPanel({ outboundId }: { outboundId: string }) {
  const t = useTexts(texts);
  const names = useSeverityTexts();
  const queries = useQueryClient();
  const [severity, setSeverity] = useState<Severity>('Minor');
  const test = api.useMutation('post', '/outbound-integration/{id}/test');
  const logId = test.data?.id;
  const record = api.useQuery(
    'get',
    '/outbound-integration/{id}/logs/{logId}',
    { params: { path: { id: outboundId, logId: logId ?? '' } } },
    {
      enabled: logId !== undefined,
      refetchInterval: ({ state }) =>
        state.data && state.data.outcome !== 'Queued' ? false : lookMilliseconds,
    },
  );
  const outcome = record.data?.outcome;
  const error = test.error ?? record.error;
  const isWaiting =
    test.isPending || (logId !== undefined && !error && (outcome ?? 'Queued') === 'Queued');
  useEffect(() => {
    if (outcome !== undefined)
      void queries.invalidateQueries({
        queryKey: ['get', '/outbound-integration/{id}/logs/search/list', outboundId],
      });
  }, [outcome, outboundId, queries]);
  return (
    <Stack gap="sm">
      <Text size="sm" maw={640}>
        {t.testHelp}
      </Text>
      <Group align="flex-end" gap="sm">
        <Select
          label={t.testSeverity}
          data={severities.map((value) => ({ value, label: names[value] }))}
          value={severity}
          allowDeselect={false}
          onChange={(value) => setSeverity(severities.find((known) => known === value) ?? severity)}
          w={180}
        />
        <Button
          loading={isWaiting}
          onClick={() => test.mutate({ params: { path: { id: outboundId } }, body: { severity } })}
        >
          {t.test}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
      <output aria-live="polite">
        {logId !== undefined && !isWaiting && record.data && (
          <Alert
            color={outcome === 'Success' ? 'teal' : 'red'}
            variant="light"
            title={outcome === 'Success' ? t.testWorked : t.testFailed}
          >
            <Stack gap="xs">
              {record.data.reason !== null && (
                <Text size="sm" className="breaks-anywhere">
                  <Said text={record.data.reason} sentence={record.data.reasonSentence} />
                </Text>
              )}
              <details>
                <summary>{t.exchanges}</summary>
                <Exchanges outboundId={outboundId} logId={logId} />
              </details>
            </Stack>
          </Alert>
        )}
        {isWaiting && logId !== undefined && <Text size="sm">{t.testWaits}</Text>}
      </output>
    </Stack>
  );
}
