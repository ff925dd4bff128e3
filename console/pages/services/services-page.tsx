import { Button } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function ServicesPage() {
  const t = useTexts(texts);
  const mayChange = useMayAdminister();
  const list = api.useInfiniteQuery(
    'get',
    '/service/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  return (
    <ListPage
      t={t}
      create={mayChange && { to: '/services/new' }}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="calendar" />}
          renderRoot={linkTo({ to: '/services/maintenance' })}
        >
          {t.maintenance}
        </Button>
      }
      list={list}
      itemsOf={(page) => page.services}
      columns={[
        {
          title: t.name,
          cell: ({ id, displayName, isProvisioned }) => (
            <>
              <TextLink isStrong to="/services/$serviceId" params={{ serviceId: id }}>
                {displayName}
              </TextLink>{' '}
              <ByCodeBadge isProvisioned={isProvisioned} />
            </>
          ),
        },
        { title: t.publicTitle, cell: ({ publicTitle }) => publicTitle },
        {
          title: t.follows,
          isExtra: true,
          cell: ({ integrations }) =>
            integrations?.length ? t.integrations(integrations.length) : t.byHandOnly,
        },
      ]}
    />
  );
}
