import { Badge, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatDay, Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { daysOf } from './days.ts';
import { FigureCards, formatFigure, number } from './figure-cards.tsx';
import { hours } from './on-call-report-page.tsx';
import { PeriodFields } from './period-fields.tsx';
import { downloadOf, ReportFrame } from './report-frame.tsx';
import type { EngagementReportSearch } from './search.ts';
import { texts } from './texts.ts';

type Report = components['schemas']['EngagementReport'];

export default function EngagementReportPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/reports/engagement' });
  const teams = useNames('Team');
  const own = useMe().teams[0]?.id;
  const team = search.team ?? own ?? teams.data?.keys().next().value;
  if (team === undefined)
    return (
      <ReportFrame title={t.engagementReport} downloads={[]} fields={null}>
        <Loaded query={teams}>{() => <Empty title={t.noTeam}>{t.noTeamHelp}</Empty>}</Loaded>
      </ReportFrame>
    );
  return <OfTeam team={team} search={search} names={teams.data ?? new Map()} />;
}

function OfTeam({
  team,
  search,
  names,
}: {
  team: string;
  search: EngagementReportSearch;
  names: ReadonlyMap<string, string>;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const navigate = useNavigate({ from: '/reports/engagement' });
  const change = (changes: EngagementReportSearch) =>
    void navigate({ search: { ...search, ...changes }, replace: true });
  const query = { From: search.from, Until: search.until };
  const report = useQuery({
    queryKey: ['get', '/team/{id}/engagement-report', team, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, error } = await publicApi.GET('/team/{id}/engagement-report', {
        params: { path: { id: team }, query },
        signal,
      });
      if (error) throw error;
      return data;
    },
  });
  const { period, previousPeriod } = report.data ?? {};
  const days = period ?? daysOf('week', new Date());
  return (
    <ReportFrame
      title={t.engagementReport}
      lead={
        // A line of its own from the beginning.
        previousPeriod
          ? `${t.compared(formatDay(previousPeriod.from, language), formatDay(previousPeriod.until, language))}. ${t.weekly}`
          : t.weekly
      }
      downloads={[
        {
          label: t.csv,
          href: downloadOf(`/team/${encodeURIComponent(team)}/engagement-report/csv`, query),
        },
      ]}
      period={period}
      chosen={[names.get(team)]}
      fields={
        <>
          <Select
            label={t.team}
            w={{ base: 'auto', sm: 260 }}
            searchable
            allowDeselect={false}
            data={[...names].map(([value, label]) => ({ value, label }))}
            value={team}
            onChange={(chosen) => change({ team: chosen ?? undefined })}
          />
          <PeriodFields
            days={{ from: search.from ?? days.from, until: search.until ?? days.until }}
            onChange={change}
          />
        </>
      }
    >
      <Loaded query={report}>{(data) => <Content report={data} />}</Loaded>
    </ReportFrame>
  );
}

function Content({ report }: { report: Report }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <Stack gap="lg">
      <FigureCards figures={report.figures} />
      {report.figures.total.value === 0 && <Text>{t.quiet}</Text>}
      <div>
        <Title order={2} size="h4" mb="xs">
          {t.people}
        </Title>
        <ObjectTable
          label={t.people}
          items={report.people}
          keyOf={({ user }) => user.id}
          columns={[
            {
              title: t.person,
              cell: ({ user, isMember }) => (
                <Group gap="xs" miw={96}>
                  {user.displayName ?? user.email ?? t.formerPerson}
                  {!isMember && <Badge variant="default">{t.hasLeft}</Badge>}
                </Group>
              ),
            },
            { title: t.alerted, cell: ({ alerted }) => number(alerted, language) },
            { title: t.acknowledged, cell: ({ acknowledged }) => number(acknowledged, language) },
            { title: t.resolved, cell: ({ resolved }) => number(resolved, language) },
            {
              title: t.comments,
              isExtra: true,
              cell: ({ comments }) => number(comments, language),
            },
            {
              title: t.escalatedPast,
              isExtra: true,
              cell: ({ escalatedPast }) => number(escalatedPast, language),
            },
            {
              title: t.median,
              isExtra: true,
              cell: ({ ttaMedianSeconds }) =>
                formatFigure('ttaMedianSeconds', ttaMedianSeconds, language),
            },
            {
              title: t.onCall,
              isExtra: true,
              cell: ({ onCallSeconds }) => hours(onCallSeconds, language),
            },
          ]}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {t.escalatedPast}: {t.escalatedPastHelp}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Incidents title={t.unacknowledged} incidents={report.unacknowledged} />
        <Incidents title={t.longestOpen} incidents={report.longestOpen} />
        <Counts
          title={t.noisiestIntegrations}
          counts={report.noisiestIntegrations.map(({ integration, total }) => ({
            key: integration.id,
            name: integration.displayName,
            total,
          }))}
        />
        <Counts
          title={t.noisiestTitles}
          counts={report.noisiestTitles.map(({ title, total }) => ({
            key: title,
            name: title,
            total,
          }))}
        />
      </SimpleGrid>
    </Stack>
  );
}

function Incidents({ title, incidents }: { title: string; incidents: Report['longestOpen'] }) {
  const t = useTexts(texts);
  if (incidents.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} className="plain-list badge-column">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <SeverityBadge severity={incident.severity} />
              <Group gap="0 6px" align="baseline" className="breaks-anywhere">
                <TextLink to="/incidents/$incidentId" params={{ incidentId: incident.id }}>
                  {incident.title}
                </TextLink>
                <Text span size="sm" c="dimmed">
                  {t.since} <Moment at={incident.startedAt} absolute />
                </Text>
              </Group>
            </Group>
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Counts({
  title,
  counts,
}: {
  title: string;
  counts: readonly { key: string; name: string; total: number }[];
}) {
  const { language } = useLanguage();
  if (counts.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} className="plain-list">
        {counts.map(({ key, name, total }) => (
          <li key={key}>
            <Group justify="space-between" wrap="nowrap">
              <span className="breaks-anywhere">{name}</span>
              <strong>{number(total, language)}</strong>
            </Group>
          </li>
        ))}
      </Stack>
    </section>
  );
}
