import { Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const pageSize = 50;

export default function RoutingPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const teams = useNames('Team');
  const [isCreating, { open, close }] = useDisclosure(false);
  const list = useRoutings();
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="play" />}
            renderRoot={(props) => <Link to="/on-call/simulation" {...props} />}
          >
            {t.simulate}
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={open}>
            {t.create}
          </Button>
        </>
      }
    >
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.routings);
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
                    <Group gap="xs">
                      <TextLink isStrong to="/routing/$routingId" params={{ routingId: id }}>
                        {displayName}
                      </TextLink>
                      <ByCodeBadge isProvisioned={isProvisioned} />
                    </Group>
                  ),
                },
                { title: t.team, cell: ({ teamId }) => teams.data?.get(teamId) ?? '' },
                { title: t.rules, cell: ({ rules }) => rules?.length ?? 0 },
              ]}
            />
          );
        }}
      </Loaded>
      <Modal
        opened={isCreating}
        onClose={close}
        title={t.create}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <NewRouting />
      </Modal>
    </Page>
  );
}

function useRoutings() {
  return useInfiniteQuery({
    queryKey: ['get', '/routing/search/list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/routing/search/list', {
        params: { query: { Limit: pageSize, Offset: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
}

function NewRouting() {
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <ObjectForm
      schema="RoutingInput"
      stored={{ displayName: '', rules: [] }}
      members={['displayName', 'teamId']}
      saveLabel={shared.create}
      save={async (body) => {
        const { data, error } = await publicApi.POST('/routing', {
          body: body as components['schemas']['RoutingInput'],
        });
        if (error) throw error;
        await queries.invalidateQueries({ queryKey: ['get', '/routing/search/list'] });
        await navigate({ to: '/routing/$routingId', params: { routingId: data.id } });
      }}
    />
  );
}
