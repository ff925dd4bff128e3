import { Button } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { updateTexts } from '../../parts/public-update/texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { StateMark } from './update-page.tsx';
import { pageTexts } from './update-texts.ts';

export default function UpdatesPage() {
  const t = useTexts(pageTexts);
  const above = useTexts(texts);
  const { states } = useTexts(updateTexts);
  const mayWrite = useMayAdminister();
  const services = useNames('Service');
  const list = useUpdates();
  return (
    <ListPage
      t={t}
      above={[{ title: above.title, to: '/status-pages' }]}
      create={mayWrite && { to: '/status-pages/updates/new' }}
      actions={
        <Button variant="default" renderRoot={linkTo({ to: '/status-pages/templates' })}>
          {t.templates}
        </Button>
      }
      list={list}
      itemsOf={(page) => page.publicUpdates}
      columns={[
        {
          title: t.text,
          cell: ({ id, messages, state }) => (
            <TextLink isStrong to="/status-pages/updates/$updateId" params={{ updateId: id }}>
              {state && `${states[state]}: `}
              {messages[0]?.message.slice(0, 120)}
            </TextLink>
          ),
        },
        {
          title: t.services,
          isExtra: true,
          cell: ({ serviceIds }) =>
            serviceIds.map((id) => services.data?.get(id.toLowerCase()) ?? '').join(', '),
        },
        {
          title: t.publishedAt,
          cell: ({ publishedAt }) =>
            publishedAt === null ? (
              <StateMark isPublished={false} />
            ) : (
              <Moment at={publishedAt} absolute />
            ),
        },
      ]}
    />
  );
}

function useUpdates() {
  return api.useInfiniteQuery(
    'get',
    '/public-update/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
}
