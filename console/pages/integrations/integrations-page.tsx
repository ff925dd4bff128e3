import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { publicApi } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTypes } from '../../parts/integration-types.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { type FoundTool, filterOfTools } from '../../parts/tool-search.ts';
import { useClear } from '../../parts/use-clear.ts';
import { useTyped } from '../../parts/use-typed.ts';
import { type Health, HealthMarks } from './health-marks.tsx';
import type { IntegrationsSearch } from './search.ts';
import { texts } from './texts.ts';

const pageSize = 50;

export default function IntegrationsPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/integrations' });
  const teams = useNames('Team');
  const types = useTypes();
  const filter = { DisplayName: search.text, TeamId: search.team, Type: search.type };
  const list = useIntegrations(filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const typeName = (id: string) => types.data?.byId.get(id.toLowerCase())?.displayName ?? id;
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={<NewButton begin={{ to: '/integrations/new' }}>{t.create}</NewButton>}
    >
      <Filters search={search} teams={teams.data} types={types.data?.items ?? []} />
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return isFiltered ? (
              <Empty title={t.noMatch}>{t.noMatchHelp}</Empty>
            ) : (
              <Empty
                title={t.none}
                action={
                  <NewButton isQuiet begin={{ to: '/integrations/new' }}>
                    {t.create}
                  </NewButton>
                }
              >
                {t.noneHelp}
              </Empty>
            );
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
                    <TextLink
                      isStrong
                      to="/integrations/$integrationId"
                      params={{ integrationId: id }}
                    >
                      {displayName}
                    </TextLink>
                  ),
                },
                { title: t.type, isExtra: true, cell: ({ type }) => typeName(type) },
                {
                  title: t.team,
                  isExtra: true,
                  cell: ({ teamId }) => teams.data?.get(teamId) ?? '',
                },
                {
                  title: t.health,
                  isPlain: true,
                  cell: ({ health, refusedRequests, warning, warningSentence }) => (
                    <HealthMarks
                      health={health}
                      refused={refusedRequests}
                      warning={warning}
                      warningSentence={warningSentence}
                    />
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

interface Filter {
  DisplayName: string | undefined;
  TeamId: string | undefined;
  Type: string | undefined;
}

/** Integrations, each with its health: two requests for a page, however many there are. */
function useIntegrations(filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['get', '/inbound-integration/search/list', 'with-health', filter],
    initialPageParam: 0,
    refetchInterval: 30_000,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, Limit: pageSize, Offset: pageParam };
      const [found, health] = await Promise.all([
        publicApi.GET('/inbound-integration/search/list', { params: { query }, signal }),
        publicApi.GET('/inbound-integration/health/search/list', { params: { query }, signal }),
      ]);
      if (found.error) throw found.error;
      if (health.error) throw health.error;
      const healthOf = new Map<string, Health>(
        health.data.inboundIntegrationsHealth.map((one) => [one.integrationId, one]),
      );
      const items = found.data.inboundIntegrations.map((one) => ({
        ...one,
        health: healthOf.get(one.id) ?? null,
      }));
      return { items, hasMore: found.data.hasMore };
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
}

function Filters({
  search,
  teams,
  types,
}: {
  search: IntegrationsSearch;
  teams: ReadonlyMap<string, string> | undefined;
  types: readonly FoundTool[];
}) {
  const t = useTexts(texts);
  const clear = useClear();
  const navigate = useNavigate();
  const change = (changed: IntegrationsSearch) =>
    void navigate({ to: '/integrations', search: { ...search, ...changed }, replace: true });
  const [text, type] = useTyped(search.text ?? '', (rested) =>
    change({ text: rested || undefined }),
  );
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} maw={760} spacing="sm" className="filters">
      <TextInput
        label={t.searchName}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        label={t.team}
        placeholder={t.all}
        {...clear(t.team)}
        searchable
        data={[...(teams ?? [])].map(([value, label]) => ({ value, label }))}
        value={search.team ?? null}
        onChange={(team) => change({ team: team ?? undefined })}
      />
      <Select
        label={t.type}
        placeholder={t.all}
        {...clear(t.type)}
        searchable
        data={types.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        filter={filterOfTools(types)}
        value={search.type ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
      />
    </SimpleGrid>
  );
}
