import { Alert, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../parts/formats.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { CountTable } from './count-table.tsx';
import { Download } from './download.tsx';
import { InOwnLanguage, LineList } from './line-list.tsx';
import type { ImportProduct } from './products.generated.ts';
import type { Result } from './protocol.ts';
import { SenderTable } from './sender-table.tsx';
import { SideBySide } from './side-by-side.tsx';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface ResultViewProps {
  product: ImportProduct;
  used: UsedImport;
  result: Result;
}

/** The result of the import: first the differences in who is told, then everything else. */
export function ResultView({ product, used, result }: ResultViewProps) {
  const t = useTexts(texts);
  const { notRead, lines, schedules, senders, compared } = result;
  const changes = lines.filter(({ level }) => level === 'behaviour').length;
  return (
    <Stack gap="lg">
      <Title order={2} size="h3">
        {t.result}
      </Title>
      <Figures
        figures={[
          { name: t.changesCount, value: changes, isBad: changes > 0 },
          {
            name: t.differCount,
            value: compared?.different ?? 0,
            isBad: (compared?.different ?? 0) > 0,
            of: t.ofSchedules(compared?.schedules ?? 0),
          },
          { name: t.objectsCount, value: sum(Object.values(result.written)) },
          { name: t.filesCount, value: result.files.length },
        ]}
      />
      {used.read?.note && (
        <Alert color="blue" variant="light" title={t.aboutSource}>
          <Text size="sm">
            <InOwnLanguage said={used.read.note} />
          </Text>
        </Alert>
      )}
      {notRead.length > 0 && (
        <Alert color="orange" variant="light" title={t.kindsNotRead}>
          <List size="sm">
            {notRead.map(({ kind, why, right }) => (
              <List.Item key={kind} className="breaks-anywhere">
                <b lang="en">{kind}</b>: <InOwnLanguage said={why} />
                {right !== null && (
                  <>
                    {' '}
                    ({t.keyNeeds} <InOwnLanguage said={right} />)
                  </>
                )}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Download used={used} product={product} result={result} />
      <Section title={t.linesTitle} lead={t.linesLead}>
        <LineList lines={lines} />
      </Section>
      {schedules.length > 0 && (
        <Section title={t.bothTitle} lead={t.bothLead(product.displayName)}>
          <SideBySide product={product} used={used} result={result} />
        </Section>
      )}
      {senders.length > 0 && (
        <Section title={t.sendersTitle} lead={t.sendersLead}>
          <SenderTable senders={senders} />
        </Section>
      )}
      <Section title={t.countsTitle} lead={t.countsLead}>
        <CountTable counts={result.counts} />
      </Section>
    </Stack>
  );
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Stack gap={2}>
          <Title order={3} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Paper>
  );
}

interface Figure {
  name: string;
  value: number;
  isBad?: boolean;
  of?: string;
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  const { language } = useLanguage();
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="sm" m={0}>
      {figures.map(({ name, value, isBad, of }) => (
        <Paper key={name} withBorder p="sm" radius="md" className="figure">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text
            component="dd"
            m={0}
            size="xl"
            fw={650}
            className={isBad ? 'import-changes' : undefined}
          >
            {formatCount(value, language)}
          </Text>
          {of && (
            <Text component="dd" m={0} size="xs" c="dimmed">
              {of}
            </Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
