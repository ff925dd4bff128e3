import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { Page } from '../../parts/page.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { WindowTimes } from '../../parts/window-times.tsx';
import { texts } from './texts.ts';

export default function MaintenancesPage() {
  const t = useTexts(texts);
  const mayChange = useMayAdminister();
  const names = useNames('Service');
  const [onlyCurrent, setOnlyCurrent] = useState(true);
  const list = useMaintenances(onlyCurrent);
  return (
    <Page
      title={t.maintenance}
      lead={t.maintenanceLead}
      above={[{ title: t.title, to: '/services' }]}
      actions={
        mayChange && (
          <NewButton renderRoot={(props) => <Link to="/services/maintenance/new" {...props} />}>
            {t.newMaintenance}
          </NewButton>
        )
      }
    >
      <Switch
        label={t.onlyCurrent}
        checked={onlyCurrent}
        onChange={(event) => setOnlyCurrent(event.currentTarget.checked)}
      />
      <PagedTable
        list={list}
        itemsOf={(page) => page.serviceMaintenances}
        empty={
          <Empty
            title={t.noMaintenance}
            action={
              mayChange && (
                <NewButton
                  isQuiet
                  renderRoot={(props) => <Link to="/services/maintenance/new" {...props} />}
                >
                  {t.newMaintenance}
                </NewButton>
              )
            }
          >
            {t.noMaintenanceHelp}
          </Empty>
        }
        label={t.maintenance}
        columns={[
          {
            title: t.name,
            cell: ({ id, displayName }) => (
              <TextLink
                isStrong
                to="/services/maintenance/$maintenanceId"
                params={{ maintenanceId: id }}
              >
                {displayName}
              </TextLink>
            ),
          },
          {
            title: t.services,
            isExtra: true,
            cell: ({ serviceIds }) =>
              serviceIds.map((id) => names.data?.get(id.toLowerCase()) ?? '').join(', '),
          },
          {
            title: t.when,
            cell: (maintenance) => (
              <WindowTimes times={maintenance} zone={maintenance.timeZoneId} />
            ),
          },
        ]}
      />
    </Page>
  );
}

function useMaintenances(onlyCurrent: boolean) {
  return api.useInfiniteQuery(
    'get',
    '/service-maintenance/search/list',
    { params: { query: { OnlyCurrentAndUpcoming: onlyCurrent, Limit: pageSize } } },
    byOffset,
  );
}
