import { Alert, Button, Card, Group, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { api } from '../../../api/client.ts';
import { numberFormat } from '../../../parts/formats.ts';
import { formatMoment, Moment } from '../../../parts/moment.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SeverityBadge } from '../../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../../parts/texts.tsx';
import { OutcomeBadge } from '../outcome-badge.tsx';
import { texts } from './texts.ts';

type Mapping = components['schemas']['AttributesMapping'];
type Trial = components['schemas']['StoredPayloadEvaluation'];
type Tried = components['schemas']['TriedPayload'];
type Result = components['schemas']['StoredPayloadsEvaluation'];

export interface TrialsProps {
  integrationId: string;
  mapping: Mapping;
  onShow: (payloadId: string) => void;
}

const counted = ['opened', 'updated', 'resolved', 'discarded', 'failed'] as const;

/**
 * Shows the results of the saved mapping and of this one for the latest payloads, side by side. One request, whatever
 * their number.
 */
export function Trials({ integrationId, mapping, onShow }: TrialsProps) {
  const t = useTexts(texts);
  const [triedMapping, setTriedMapping] = useState<string | null>(null);
  const trial = api.useMutation('post', '/inbound-integration/{id}/payloads/evaluate');
  const text = JSON.stringify(mapping);
  return (
    <Card withBorder>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {t.trials}
          </Title>
          <Text size="sm" c="dimmed">
            {t.trialsHelp}
          </Text>
        </Stack>
        <Group>
          <Button
            variant="default"
            loading={trial.isPending}
            onClick={() => {
              setTriedMapping(text);
              trial.mutate({
                params: { path: { id: integrationId } },
                body: { attributesMapping: mapping },
              });
            }}
          >
            {t.try}
          </Button>
          {trial.data && triedMapping !== text && <Text size="sm">{t.old}</Text>}
        </Group>
        {trial.error && <ProblemNotice error={trial.error} isQuestion />}
        {trial.data && <TrialResult result={trial.data} onShow={onShow} />}
      </Stack>
    </Card>
  );
}

function TrialResult({ result, onShow }: { result: Result; onShow: TrialsProps['onShow'] }) {
  const t = useTexts(texts);
  const [onlyDiffering, setOnlyDiffering] = useState(true);
  const { payloads, before, after, stoppedBy } = result;
  if (payloads.length === 0) return <Text role="status">{t.noTrials}</Text>;
  const differing = payloads.filter(differs);
  const shown = onlyDiffering ? differing : payloads;
  return (
    <Stack gap="md">
      {stoppedBy && (
        <Alert color="orange" variant="light">
          {t.stoppedBy[stoppedBy](payloads.length)}
        </Alert>
      )}
      <Table aria-label={t.trials} maw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.result}</Table.Th>
            <Table.Th ta="end">{t.before}</Table.Th>
            <Table.Th ta="end">{t.after}</Table.Th>
            <Table.Th ta="end">{t.difference}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counted.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{t.counts[name]}</Table.Th>
              <Table.Td ta="end">{before[name]}</Table.Td>
              <Table.Td ta="end">{after[name]}</Table.Td>
              <Table.Td ta="end">
                <Difference of={after[name] - before[name]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {t.differing(differing.length, payloads.length)}
        </Text>
        <Switch
          label={t.onlyDiffering}
          checked={onlyDiffering}
          onChange={(event) => setOnlyDiffering(event.currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 && <Text size="sm">{t.nothingDiffers}</Text>}
      {shown.map((trial) => (
        <TrialCard key={trial.id} trial={trial} onShow={onShow} />
      ))}
    </Stack>
  );
}

function Difference({ of }: { of: number }) {
  const { language } = useLanguage();
  const text = numberFormat(language, { signDisplay: 'exceptZero' }).format(of);
  return (
    <Text span size="sm" fw={of === 0 ? 400 : 700}>
      {text}
    </Text>
  );
}

function differs({ before, after, changedAttributes }: Trial): boolean {
  return changedAttributes.length > 0 || summaryOf(before) !== summaryOf(after);
}

function summaryOf({ outcome, alerts, status, severity, title, correlationId }: Tried): string {
  return JSON.stringify([outcome, alerts, status, severity, title, correlationId]);
}

function TrialCard({ trial, onShow }: { trial: Trial; onShow: TrialsProps['onShow'] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { id, createdAt, before, after, changedAttributes } = trial;
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm">
            <Moment at={createdAt} />
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${t.show}: ${formatMoment(new Date(createdAt), language)}`}
            onClick={() => onShow(id)}
          >
            {t.show}
          </Button>
        </Group>
        <Group align="flex-start" gap="md" grow preventGrowOverflow={false} wrap="wrap">
          <Side title={t.before} tried={before} />
          <Side title={t.after} tried={after} />
        </Group>
        {changedAttributes.length > 0 && (
          <Text size="xs" c="dimmed" className="breaks-anywhere">
            {t.changedAttributes(changedAttributes.join(', '))}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Side({ title, tried }: { title: string; tried: Tried }) {
  const t = useTexts(texts);
  const { outcome, severity, reason, correlationId, title: said, alerts } = tried;
  return (
    <Stack gap={2} miw={220}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Group gap={6}>
        <OutcomeBadge outcome={outcome} />
        {severity && outcome !== 'Failed' && <SeverityBadge severity={severity} />}
      </Group>
      <Text size="sm" className="breaks-anywhere" lineClamp={3}>
        {outcome === 'Failed' || said === null ? reason : said}
      </Text>
      {correlationId && (
        <Text size="xs" c="dimmed" className="breaks-anywhere" lineClamp={2}>
          {t.correlationId}: {correlationId}
        </Text>
      )}
      {alerts > 1 && (
        <Text size="xs" c="dimmed">
          {t.alerts(alerts)}
        </Text>
      )}
    </Stack>
  );
}
