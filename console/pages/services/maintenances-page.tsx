import { Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { useNames } from '../../parts/names.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
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
    <ListPage
      t={{
        title: t.maintenance,
        lead: t.maintenanceLead,
        none: t.noMaintenance,
        noneHelp: t.noMaintenanceHelp,
        create: t.newMaintenance,
      }}
      above={[{ title: t.title, to: '/services' }]}
      create={mayChange && { to: '/services/maintenance/new' }}
      filters={
        <Switch
          label={t.onlyCurrent}
          checked={onlyCurrent}
          onChange={(event) => setOnlyCurrent(event.currentTarget.checked)}
        />
      }
      list={list}
      itemsOf={(page) => page.serviceMaintenances}
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
          cell: (maintenance) => <WindowTimes times={maintenance} zone={maintenance.timeZoneId} />,
        },
      ]}
    />
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
