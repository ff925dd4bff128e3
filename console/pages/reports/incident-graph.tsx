import { Button, Group, Table, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { dateFormat } from '../../parts/formats.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { number } from './figure-cards.tsx';
import { type Column, IncidentChart, type Series } from './incident-chart.tsx';
import { severities, statuses } from './search.ts';
import { texts } from './texts.ts';

type Report = components['schemas']['IncidentReport'];
type Bucket = Report['buckets'][number];

const colours: Readonly<Record<string, string>> = {
  Critical: 'var(--mantine-color-red-7)',
  Warning: 'var(--mantine-color-orange-6)',
  Minor: 'var(--mantine-color-blue-6)',
  Open: 'var(--mantine-color-red-7)',
  Resolved: 'var(--mantine-color-teal-7)',
};

/**
 * Incidents over time as bars, and the same as a table: for screen readers always, for everybody on demand and on
 * paper.
 */
export function IncidentGraph({ report, by }: { report: Report; by: 'severity' | 'status' }) {
  const t = useTexts(texts);
  const names = useSeverityTexts();
  const { language } = useLanguage();
  const [isTable, setTable] = useState(false);
  const kinds = by === 'status' ? statuses : severities;
  const series = kinds.map((name) => ({
    name,
    label: names[name],
    colour: colours[name] ?? 'var(--mantine-color-gray-6)',
  }));
  const rows = labelled(report, language).map(({ label, bucket }) => ({
    label,
    total: bucket.total,
    values: by === 'status' ? bucket.byStatus : bucket.bySeverity,
  }));
  const table = <CountTable rows={rows} series={series} />;
  return (
    <section aria-labelledby="incident-graph">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="incident-graph">
          {t.graph}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          className="not-on-paper"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t.showGraph : t.showTable}
        </Button>
      </Group>
      {isTable ? (
        table
      ) : (
        <>
          <IncidentChart columns={rows} series={series} />
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </section>
  );
}

function CountTable({
  rows,
  series,
}: {
  rows: readonly (Column & { total: number })[];
  series: readonly Series[];
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <Table aria-label={t.graph} withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t.start}</Table.Th>
          {series.map(({ name, label }) => (
            <Table.Th key={name} scope="col" ta="right">
              {label}
            </Table.Th>
          ))}
          <Table.Th scope="col" ta="right">
            {t.total}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, total, values }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            {series.map(({ name }) => (
              <Table.Td key={name} ta="right">
                {number(values[name] ?? 0, language)}
              </Table.Td>
            ))}
            <Table.Td ta="right">{number(total, language)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Each interval with a label of its own: an hour that clocks show twice has its offset, too. */
function labelled(
  { buckets, interval, timeZoneId }: Report,
  language: string,
): { label: string; bucket: Bucket }[] {
  const formats: Record<Report['interval'], Intl.DateTimeFormatOptions> = {
    Hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    Day: { day: 'numeric', month: 'short' },
    Week: { day: 'numeric', month: 'short', year: 'numeric' },
    Month: { month: 'short', year: 'numeric' },
  };
  const format = dateFormat(language, {
    ...formats[interval],
    timeZone: timeZoneId,
  });
  const precise = dateFormat(language, {
    ...formats[interval],
    timeZone: timeZoneId,
    timeZoneName: 'shortOffset',
  });
  const plain = buckets.map(({ start }) => format.format(new Date(start)));
  return buckets.map((bucket, index) => {
    const label = plain[index] ?? '';
    const isTwice = plain.filter((other) => other === label).length > 1;
    return { bucket, label: isTwice ? precise.format(new Date(bucket.start)) : label };
  });
}
