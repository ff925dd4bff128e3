import { Anchor, Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { useMayAdministerAny } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useAddressDraft } from '../../parts/use-address-draft.ts';
import { outcomeChoices, periodDays, type WhereSearch } from './where-search.ts';
import { whereTexts } from './where-texts.ts';

const PayloadDetails = later(() => import('../../parts/payload-details.tsx'));

/** Where is my alert? What came in and opened nothing, and why. */
export default function WherePage() {
  const t = useTexts(whereTexts);
  const search = useSearch({ from: '/incidents/where-is-my-alert' });
  const isForMe = useMayAdministerAny();
  const days = periodDays[search.period ?? 'day'];
  // Fixed for as long as the question is the same: with every second another it would never be answered.
  const from = useMemo(() => new Date(Date.now() - days * 86_400_000).toISOString(), [days]);
  const outcomes = outcomeChoices[search.became ?? 'nothing'];
  const query = {
    SearchTerm: search.text,
    CreatedFrom: from,
    Limit: 20,
    ...(outcomes ? { Outcomes: [...outcomes] } : {}),
  };
  const found = useInfiniteQuery({
    queryKey: ['get', '/inbound-integration-payload/search/list', query],
    enabled: isForMe,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/inbound-integration-payload/search/list', {
        params: { query: { ...query, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) => last.nextIdLessThan ?? undefined,
  });
  return (
    <Page title={t.title} lead={t.lead} above={[{ title: t.incidents, to: '/' }]}>
      {isForMe ? (
        <>
          <Question search={search} />
          <Loaded query={found}>
            {({ pages }) => (
              <Found
                payloads={pages.flatMap((page) => page.payloads)}
                backTo={pages.at(-1)?.searchedBackTo ?? from}
                more={
                  found.hasNextPage && (
                    <Button
                      variant="default"
                      loading={found.isFetchingNextPage}
                      onClick={() => found.fetchNextPage()}
                    >
                      {t.further}
                    </Button>
                  )
                }
              />
            )}
          </Loaded>
        </>
      ) : (
        <Empty title={t.notForYou}>{t.notForYouHelp}</Empty>
      )}
    </Page>
  );
}

/** The question; it stands in the address. */
function Question({ search }: { search: WhereSearch }) {
  const t = useTexts(whereTexts);
  const navigate = useNavigate({ from: '/incidents/where-is-my-alert' });
  const [text, setText] = useAddressDraft(search.text ?? '');
  const change = (next: Partial<WhereSearch>) =>
    void navigate({ search: { ...search, ...next }, replace: true });

  function submit(event: FormEvent): void {
    event.preventDefault();
    change({ text: text.trim() || undefined });
  }

  return (
    <form onSubmit={submit} className="filter-bar">
      <TextInput
        className="filter-search"
        label={t.text}
        description={t.textHelp}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        label={t.became}
        allowDeselect={false}
        data={(Object.keys(outcomeChoices) as (keyof typeof outcomeChoices)[]).map((value) => ({
          value,
          label: t.becameWhat[value],
        }))}
        value={search.became ?? 'nothing'}
        onChange={(became) => change({ became: became as WhereSearch['became'] })}
      />
      <Select
        label={t.period}
        allowDeselect={false}
        data={(Object.keys(periodDays) as (keyof typeof periodDays)[]).map((value) => ({
          value,
          label: t.periods[value],
        }))}
        value={search.period ?? 'day'}
        onChange={(period) => change({ period: period as WhereSearch['period'] })}
      />
      <Button type="submit" leftSection={<Icon name="search" />}>
        {t.search}
      </Button>
    </form>
  );
}

interface FoundProps {
  payloads: components['schemas']['PayloadSummary'][];
  backTo: string;
  more: ReactNode;
}

function Found({ payloads, backTo, more }: FoundProps) {
  const t = useTexts(whereTexts);
  return (
    <Stack gap="sm">
      {payloads.map((payload) => (
        <PayloadCard key={payload.id} payload={payload} />
      ))}
      {payloads.length === 0 && !more && <Empty title={t.nothing}>{t.nothingHelp}</Empty>}
      <Group>
        <Text size="sm" c="dimmed">
          {t.backTo} <Moment at={backTo} absolute />
        </Text>
        {more}
      </Group>
    </Stack>
  );
}

function PayloadCard({ payload }: { payload: components['schemas']['PayloadSummary'] }) {
  const t = useTexts(whereTexts);
  const names = useNames('InboundIntegration');
  const [isOpen, setIsOpen] = useState(false);
  const { id, integrationId, incidentId, outcome, reason, reasonSentence, createdAt } = payload;
  return (
    <Paper withBorder p="md" radius="md">
      <div className="timeline-head">
        <Group gap="xs">
          <span className="badge" data-tone={outcome === 'Failed' ? 'Critical' : undefined}>
            {t.outcomes[outcome]}
          </span>
          <Text fw={600} size="sm" className="breaks-anywhere">
            {names.data?.get(integrationId) ?? '…'}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          <Moment at={createdAt} absolute />
        </Text>
      </div>
      {reason && (
        <Text size="sm" mt={4} className="breaks-anywhere">
          <Said text={reason} sentence={reasonSentence} />
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {incidentId && (
          <Anchor
            size="sm"
            renderRoot={linkTo({ to: '/incidents/$incidentId', params: { incidentId } })}
          >
            {t.toIncident}
          </Anchor>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.details}
        </Button>
      </Group>
      {isOpen && (
        <Later>
          <PayloadDetails integrationId={integrationId} payloadId={id} />
        </Later>
      )}
    </Paper>
  );
}
