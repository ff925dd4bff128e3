import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { Page } from '../../parts/page.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
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
    <Page
      title={t.title}
      lead={t.lead}
      above={[{ title: above.title, to: '/status-pages' }]}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/status-pages/templates" {...props} />}
          >
            {t.templates}
          </Button>
          {mayWrite && (
            <NewButton renderRoot={(props) => <Link to="/status-pages/updates/new" {...props} />}>
              {t.create}
            </NewButton>
          )}
        </>
      }
    >
      <PagedTable
        list={list}
        itemsOf={(page) => page.publicUpdates}
        empty={
          <Empty
            title={t.none}
            action={
              mayWrite && (
                <NewButton
                  isQuiet
                  renderRoot={(props) => <Link to="/status-pages/updates/new" {...props} />}
                >
                  {t.create}
                </NewButton>
              )
            }
          >
            {t.noneHelp}
          </Empty>
        }
        label={t.title}
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
    </Page>
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
