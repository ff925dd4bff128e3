import { Badge, Progress, Select, Stack, Switch, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { numberFormat } from '../../parts/formats.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { daysOf } from './days.ts';
import { PeriodFields } from './period-fields.tsx';
import { downloadOf, ReportFrame } from './report-frame.tsx';
import type { OnCallReportSearch } from './search.ts';
import { TeamsField } from './teams-field.tsx';
import { texts } from './texts.ts';
import { ZoneField } from './zone-field.tsx';

const tiers = [1, 2, 3, 4, 5, 100];

export default function OnCallReportPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const search = useSearch({ from: '/reports/on-call' });
  const navigate = useNavigate({ from: '/reports/on-call' });
  const change = (changes: OnCallReportSearch) =>
    void navigate({ search: { ...search, ...changes }, replace: true });
  const teams = useNames('Team');
  const query = {
    From: search.from,
    Until: search.until,
    TimeZoneId: search.zone ?? ownZone(),
    TeamIds: search.teams,
    MaxTier: search.tier,
  };
  const report = api.useQuery(
    'get',
    '/on-call-report/people',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  const csv = '/on-call-report/csv';
  const days = report.data?.period ?? daysOf('thisMonth', new Date());
  return (
    <ReportFrame
      title={t.onCallReport}
      mark={report.data?.isRunning && <Badge variant="light">{t.running}</Badge>}
      lead={
        report.data?.isRunning &&
        t.countedUntil(
          formatMoment(new Date(report.data.countedUntil), language, report.data.timeZoneId),
        )
      }
      downloads={[
        { label: t.csv, href: downloadOf(csv, query) },
        { label: t.csvTimes, href: downloadOf(csv, { ...query, Kind: 'Times' }) },
      ]}
      period={report.data?.period}
      chosen={(search.teams ?? []).map((id) => teams.data?.get(id))}
      fields={
        <>
          <PeriodFields
            days={{ from: search.from ?? days.from, until: search.until ?? days.until }}
            onChange={change}
          />
          <ZoneField value={query.TimeZoneId} onChange={(zone) => change({ zone })} />
          <TeamsField
            names={teams.data}
            value={search.teams}
            onChange={(chosen) => change({ teams: chosen })}
          />
          <Select
            label={t.tiers}
            w={{ base: 'auto', sm: 240 }}
            allowDeselect={false}
            data={tiers.map((tier) => ({ value: String(tier), label: t.tierUpTo(tier) }))}
            value={String(search.tier ?? 1)}
            onChange={(tier) => change({ tier: tier === '1' ? undefined : Number(tier) })}
          />
          <Switch
            label={t.showIdle}
            checked={search.idle !== 'no'}
            onChange={({ currentTarget }) =>
              change({ idle: currentTarget.checked ? undefined : 'no' })
            }
            mb={8}
          />
        </>
      }
    >
      <Loaded query={report}>
        {({ people }) => {
          const shown = people.filter(({ seconds }) => seconds > 0 || search.idle !== 'no');
          return shown.length === 0 ? (
            <Empty title={t.nobody}>{t.nobodyHelp}</Empty>
          ) : (
            <People people={shown} longest={people[0]?.seconds ?? 0} />
          );
        }}
      </Loaded>
    </ReportFrame>
  );
}

function People({
  people,
  longest,
}: {
  people: components['schemas']['OnCallReportPeople']['people'];
  longest: number;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t.inTeamsHelp}
      </Text>
      <ObjectTable
        label={t.onCallReport}
        items={people}
        keyOf={({ user }) => user.id}
        columns={[
          {
            title: t.person,
            cell: ({ user }) => user.displayName ?? user.email ?? t.formerPerson,
          },
          {
            title: t.hours,
            cell: ({ seconds }) => (
              <Stack gap={4} miw={110}>
                {hours(seconds, language)}
                <Progress
                  value={longest === 0 ? 0 : (100 * seconds) / longest}
                  size="sm"
                  aria-hidden="true"
                />
              </Stack>
            ),
          },
          {
            title: t.inTeams,
            cell: ({ teams: own }) =>
              own
                .map((one) => `${one.team.displayName} ${hours(one.seconds, language)}`)
                .join(', '),
          },
        ]}
      />
    </Stack>
  );
}

/** With two decimals, as payrolls want it. */
export function hours(seconds: number, language: string): string {
  const format = numberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${format.format(seconds / 3600)} h`;
}
