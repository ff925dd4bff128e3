import { Group } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { ChangedObjects } from '../../parts/replays/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { ProofBadge } from './proof-stands.tsx';
import { stateTones } from './state-badge.tsx';
import { texts } from './texts.ts';
import { isGoing } from './use-proof.ts';

type Summary = components['schemas']['ProofRunSummary'];

/** Proofs that somebody asked for, the latest first. */
export default function ProofsPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const list = api.useInfiniteQuery(
    'get',
    '/proof/search/list',
    { params: { query: { Limit: pageSize } } },
    {
      pageParamName: 'IdLessThan',
      // Left out of the first address.
      initialPageParam: null,
      getNextPageParam: ({ hasMore, proofs }: components['schemas']['ProofRunList']) =>
        hasMore ? proofs.at(-1)?.id : undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ proofs }) => proofs.some(isGoing)) ? 3000 : false,
    },
  );
  return (
    <Page
      title={t.proofs}
      lead={t.proofsLead}
      above={[
        { title: t.onCall, to: '/on-call' },
        { title: t.title, to: '/on-call/guarantees' },
      ]}
    >
      <PagedTable
        list={list}
        itemsOf={({ proofs }) => proofs}
        empty={<Empty title={t.noProofs}>{t.noProofsHelp}</Empty>}
        label={t.proofs}
        columns={[
          {
            title: t.asked,
            cell: ({ id, createdAt }) => (
              <TextLink isStrong to="/on-call/guarantees/proofs/$id" params={{ id }}>
                {formatMoment(new Date(createdAt), language)}
              </TextLink>
            ),
          },
          { title: t.found, cell: (one) => <Found proof={one} /> },
          { title: t.change, cell: (one) => <ChangedObjects replay={one} /> },
          { title: t.askedBy, isExtra: true, cell: ({ startedBy }) => startedBy ?? t.never },
        ]}
      />
    </Page>
  );
}

/** How many guarantees stand how. */
function Found({ proof }: { proof: Summary }) {
  const t = useTexts(texts);
  if (proof.state !== 'Done') return <ProofBadge state={proof.state} />;
  if (proof.results.length === 0) return t.noGuarantees;
  const states = Map.groupBy(proof.results, ({ state }) => state);
  return (
    <Group gap={6}>
      {[...states].map(([state, some]) => (
        <span key={state} className="badge" data-tone={stateTones[state]}>
          {some.length > 1 && `${some.length} × `}
          {t.states[state]}
        </span>
      ))}
    </Group>
  );
}
