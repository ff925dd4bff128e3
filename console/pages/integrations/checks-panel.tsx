import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, publicApi } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Mark } from './mark.tsx';
import { texts } from './texts.ts';

const tones = { Up: 'good', Degraded: 'warning', Down: 'bad' } as const;

/** The results of our own checks, or the times of the signs of life. */
export function ChecksPanel(props: { integrationId: string; isHeartbeat: boolean }) {
  return props.isHeartbeat ? (
    <Heartbeat integrationId={props.integrationId} />
  ) : (
    <Results integrationId={props.integrationId} />
  );
}

function Heartbeat({ integrationId }: { integrationId: string }) {
  const t = useTexts(texts);
  const result = api.useQuery(
    'get',
    '/inbound-integration/{id}/heartbeat-result',
    { params: { path: { id: integrationId } } },
    { refetchInterval: 10_000 },
  );
  return (
    <Loaded query={result}>
      {({ lastHeartbeatReceivedAt: last, nextHeartbeatExpectedAt: next, isHeartbeatOverdue }) => (
        <Stack gap="xs">
          <Group>
            <Mark tone={isHeartbeatOverdue ? 'bad' : 'good'}>
              {isHeartbeatOverdue ? t.overdue : t.onTime}
            </Mark>
          </Group>
          <Text>
            {t.lastSign}: {last ? <Moment at={last} /> : t.nothingYet}
          </Text>
          {next && (
            <Text>
              {t.nextSign}: <Moment at={next} />
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Results({ integrationId }: { integrationId: string }) {
  const t = useTexts(texts);
  const path = '/inbound-integration/{id}/http-monitoring-results/search/list';
  const list = useInfiniteQuery({
    queryKey: ['get', path, integrationId],
    refetchInterval: 30_000,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET(path, {
        params: { path: { id: integrationId }, query: { Limit: 50, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) => (last.hasMore ? last.httpMonitoringResults.at(-1)?.id : undefined),
  });
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.httpMonitoringResults);
        if (items.length === 0) return <Empty title={t.noResults}>{t.noResultsHelp}</Empty>;
        return (
          <ObjectTable
            label={t.tabs.results}
            items={items}
            keyOf={({ id }) => id}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
            columns={[
              { title: t.when, cell: ({ timestamp }) => <Moment at={timestamp} /> },
              {
                title: t.status,
                cell: ({ status }) => <Mark tone={tones[status]}>{t.statuses[status]}</Mark>,
              },
              {
                title: t.took,
                cell: ({ totalElapsedInMs }) => `${Math.round(totalElapsedInMs)} ms`,
              },
              {
                title: t.why,
                cell: ({ statusReason, statusReasonSentence, responseBody }) => (
                  <Stack gap={4}>
                    {statusReason && <Said text={statusReason} sentence={statusReasonSentence} />}
                    {responseBody && (
                      <details>
                        <summary>{t.body}</summary>
                        <Code text={responseBody} label={t.body} />
                      </details>
                    )}
                  </Stack>
                ),
              },
            ]}
          />
        );
      }}
    </Loaded>
  );
}
