import { Stack, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ObjectListPage } from '../../parts/objects/index.ts';
import { objectsTexts } from '../../parts/objects/texts.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { PersonCalendars } from '../../parts/person-calendars/calendars.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function SchedulesPage() {
  const t = useTexts(texts);
  const { zone } = useTexts(objectsTexts);
  const list = api.useInfiniteQuery(
    'get',
    '/on-call-schedule/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  return (
    <ObjectListPage
      kind="schedule"
      t={t}
      list={list}
      itemsOf={(page) => page.onCallSchedules}
      extras={[
        { title: zone, isExtra: true, cell: ({ timeZoneId }) => timeZoneId },
        { title: t.layers, isExtra: true, cell: ({ layers }) => layers.length },
      ]}
    >
      <Stack mt="xl">
        <Title order={2} size="h4">
          {t.holidays}
        </Title>
        <PersonCalendars userId={null} />
      </Stack>
    </ObjectListPage>
  );
}
