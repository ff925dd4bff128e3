import { Badge, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, publicApi } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const pageSize = 50;

export default function OutboundPage() {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const types = api.useQuery('get', '/outbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = useInfiniteQuery({
    queryKey: ['get', '/outbound-integration/search/list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/outbound-integration/search/list', {
        params: { query: { Limit: pageSize, Offset: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
  const toolOf = (type: string) =>
    types.data?.items.find(({ id }) => id === type)?.displayName ?? type;
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button
          leftSection={<Icon name="plus" />}
          renderRoot={(props) => <Link to="/outbound/new" {...props} />}
        >
          {t.create}
        </Button>
      }
    >
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.outboundIntegrations);
          if (items.length === 0) return <Empty title={t.none}>{t.noneHelp}</Empty>;
          return (
            <ObjectTable
              label={t.title}
              items={items}
              keyOf={({ id }) => id}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onMore={() => list.fetchNextPage()}
              columns={[
                {
                  title: t.name,
                  cell: ({ id, displayName }) => (
                    <TextLink isStrong to="/outbound/$outboundId" params={{ outboundId: id }}>
                      {displayName}
                    </TextLink>
                  ),
                },
                { title: t.tool, cell: ({ type }) => toolOf(type) },
                {
                  title: t.team,
                  isExtra: true,
                  cell: ({ teamId }) => teams.data?.get(teamId) ?? '',
                },
                {
                  title: t.state,
                  cell: ({ isPaused }) => (
                    <Badge color={isPaused ? 'orange' : 'teal'} variant="light">
                      {isPaused ? t.paused : t.active}
                    </Badge>
                  ),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
