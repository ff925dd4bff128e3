import { Box, Button, Group, Skeleton, Table, Title, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { regional } from '../../parts/language.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { number } from './figure-cards.tsx';
import { severities, statuses } from './search.ts';
import { texts } from './texts.ts';

const IncidentChart = lazy(() => import('./incident-chart.tsx'));

type Report = components['schemas']['IncidentReport'];
type Bucket = Report['buckets'][number];

export interface Series {
  name: string;
  label: string;
  colour: string;
}

const colours: Readonly<Record<string, string>> = {
  Critical: 'red.7',
  Warning: 'orange.6',
  Minor: 'blue.6',
  Open: 'red.7',
  Resolved: 'teal.7',
};

/** Incidents over time as bars, and the same as a table: for screen readers always, for everybody on demand and on paper. */
export function IncidentGraph({ report, by }: { report: Report; by: 'severity' | 'status' }) {
  const t = useTexts(texts);
  const names = useSeverityTexts();
  const { language } = useLanguage();
  const [isTable, setTable] = useState(false);
  const kinds = by === 'status' ? statuses : severities;
  const series = kinds.map((name) => ({
    name,
    label: names[name],
    colour: colours[name] ?? 'gray',
  }));
  const rows = labelled(report, language).map(({ label, bucket }) => ({
    label,
    total: bucket.total,
    ...(by === 'status' ? bucket.byStatus : bucket.bySeverity),
  }));
  const table = (
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
        {rows.map((row) => (
          <Table.Tr key={row.label}>
            <Table.Th scope="row" fw={400}>
              {row.label}
            </Table.Th>
            {series.map(({ name }) => (
              <Table.Td key={name} ta="right">
                {number(Number(row[name as keyof typeof row] ?? 0), language)}
              </Table.Td>
            ))}
            <Table.Td ta="right">{number(row.total, language)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
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
          <Box aria-hidden="true" inert>
            <Suspense fallback={<Skeleton h={320} />}>
              <IncidentChart data={rows} series={series} />
            </Suspense>
          </Box>
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </section>
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
  const format = new Intl.DateTimeFormat(regional(language), {
    ...formats[interval],
    timeZone: timeZoneId,
  });
  const precise = new Intl.DateTimeFormat(regional(language), {
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
