import { Badge, Button, Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { stateOf } from './maintenance-times.ts';
import { texts } from './texts.ts';

const pageSize = 50;
const colours = { planned: 'blue', current: 'orange', over: 'gray' } as const;

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
          <Button
            leftSection={<Icon name="plus" />}
            renderRoot={(props) => <Link to="/services/maintenance/new" {...props} />}
          >
            {t.newMaintenance}
          </Button>
        )
      }
    >
      <Switch
        label={t.onlyCurrent}
        checked={onlyCurrent}
        onChange={(event) => setOnlyCurrent(event.currentTarget.checked)}
      />
      <Loaded query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.serviceMaintenances);
          if (items.length === 0)
            return <Empty title={t.noMaintenance}>{t.noMaintenanceHelp}</Empty>;
          return (
            <ObjectTable
              label={t.maintenance}
              items={items}
              keyOf={({ id }) => id}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onMore={() => list.fetchNextPage()}
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
                  title: t.start,
                  cell: ({ start, timeZoneId }) => <Time at={start} zone={timeZoneId} />,
                },
                {
                  title: t.end,
                  isExtra: true,
                  cell: ({ end, timeZoneId }) => <Time at={end} zone={timeZoneId} />,
                },
                {
                  title: t.state,
                  cell: (maintenance) => {
                    const state = stateOf(maintenance, Date.now());
                    return (
                      <Badge variant="light" color={colours[state]} tt="none" miw="max-content">
                        {t.states[state]}
                      </Badge>
                    );
                  },
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

function useMaintenances(onlyCurrent: boolean) {
  return useInfiniteQuery({
    queryKey: ['get', '/service-maintenance/search/list', onlyCurrent],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/service-maintenance/search/list', {
        params: {
          query: { OnlyCurrentAndUpcoming: onlyCurrent, Limit: pageSize, Offset: pageParam },
        },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
}

function Time({ at, zone }: { at: string; zone: string | null | undefined }) {
  return <Moment at={at} absolute {...(zone ? { zone } : {})} />;
}
