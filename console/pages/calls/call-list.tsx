import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { publicApi } from '../../api/client.ts';
import { callerOf, callTexts, OutcomeBadge, takerOf } from '../../parts/call/index.ts';
import { formatDuration } from '../../parts/duration.ts';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { listQuery } from './search.ts';
import { texts } from './texts.ts';

const pageSize = 50;
/** While somebody may call. */
const refetchInterval = 15_000;

/** Calls, newest first. */
export function CallList() {
  const t = useTexts(texts);
  const ofCall = useTexts(callTexts);
  const { language } = useLanguage();
  const query = listQuery(useSearch({ from: '/calls' }));
  const list = useInfiniteQuery({
    queryKey: ['get', '/call-session/search/list', query],
    initialPageParam: undefined as string | undefined,
    refetchInterval,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/call-session/search/list', {
        params: { query: { ...query, Limit: pageSize, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) => (last.hasMore ? last.callSessions.at(-1)?.id : undefined),
  });
  return (
    <PagedTable
      list={list}
      itemsOf={(page) => page.callSessions}
      empty={
        <Empty title={t.none}>{Object.keys(query).length === 0 ? t.noneHelp : t.noneFound}</Empty>
      }
      label={t.title}
      columns={[
        {
          title: t.who,
          cell: (call) => (
            <>
              <TextLink isStrong to="/calls/$callId" params={{ callId: call.id }}>
                {callerOf(call, ofCall)}
              </TextLink>
              <Text size="sm">{call.integration.displayName}</Text>
            </>
          ),
        },
        { title: t.when, cell: ({ startedAt }) => <Moment at={startedAt} /> },
        { title: t.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
        {
          title: t.duration,
          isExtra: true,
          cell: ({ durationSeconds }) =>
            durationSeconds === null ? '' : formatDuration(durationSeconds * 1000, language),
        },
        {
          title: t.acceptedBy,
          isExtra: true,
          cell: (call) => takerOf(call, ofCall) ?? '',
        },
      ]}
    />
  );
}
