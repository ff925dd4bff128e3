import { Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { ChangedObjects, isGoing, StateBadge, texts } from '../../parts/replays/index.ts';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { NewNoiseReport } from './new-noise-report.tsx';

const runningMilliseconds = 3000;

/** Changes that were tried on the past, the latest first. */
export default function ReplaysPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const moment = (at: string) => formatMoment(new Date(at), language);
  const list = api.useInfiniteQuery(
    'get',
    '/replay/search/list',
    { params: { query: { Limit: pageSize } } },
    {
      pageParamName: 'IdLessThan',
      // Left out of the first address.
      initialPageParam: null,
      getNextPageParam: ({ hasMore, replays }: components['schemas']['ReplayList']) =>
        hasMore ? replays.at(-1)?.id : undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ replays }) => replays.some(isGoing))
          ? runningMilliseconds
          : false,
    },
  );
  return (
    <Page title={t.title} lead={t.lead} above={[{ title: t.onCall, to: '/on-call' }]}>
      <NewNoiseReport />
      <PagedTable
        list={list}
        itemsOf={({ replays }) => replays}
        empty={<Empty title={t.none}>{t.noneHelp}</Empty>}
        label={t.title}
        columns={[
          {
            title: t.begun,
            cell: ({ id, createdAt }) => (
              <TextLink isStrong to="/on-call/replays/$id" params={{ id }}>
                {moment(createdAt)}
              </TextLink>
            ),
          },
          {
            title: t.state,
            cell: ({ reason, reasonSentence, ...one }) => (
              <>
                <StateBadge {...one} />
                {reason !== null && (
                  <Text size="sm">
                    <Said text={reason} sentence={reasonSentence} />
                  </Text>
                )}
              </>
            ),
          },
          { title: t.change, cell: (one) => <ChangedObjects replay={one} /> },
          {
            title: t.found,
            cell: ({ different, compared, isNoiseReport }) =>
              isNoiseReport ? '–' : t.foundOf(different, compared),
          },
          {
            title: t.time,
            isExtra: true,
            cell: ({ from, until }) => t.span(moment(from), moment(until)),
          },
        ]}
      />
    </Page>
  );
}
