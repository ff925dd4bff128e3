import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { updateTexts } from '../../parts/public-update/texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { StateMark } from './update-page.tsx';
import { pageTexts } from './update-texts.ts';

const pageSize = 50;

export default function UpdatesPage() {
  const t = useTexts(pageTexts);
  const above = useTexts(texts);
  const { states } = useTexts(updateTexts);
  const mayWrite = useMayAdminister();
  const services = useNames('Service');
  const list = useUpdates();
  return (
    <Page
      title={t.title}
      lead={t.lead}
      above={[{ title: above.title, to: '/status-pages' }]}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/status-pages/templates" {...props} />}
          >
            {t.templates}
          </Button>
          {mayWrite && (
            <Button
              leftSection={<Icon name="plus" />}
              renderRoot={(props) => <Link to="/status-pages/updates/new" {...props} />}
            >
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.publicUpdates);
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
                  title: t.text,
                  cell: ({ id, messages, state }) => (
                    <TextLink
                      isStrong
                      to="/status-pages/updates/$updateId"
                      params={{ updateId: id }}
                    >
                      {state && `${states[state]}: `}
                      {messages[0]?.message.slice(0, 120)}
                    </TextLink>
                  ),
                },
                {
                  title: t.services,
                  isExtra: true,
                  cell: ({ serviceIds }) =>
                    serviceIds.map((id) => services.data?.get(id.toLowerCase()) ?? '').join(', '),
                },
                {
                  title: t.publishedAt,
                  cell: ({ publishedAt }) =>
                    publishedAt === null ? (
                      <StateMark isPublished={false} />
                    ) : (
                      <Moment at={publishedAt} absolute />
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

function useUpdates() {
  return useInfiniteQuery({
    queryKey: ['get', '/public-update/search/list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/public-update/search/list', {
        params: { query: { Limit: pageSize, Offset: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
}
