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
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const pageSize = 50;

export default function ServicesPage() {
  const t = useTexts(texts);
  const mayChange = useMayAdminister();
  const list = useInfiniteQuery({
    queryKey: ['get', '/service/search/list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/service/search/list', {
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
            leftSection={<Icon name="calendar" />}
            renderRoot={(props) => <Link to="/services/maintenance" {...props} />}
          >
            {t.maintenance}
          </Button>
          {mayChange && (
            <Button
              leftSection={<Icon name="plus" />}
              renderRoot={(props) => <Link to="/services/new" {...props} />}
            >
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.services);
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
                      <TextLink isStrong to="/services/$serviceId" params={{ serviceId: id }}>
                        {displayName}
                      </TextLink>{' '}
                      <ByCodeBadge isProvisioned={isProvisioned} />
                    </>
                  ),
                },
                { title: t.publicTitle, cell: ({ publicTitle }) => publicTitle },
                {
                  title: t.follows,
                  isExtra: true,
                  cell: ({ integrations }) =>
                    integrations?.length ? t.integrations(integrations.length) : t.byHandOnly,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
