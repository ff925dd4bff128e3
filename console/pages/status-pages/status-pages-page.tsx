import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { accessOf, addressOf } from './page-traits.ts';
import { texts } from './texts.ts';

const pageSize = 50;

export default function StatusPagesPage() {
  const t = useTexts(texts);
  const mayChange = useMayAdminister();
  const list = useInfiniteQuery({
    queryKey: ['get', '/status-page/search/list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/status-page/search/list', {
        params: { query: { Limit: pageSize, Offset: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="message" />}
            renderRoot={(props) => <Link to="/status-pages/updates" {...props} />}
          >
            {t.updates}
          </Button>
          {mayChange && (
            <Button
              leftSection={<Icon name="plus" />}
              renderRoot={(props) => <Link to="/status-pages/new" {...props} />}
            >
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.statusPages);
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
                  cell: ({ id, displayName, isProvisioned }) => (
                    <>
                      <TextLink
                        isStrong
                        to="/status-pages/$statusPageId"
                        params={{ statusPageId: id }}
                      >
                        {displayName}
                      </TextLink>{' '}
                      <ByCodeBadge isProvisioned={isProvisioned} />
                    </>
                  ),
                },
                { title: t.publicTitle, isExtra: true, cell: ({ publicTitle }) => publicTitle },
                {
                  title: t.address,
                  cell: (page) => (
                    <SafeLink to={addressOf(page)}>
                      {page.customHostSettings?.host ?? `/status/${page.slug}`}
                    </SafeLink>
                  ),
                },
                { title: t.access, isExtra: true, cell: (page) => t.accessOf[accessOf(page)] },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
