import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { ExportLinks } from './export-links.tsx';
import { auditQuery } from './search.ts';
import { texts } from './texts.ts';
import { VerifyChain } from './verify-chain.tsx';

type Entry = components['schemas']['AuditLog'];

export default function AuditLogPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/audit-log' });
  const query = auditQuery(search);
  const [shown, setShown] = useState<Entry | null>(null);
  const log = useLog(query);
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={<VerifyChain />}
      further={<ExportLinks query={query} />}
    >
      <Stack gap="md">
        <AuditFilters />
        <Loaded query={log}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0 && log.hasNextPage)
              return (
                <Empty title={t.noneYet}>
                  <Stack gap="sm" align="center">
                    {t.noneYetHelp}
                    <Button
                      variant="default"
                      loading={log.isFetchingNextPage}
                      onClick={() => log.fetchNextPage()}
                    >
                      {t.searchOn}
                    </Button>
                  </Stack>
                </Empty>
              );
            if (items.length === 0) return <Empty title={t.none}>{t.noneHelp}</Empty>;
            return (
              <ObjectTable
                label={t.title}
                items={items}
                keyOf={({ id }) => id}
                hasMore={log.hasNextPage}
                isLoadingMore={log.isFetchingNextPage}
                onMore={() => log.fetchNextPage()}
                columns={[
                  {
                    title: t.when,
                    cell: ({ modification }) => <Moment at={modification.timestamp} />,
                  },
                  {
                    title: t.who,
                    cell: ({ modification }) => modification.userDisplayName ?? t.nobody,
                  },
                  {
                    title: t.what,
                    cell: (entry) => (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        px={0}
                        onClick={() => setShown(entry)}
                        aria-label={t.details(entry.action)}
                      >
                        {entry.action}
                      </Button>
                    ),
                  },
                  {
                    title: t.object,
                    cell: ({ entityDisplayName, entityType }) =>
                      entityDisplayName === null ? entityType : entityDisplayName.slice(0, 200),
                  },
                  { title: t.channel, isExtra: true, cell: (entry) => <Way entry={entry} /> },
                ]}
              />
            );
          }}
        </Loaded>
      </Stack>
      <AuditEntry entry={shown} onClose={() => setShown(null)} />
    </Page>
  );
}

/** The channel; of an agent also the tool and the program that it came through. */
function Way({ entry: { source, tool, client } }: { entry: Entry }) {
  const t = useTexts(texts);
  if (tool === null) return t.sources[source];
  return (
    <Stack gap={2}>
      {t.sources[source]}
      <Text size="xs" c="dimmed" className="breaks-anywhere">
        {client === null ? tool : `${tool} · ${client}`}
      </Text>
    </Stack>
  );
}

function useLog(query: ReturnType<typeof auditQuery>) {
  return useInfiniteQuery({
    queryKey: ['get', '/auditlog/list', query],
    initialPageParam: '',
    // Each reading leaves an entry: looking away and back is none.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/auditlog/list', {
        params: {
          query: { ...query, Limit: 50, ...(pageParam === '' ? {} : { Cursor: pageParam }) },
        },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}
