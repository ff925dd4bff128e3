import { Button } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
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
    <ListPage
      t={t}
      create={mayChange && { to: '/status-pages/new' }}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="message" />}
          renderRoot={linkTo({ to: '/status-pages/updates' })}
        >
          {t.updates}
        </Button>
      }
      list={list}
      itemsOf={(page) => page.statusPages}
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
  );
}
