import { Button, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';
import { useLivePayloads } from '../../live/use-payloads.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { PayloadView } from './payload-view.tsx';
import { texts } from './texts.ts';

export type PayloadSummary = components['schemas']['PayloadSummary'];

const path = '/inbound-integration/{id}/payloads/search/list';

/** The payloads, newest first and as they arrive; polled where the server cannot tell. */
export function usePayloads(integrationId: string) {
  const { isLive } = useLivePayloads(integrationId);
  return useInfiniteQuery({
    queryKey: ['get', path, integrationId],
    refetchInterval: isLive ? false : 5_000,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET(path, {
        params: { path: { id: integrationId }, query: { Limit: 30, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) => (last.hasMore ? last.payloads.at(-1)?.id : undefined),
  });
}

export function PayloadsPanel({ integrationId }: { integrationId: string }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { payload: chosen } = useSearch({ from: '/integrations/$integrationId' });
  const list = usePayloads(integrationId);
  return (
    <Loaded query={list}>
      {({ pages, pageParams }) => {
        const payloads = pages.flatMap((page) => page.payloads);
        if (payloads.length === 0) return <Empty title={t.noPayloads}>{t.noPayloadsHelp}</Empty>;
        // A link may lead to one that is further down than what is loaded.
        const isElsewhere = chosen !== undefined && !payloads.some(({ id }) => id === chosen);
        return (
          <Stack gap="sm">
            {isElsewhere && (
              <Card withBorder padding="sm">
                <PayloadView integrationId={integrationId} payloadId={chosen} />
              </Card>
            )}
            {pages.map((page, place) => (
              <PayloadCards
                key={String(pageParams[place])}
                payloads={page.payloads}
                chosen={chosen}
              />
            ))}
            {list.hasNextPage && (
              <Button
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => list.fetchNextPage()}
              >
                {shared.more}
              </Button>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** The payloads of one answer, with the titles of their incidents, by which people know them. */
function PayloadCards({
  payloads,
  chosen,
}: {
  payloads: readonly PayloadSummary[];
  chosen: string | undefined;
}) {
  const ids = [...new Set(payloads.flatMap(({ incidentId }) => incidentId ?? []))];
  const { data } = api.useQuery(
    'get',
    '/incident/search/changes',
    { params: { query: { IncidentIds: ids, Limit: 100, IncludeSnoozed: true } } },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const titles = new Map(data?.incidents.map(({ id, title }) => [id, title]));
  return payloads.map((payload) => (
    <PayloadCard
      key={payload.id}
      payload={payload}
      title={titles.get(payload.incidentId ?? '')}
      isOpen={payload.id === chosen}
    />
  ));
}

interface PayloadCardProps {
  payload: PayloadSummary;
  /** The incident that it was applied to, as far as the reader may see it. */
  title: string | undefined;
  isOpen: boolean;
}

function PayloadCard({ payload, title, isOpen }: PayloadCardProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { id, integrationId, createdAt, outcome, reason, reasonSentence, ip } = payload;
  return (
    <Card withBorder padding="sm">
      <Stack gap="sm">
        <UnstyledButton
          aria-expanded={isOpen}
          onClick={() =>
            void navigate({
              to: '/integrations/$integrationId',
              params: { integrationId },
              search: { tab: 'payloads', payload: isOpen ? undefined : id },
              resetScroll: false,
            })
          }
        >
          <Stack gap={4}>
            <Group gap="xs" className="payload-head">
              <OutcomeBadge outcome={outcome} />
              {title && (
                <Text size="sm" fw={600} className="breaks-anywhere">
                  {title}
                </Text>
              )}
              <Text size="sm">
                <Moment at={createdAt} />
              </Text>
              {ip && (
                <Text size="sm" c="dimmed">
                  {t.from(ip)}
                </Text>
              )}
              <Icon name={isOpen ? 'up' : 'down'} size={16} />
            </Group>
            {reason && (
              <Text size="sm" c="dimmed" className="breaks-anywhere">
                <Said text={reason} sentence={reasonSentence} />
              </Text>
            )}
          </Stack>
        </UnstyledButton>
        {isOpen && <PayloadView integrationId={integrationId} payloadId={id} />}
      </Stack>
    </Card>
  );
}
