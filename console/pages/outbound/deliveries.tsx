import { Badge, Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choiceIn } from '../../../openapi/texts/choices.ts';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Exchanges } from './exchanges.tsx';
import { texts } from './texts.ts';

type Delivery = components['schemas']['OutboundIntegrationLog'];

const pageSize = 20;
const colors: Record<string, string> = {
  Success: 'teal',
  Queued: 'blue',
  Failed: 'red',
  PerhapsSent: 'orange',
  Dropped: 'gray',
};

/** The messages to the tool and its answers, newest first. */
export function Deliveries({ outboundId, mayResend }: { outboundId: string; mayResend: boolean }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const list = useInfiniteQuery({
    queryKey: ['get', '/outbound-integration/{id}/logs/search/list', outboundId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/outbound-integration/{id}/logs/search/list', {
        params: { path: { id: outboundId }, query: { Limit: pageSize, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) =>
      last.hasMore ? last.outboundIntegrationLogs.at(-1)?.id : undefined,
  });
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const deliveries = pages.flatMap((page) => page.outboundIntegrationLogs);
        if (deliveries.length === 0)
          return <Empty title={t.noDeliveries}>{t.noDeliveriesHelp}</Empty>;
        return (
          <Stack gap="sm">
            {deliveries.map((delivery) => (
              <DeliveryCard
                key={delivery.id}
                delivery={delivery}
                mayResend={mayResend}
                onResent={() => list.refetch()}
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

function DeliveryCard(props: { delivery: Delivery; mayResend: boolean; onResent: () => unknown }) {
  const { delivery, mayResend, onResent } = props;
  const t = useTexts(texts);
  const tell = useTell();
  const [isOpen, setIsOpen] = useState(false);
  const resend = api.useMutation('post', '/outbound-integration/{id}/logs/{logId}/resend', {
    onSuccess: () => {
      tell.done(t.resent);
      onResent();
    },
    onError: tell.refused,
  });
  const { language } = useLanguage();
  const { id, outboundIntegrationId, createdAt, incidentId, code, outcome, isTest } = delivery;
  const { intent, reason, reasonSentence } = delivery;
  const names: Record<string, string> = t.outcomes;
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Group gap="xs">
            <Badge color={colors[outcome] ?? 'gray'} variant="light">
              {names[outcome] ?? outcome}
            </Badge>
            {code !== null && <Badge variant="default">{code}</Badge>}
            <Text size="sm">
              <Moment at={createdAt} />
            </Text>
            {isTest ? (
              <Badge variant="outline">{t.isTest}</Badge>
            ) : incidentId === null ? (
              <Text size="sm">{t.reminder}</Text>
            ) : (
              <Text size="sm">
                <TextLink to="/incidents/$incidentId" params={{ incidentId }} isInText>
                  {t.incident}
                </TextLink>
                {` · ${choiceIn(language, intent)}`}
              </Text>
            )}
          </Group>
          {mayResend && outcome !== 'Queued' && incidentId !== null && (
            <Button
              size="compact-sm"
              variant="default"
              loading={resend.isPending}
              onClick={() =>
                resend.mutate({ params: { path: { id: outboundIntegrationId, logId: id } } })
              }
            >
              {t.resend}
            </Button>
          )}
        </Group>
        {reason !== null && (
          <Text size="sm" className="breaks-anywhere">
            <Said text={reason} sentence={reasonSentence} />
          </Text>
        )}
        {delivery.attempts.length > 0 && (
          <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
            <summary>{t.attempts(delivery.attempts.length)}</summary>
            <List size="sm" mt="xs">
              {delivery.attempts.map(
                ({ at, code: status, error, errorSentence, milliseconds }, place) => (
                  <List.Item key={at} className="breaks-anywhere">
                    {t.attempt(place + 1, milliseconds)} · <Moment at={at} absolute />
                    {status !== null && ` · ${status}`}
                    {error !== null && (
                      <>
                        {' · '}
                        <Said text={error} sentence={errorSentence} />
                      </>
                    )}
                  </List.Item>
                ),
              )}
            </List>
            {isOpen && <Exchanges outboundId={outboundIntegrationId} logId={id} />}
          </details>
        )}
      </Stack>
    </Card>
  );
}
