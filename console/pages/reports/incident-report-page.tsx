import { Chip, Group, Input, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useMayAdminister, useMayAdministerAny, useMe } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { formatDay } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { daysOf } from './days.ts';
import { FigureCards, formatFigure, number } from './figure-cards.tsx';
import { IncidentGraph } from './incident-graph.tsx';
import { PeriodFields } from './period-fields.tsx';
import { ReportFrame } from './report-frame.tsx';
import { type IncidentReportSearch, intervals, severities, statuses } from './search.ts';
import { TeamsField } from './teams-field.tsx';
import { texts } from './texts.ts';
import { incidentCsvOf, useIncidentReport } from './use-incident-report.ts';
import { ZoneField } from './zone-field.tsx';

export default function IncidentReportPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/reports' });
  const mayAdminister = useMayAdminister();
  const { teams } = useMe();
  const known = useNames('Team');
  const names = known.data ?? new Map<string, string>();
  // Who may not see the organization's begins with a team.
  const fallback = mayAdminister ? undefined : (teams[0]?.id ?? names.keys().next().value);
  const isOfOrganization = search.team === undefined && search.integration === undefined;
  const asked = isOfOrganization && fallback ? { ...search, team: fallback } : search;
  if (!mayAdminister && isOfOrganization && !fallback && known.data)
    return (
      <ReportFrame title={t.incidentReport} downloads={[]} fields={null}>
        <Empty title={t.noTeam}>{t.noTeamHelp}</Empty>
      </ReportFrame>
    );
  return <Report asked={asked} names={names} />;
}

