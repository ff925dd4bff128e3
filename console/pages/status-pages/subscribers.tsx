import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const pageSize = 100;

interface Subscriber {
  id: string;
  address: string;
  confirmedAt: string | null;
}

interface SubscribersProps {
  statusPageId: string;
  mayChange: boolean;
}

/** Who gets the messages of the page, by mail and by text message. */
export function Subscribers(props: SubscribersProps & { hasSms: boolean }) {
  return (
    <Stack gap="xl">
      <SubscriberList {...props} channel="email" />
      {props.hasSms && <SubscriberList {...props} channel="sms" />}
    </Stack>
  );
}

function SubscriberList({
  statusPageId,
  mayChange,
  channel,
}: SubscribersProps & { channel: 'email' | 'sms' }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { list, queryKey } = useSubscribers(channel, statusPageId);
  const changed = () => queries.invalidateQueries({ queryKey });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {channel === 'email' ? t.byMail : t.bySms}
      </Title>
      {mayChange && <Add statusPageId={statusPageId} channel={channel} onAdded={changed} />}
      <PagedTable
        list={list}
        itemsOf={(page) => page.items}
        empty={<Empty title={t.noSubscribers}>{t.noSubscribersHelp}</Empty>}
        label={channel === 'email' ? t.byMail : t.bySms}
        columns={[
          { title: t.subscriberAddress, cell: ({ address }) => address },
          {
            title: t.confirmed,
            isExtra: true,
            cell: ({ confirmedAt }) => confirmedAt && <Moment at={confirmedAt} absolute />,
          },
          ...(mayChange
            ? [
                {
                  title: t.end,
                  isPlain: true,
                  cell: (subscriber: Subscriber) => (
                    <End subscriber={subscriber} channel={channel} onEnded={changed} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  );
}

function useSubscribers(channel: 'email' | 'sms', statusPageId: string) {
  const queryKey = ['status-page-subscribers', channel, statusPageId];
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => read(channel, statusPageId, pageParam, signal),
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
  return { list, queryKey };
}

async function read(
  channel: 'email' | 'sms',
  statusPageId: string,
  offset: number,
  signal: AbortSignal,
): Promise<{ items: Subscriber[]; hasMore: boolean }> {
  const query = { StatusPageId: statusPageId, Limit: pageSize, Offset: offset };
  if (channel === 'email') {
    const { data, error } = await publicApi.GET('/status-page-subscriber/search/list', {
      params: { query },
      signal,
    });
    if (error) throw error;
    const items = data.statusPageSubscribers.map(({ id, email, confirmedAt }) => ({
      id,
      address: email,
      confirmedAt,
    }));
    return { items, hasMore: data.hasMore };
  }
  const { data, error } = await publicApi.GET('/status-page-subscriber-sms/search/list', {
    params: { query },
    signal,
  });
  if (error) throw error;
  const items = data.statusPageSubscribersSms.map(({ id, telephoneNumber, confirmedAt }) => ({
    id,
    address: telephoneNumber,
    confirmedAt,
  }));
  return { items, hasMore: data.hasMore };
}

function Add({
  statusPageId,
  channel,
  onAdded,
}: {
  statusPageId: string;
  channel: 'email' | 'sms';
  onAdded(): Promise<unknown>;
}) {
  const t = useTexts(texts);
  const { value: address, set: setAddress } = useKept(`subscriber ${channel}`, '');
  const adding = useMutation({
    async mutationFn() {
      const { error } =
        channel === 'email'
          ? await publicApi.POST('/status-page-subscriber', {
              body: { statusPageId, email: address.trim() },
            })
          : await publicApi.POST('/status-page-subscriber-sms', {
              body: { statusPageId, telephoneNumber: address.replaceAll(/\s/g, '') },
            });
      if (error) throw error;
    },
    async onSuccess() {
      setAddress('');
      await onAdded();
    },
  });
  const { error, isPending } = adding;
  const member = channel === 'email' ? 'email' : 'telephoneNumber';
  const message = fieldErrors(error)[member];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Group align="flex-end">
        <TextInput
          label={channel === 'email' ? t.addMail : t.addNumber}
          type={channel === 'email' ? 'email' : 'tel'}
          error={message}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={address.trim() === ''}
          loading={isPending}
        >
          {t.add}
        </Button>
      </Group>
      <Text size="sm" mt={4}>
        {t.addHelp}
      </Text>
      {error && message === undefined && <ProblemNotice error={error} />}
    </form>
  );
}

function End({
  subscriber: { id, address },
  channel,
  onEnded,
}: {
  subscriber: Subscriber;
  channel: 'email' | 'sms';
  onEnded(): Promise<unknown>;
}) {
  const t = useTexts(texts);
  const byMail = api.useMutation('delete', '/status-page-subscriber/{id}');
  const bySms = api.useMutation('delete', '/status-page-subscriber-sms/{id}');
  const removal = channel === 'email' ? byMail : bySms;
  return (
    <Confirm
      size="compact-sm"
      label={t.end}
      of={address}
      question={t.endQuestion}
      mutation={removal}
      onConfirm={async () => {
        await removal.mutateAsync({ params: { path: { id }, header: asSeen({ id }) } });
        await onEnded();
      }}
    />
  );
}
