import { Card, Group, Progress, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { useSay } from '../../../parts/announce.ts';
import { numberFormat } from '../../../parts/formats.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Said } from '../../../parts/said/index.ts';
import { SeverityBadge, StatusBadge } from '../../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../../parts/texts.tsx';
import { Mark } from '../mark.tsx';
import { OutcomeBadge } from '../outcome-badge.tsx';
import { entriesOf, StepResult } from '../trace-view.tsx';
import { texts } from './texts.ts';
import type { Evaluation } from './use-evaluation.ts';

type Alert = components['schemas']['EvaluatedAlert'];

const tones = { Open: 'note', Resolved: 'good', Discarded: 'quiet', Failed: 'warning' } as const;

export interface ResultPaneProps {
  evaluation: Evaluation | undefined;
  error: unknown;
  isOld: boolean;
}

/** The outcome for the payload, and step by step why. */
export function ResultPane({ evaluation, error, isOld }: ResultPaneProps) {
  const t = useTexts(texts);
  const further = evaluation?.furtherAlerts ?? [];
  // Not all that changes with each letter that somebody types.
  useSay(
    evaluation
      ? [t.outcomes[evaluation.outcome], evaluation.title].filter(Boolean).join(': ')
      : null,
  );
  return (
    <Stack gap="md" aria-busy={isOld}>
      {Boolean(error) && <ProblemNotice error={error} isQuestion />}
      {evaluation && (
        <>
          <AlertResult alert={evaluation} />
          {evaluation.effect && (
            <Stack gap={2}>
              <Text size="sm" fw={600}>
                {t.now}
              </Text>
              <Group gap="xs">
                <OutcomeBadge outcome={evaluation.effect.outcome} />
                <Text size="sm">
                  <Said
                    text={evaluation.effect.reason}
                    sentence={evaluation.effect.reasonSentence}
                  />
                </Text>
              </Group>
            </Stack>
          )}
          {further.length > 0 && <Text size="sm">{t.alerts(further.length + 1)}</Text>}
          {further.slice(0, furtherMax).map((alert, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the alerts of a payload have no identity but their place
            <details key={place}>
              <summary>
                {t.alert(place + 2)}: {alert.title ?? t.outcomes[alert.outcome]}
              </summary>
              <AlertResult alert={alert} />
            </details>
          ))}
          <Trace alert={evaluation} />
        </>
      )}
    </Stack>
  );
}

const furtherMax = 50;

function AlertResult({ alert }: { alert: Alert }) {
  const t = useTexts(texts);
  const { outcome, status, severity, title, correlationId, failure, failureSentence, attributes } =
    alert;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Mark tone={tones[outcome]}>{t.outcomes[outcome]}</Mark>
        {status && <StatusBadge status={status} />}
        {severity && <SeverityBadge severity={severity} />}
      </Group>
      {failure && (
        <Text size="sm" className="breaks-anywhere">
          <Said text={failure} sentence={failureSentence} />
        </Text>
      )}
      <Table aria-label={t.result} withRowBorders={false} verticalSpacing={2}>
        <Table.Tbody>
          {[
            { name: t.title, value: title },
            { name: t.correlationId, value: correlationId },
            ...attributes,
          ].map(
            ({ name, value }, place) =>
              value !== null && (
                // biome-ignore lint/suspicious/noArrayIndexKey: several attributes may have one name
                <Table.Tr key={place}>
                  <Table.Th scope="row" miw={158} className="breaks-anywhere">
                    {name}
                  </Table.Th>
                  <Table.Td className="breaks-anywhere">
                    <Text size="sm" lineClamp={8}>
                      {value}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
      <Budget alert={alert} />
    </Stack>
  );
}

function Budget({ alert: { budget, trace } }: { alert: Alert }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (!budget) return null;
  const part = budget.used / budget.limit;
  const time = trace.reduce((sum, line) => sum + (line.microseconds ?? 0), 0);
  const percent = numberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const micros = numberFormat(language, { maximumFractionDigits: 0 }).format(time);
  const words = t.budgetUsed(percent.format(part), `${micros} µs`);
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {t.budget}: {words}
      </Text>
      <Progress
        size="sm"
        aria-label={t.budget}
        value={Math.min(100, Math.max(part * 100, 0.5))}
        color={part > 0.8 ? 'red' : 'blue'}
      />
    </Stack>
  );
}

function Trace({ alert: { trace } }: { alert: Alert }) {
  const t = useTexts(texts);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const entries = entriesOf(trace).filter(
    (lines) => !onlyFailed || lines.some(({ reason }) => Boolean(reason)),
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t.trace}
        </Title>
        <Switch
          size="xs"
          label={t.onlyFailed}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
      </Group>
      {entries.map((lines, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the next answer replaces all of it
        <Card key={place} withBorder padding="xs">
          <Text size="sm" fw={600} className="breaks-anywhere">
            {lines[0]?.attribute}
          </Text>
          {lines.map((line) => (
            <StepResult key={`${line.step} ${line.evaluation}`} line={line} />
          ))}
        </Card>
      ))}
    </Stack>
  );
}
