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
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="calendar" />}
            renderRoot={(props) => <Link to="/services/maintenance" {...props} />}
          >
            {t.maintenance}
          </Button>
          {mayChange && (
            <NewButton renderRoot={(props) => <Link to="/services/new" {...props} />}>
              {t.create}
            </NewButton>
          )}
        </>
      }
    >
      <PagedTable
        list={list}
        itemsOf={(page) => page.services}
        empty={
          <Empty
            title={t.none}
            action={
              mayChange && (
                <NewButton isQuiet renderRoot={(props) => <Link to="/services/new" {...props} />}>
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
    </Page>
  );
}
