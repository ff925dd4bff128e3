import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { Page } from '../../parts/page.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { PersonCalendars } from '../../parts/person-calendars/calendars.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function SchedulesPage() {
  const t = useTexts(texts);
  const { organizationRole, teams } = useMe();
  const mayCreate =
    organizationRole === 'Owner' ||
    organizationRole === 'Administrator' ||
    teams.some(({ role }) => role === 'Administrator');
  const names = useNames('Team');
  const list = api.useInfiniteQuery(
    'get',
    '/on-call-schedule/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const create = (isQuiet: boolean) =>
    mayCreate && (
      <NewButton
        isQuiet={isQuiet}
        renderRoot={(props) => <Link to="/on-call/schedules/new" {...props} />}
      >
        {t.create}
      </NewButton>
    );
  return (
    <Page title={t.title} lead={t.lead} actions={create(false)}>
      <PagedTable
        list={list}
        itemsOf={(page) => page.onCallSchedules}
        empty={
          <Empty title={t.none} action={create(true)}>
            {t.noneHelp}
          </Empty>
        }
        label={t.title}
        columns={[
          {
            title: t.name,
            cell: ({ id, displayName, isProvisioned }) => (
              <>
                <TextLink isStrong to="/on-call/schedules/$scheduleId" params={{ scheduleId: id }}>
                  {displayName}
                </TextLink>{' '}
                <ByCodeBadge isProvisioned={isProvisioned} />
              </>
            ),
          },
          { title: t.team, cell: ({ teamId }) => names.data?.get(teamId) ?? '' },
          { title: t.zone, isExtra: true, cell: ({ timeZoneId }) => timeZoneId },
          { title: t.layers, isExtra: true, cell: ({ layers }) => layers.length },
        ]}
      />
      <Stack mt="xl">
        <Title order={2} size="h4">
          {t.holidays}
        </Title>
        <PersonCalendars userId={null} />
      </Stack>
    </Page>
  );
}
