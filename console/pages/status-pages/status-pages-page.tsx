import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { NewButton } from '../../parts/new-button.tsx';
import { Page } from '../../parts/page.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { accessOf, addressOf } from './page-traits.ts';
import { texts } from './texts.ts';

export default function StatusPagesPage() {
  const t = useTexts(texts);
  const mayChange = useMayAdminister();
  const list = api.useInfiniteQuery(
    'get',
    '/status-page/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="message" />}
            renderRoot={(props) => <Link to="/status-pages/updates" {...props} />}
          >
            {t.updates}
          </Button>
          {mayChange && (
            <NewButton renderRoot={(props) => <Link to="/status-pages/new" {...props} />}>
              {t.create}
            </NewButton>
          )}
        </>
      }
    >
      <PagedTable
        list={list}
        itemsOf={(page) => page.statusPages}
        empty={
          <Empty
            title={t.none}
            action={
              mayChange && (
                <NewButton
                  isQuiet
                  renderRoot={(props) => <Link to="/status-pages/new" {...props} />}
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
            title: t.name,
            cell: ({ id, displayName, isProvisioned }) => (
              <>
                <TextLink isStrong to="/status-pages/$statusPageId" params={{ statusPageId: id }}>
                  {displayName}
                </TextLink>{' '}
                <ByCodeBadge isProvisioned={isProvisioned} />
              </>
            ),
          },
          { title: t.publicTitle, isExtra: true, cell: ({ publicTitle }) => publicTitle },
          {
            title: t.address,
            cell: (page) => (
              <SafeLink to={addressOf(page)}>
                {page.customHostSettings?.host ?? `/status/${page.slug}`}
              </SafeLink>
            ),
          },
          { title: t.access, isExtra: true, cell: (page) => t.accessOf[accessOf(page)] },
        ]}
      />
    </Page>
  );
}
