import { Button } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNameColumn } from '../../parts/objects/index.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { worstFirst } from './worst-first.ts';

/** Every guarantee with how it stands: what is broken first, then what breaks soonest. */
export default function GuaranteesPage() {
  const t = useTexts(texts);
  const list = api.useInfiniteQuery(
    'get',
    '/guarantee/search/list',
    { params: { query: { Limit: pageSize } } },
    { ...byOffset, refetchInterval: 30_000 },
  );
  const name = useNameColumn('guarantee');
  const mayCreate = useMayAdminister();
  return (
    <ListPage
      t={t}
      above={[{ title: t.onCall, to: '/on-call' }]}
      create={mayCreate && { to: '/on-call/guarantees/new' }}
      actions={
        mayCreate && (
          <Button variant="default" renderRoot={linkTo({ to: '/on-call/guarantees/proofs' })}>
            {t.proofs}
          </Button>
        )
      }
      list={list}
      itemsOf={({ guarantees }) => guarantees.map((one) => ({ ...one, teamId: null }))}
      order={(one, other) => worstFirst(one, other)}
      columns={[
        name,
        { title: t.state, cell: (one) => <StateBadge {...one} /> },
        {
          title: t.breaks,
          cell: ({ state, firstBreakAt }) =>
            firstBreakAt === null ? (
              t.never
            ) : state === 'Broken' ? (
              t.now
            ) : (
              <Moment at={firstBreakAt} />
            ),
        },
        {
          title: t.since,
          isExtra: true,
          cell: ({ stateSince }) =>
            stateSince === null ? t.never : <Moment at={stateSince} absolute />,
        },
      ]}
    />
  );
}