function Report({
  asked,
  names,
}: {
  asked: IncidentReportSearch;
  names: ReadonlyMap<string, string>;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const severityTexts = useSeverityTexts();
  const integrations = useNames(asked.integration ? 'InboundIntegration' : null);
  const report = useIncidentReport(asked);
  const { previousPeriod } = report.data ?? {};
  return (
    <ReportFrame
      title={t.incidentReport}
      lead={
        previousPeriod &&
        t.compared(
          formatDay(previousPeriod.from, language),
          formatDay(previousPeriod.until, language),
        )
      }
      downloads={[{ label: t.csv, href: incidentCsvOf(asked) }]}
      fields={<Fields asked={asked} names={names} report={report.data} />}
      period={report.data?.period}
      chosen={[
        integrations.data?.get(asked.integration ?? ''),
        names.get(asked.team ?? ''),
        ...(asked.teams ?? []).map((id) => names.get(id)),
        ...[...(asked.severity ?? []), ...(asked.status ?? [])].map((one) => severityTexts[one]),
      ]}
    >
      <Loaded query={report}>
        {(data) => (
          <Stack gap="lg" aria-busy={report.isPlaceholderData}>
            <FigureCards figures={data.figures} />
            {data.figures.total.value === 0 ? (
              <Empty title={t.none}>{t.noneHelp}</Empty>
            ) : (
              <IncidentGraph report={data} by={asked.by ?? 'severity'} />
            )}
            {data.teams.length > 0 && <Teams report={data} />}
          </Stack>
        )}
      </Loaded>
    </ReportFrame>
  );
}

function Fields({
  asked,
  names,
  report,
}: {
  asked: IncidentReportSearch;
  names: ReadonlyMap<string, string>;
  report: components['schemas']['IncidentReport'] | undefined;
}) {
  const t = useTexts(texts);
  const severityTexts = useSeverityTexts();
  const navigate = useNavigate({ from: '/reports' });
  const change = (changes: IncidentReportSearch) =>
    void navigate({ search: { ...asked, ...changes }, replace: true });
  const subject = asked.integration
    ? `integration ${asked.integration}`
    : asked.team
      ? `team ${asked.team}`
      : 'organization';
  const days = report
    ? { from: asked.from ?? report.period.from, until: asked.until ?? report.period.until }
    : { ...daysOf('week', new Date()), ...asked };
  return (
    <>
      <SubjectField subject={subject} teams={names} change={change} />
      <PeriodFields days={days} onChange={change} />
      <ZoneField
        value={asked.zone ?? report?.timeZoneId ?? ownZone()}
        onChange={(zone) => change({ zone })}
      />
      {subject === 'organization' && (
        <TeamsField names={names} value={asked.teams} onChange={(teams) => change({ teams })} />
      )}
      <Chips
        label={t.severity}
        names={severities}
        texts={severityTexts}
        value={asked.severity ?? []}
        onChange={(severity) => change({ severity: severity.length > 0 ? severity : undefined })}
      />
      <Chips
        label={t.status}
        names={statuses}
        texts={severityTexts}
        value={asked.status ?? []}
        onChange={(status) => change({ status: status.length > 0 ? status : undefined })}
      />
      <Select
        label={t.interval}
        w={{ base: 'auto', sm: 150 }}
        allowDeselect={false}
        data={[
          { value: 'auto', label: t.automatic },
          ...intervals.map((value) => ({ value, label: t.intervals[value] })),
        ]}
        value={asked.interval ?? 'auto'}
        onChange={(value) => change({ interval: intervals.find((name) => name === value) })}
      />
      <Input.Wrapper label={t.stackedBy} labelElement="div">
        <SegmentedControl
          display="flex"
          aria-label={t.stackedBy}
          data={[
            { value: 'severity', label: t.bySeverity },
            { value: 'status', label: t.byStatus },
          ]}
          value={asked.by ?? 'severity'}
          onChange={(by) => change({ by: by === 'status' ? 'status' : undefined })}
        />
      </Input.Wrapper>
    </>
  );
}

/** What the report is about: the organization, a team or an integration. */
function SubjectField({
  subject,
  teams: names,
  change,
}: {
  subject: string;
  teams: ReadonlyMap<string, string>;
  change: (changes: IncidentReportSearch) => void;
}) {
  const t = useTexts(texts);
  const mayAdminister = useMayAdminister();
  const integrations = useNames(useMayAdministerAny() ? 'InboundIntegration' : null);
  const items = (kind: string, of: ReadonlyMap<string, string>) =>
    [...of].map(([id, label]) => ({ value: `${kind} ${id}`, label }));
  return (
    <Select
      label={t.about}
      w={{ base: 'auto', sm: 260 }}
      searchable
      allowDeselect={false}
      data={[
        ...(mayAdminister ? [{ value: 'organization', label: t.organization }] : []),
        { group: t.teams, items: items('team', names) },
        ...(integrations.data?.size
          ? [{ group: t.integrations, items: items('integration', integrations.data) }]
          : []),
      ]}
      value={subject}
      onChange={(value) => {
        const [kind, id] = (value ?? '').split(' ');
        change({
          team: kind === 'team' ? id : undefined,
          integration: kind === 'integration' ? id : undefined,
          teams: undefined,
          zone: undefined,
        });
      }}
    />
  );
}

function Chips<Name extends string>({
  label,
  names,
  texts: labels,
  value,
  onChange,
}: {
  label: string;
  names: readonly Name[];
  texts: Readonly<Record<Name, string>>;
  value: Name[];
  onChange(chosen: Name[]): void;
}) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Chip.Group multiple value={value} onChange={(chosen) => onChange(chosen as Name[])}>
        {/* As high as a field, so that the labels of a row are at one height. */}
        <Group gap="xs" mih={36} role="group" aria-label={label}>
          {names.map((name) => (
            <Chip key={name} value={name}>
              {labels[name]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function Teams({ report }: { report: components['schemas']['IncidentReport'] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <div>
      <Title order={2} size="h4">
        {t.byTeam}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t.byTeamHelp}
      </Text>
      <ObjectTable
        label={t.byTeam}
        items={report.teams}
        keyOf={({ team }) => team.id}
        columns={[
          { title: t.team, cell: ({ team }) => team.displayName },
          { title: t.total, cell: ({ total }) => number(total, language) },
          {
            title: t.figures.resolvedPercent,
            cell: ({ resolvedPercent }) =>
              formatFigure('resolvedPercent', resolvedPercent, language),
          },
          {
            title: t.figures.mttaSeconds,
            isExtra: true,
            cell: ({ mttaSeconds }) => formatFigure('mttaSeconds', mttaSeconds, language),
          },
          {
            title: t.figures.mttrSeconds,
            isExtra: true,
            cell: ({ mttrSeconds }) => formatFigure('mttrSeconds', mttrSeconds, language),
          },
        ]}
      />
    </div>
  );
}
