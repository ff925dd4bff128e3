import { Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatDuration } from '../../parts/duration.ts';
import { Moment } from '../../parts/moment.tsx';
import { Said, type Sentence } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Mark } from './mark.tsx';
import { texts } from './texts.ts';

export type Health = components['schemas']['InboundIntegrationHealth'];

export interface HealthMarksProps {
  health: Health | null;
  refused: components['schemas']['RefusedRequests'];
  warning: string | null;
  warningSentence: Sentence | null;
}

/** Tells what is wrong with an integration; if nothing is, what arrived last. */
export function HealthMarks({ health, refused, warning, warningSentence }: HealthMarksProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const recent = health?.recentPayloads;
  const pause = health?.longestPauseInSeconds ?? null;
  return (
    <Stack gap={4}>
      <Group gap={6}>
        {health?.maintenance && (
          <Mark tone="note">{health.maintenance === 'muted' ? t.muted : t.maintenance}</Mark>
        )}
        {health?.snoozedUntil && <Mark tone="note">{t.snoozes}</Mark>}
        {health?.waitingPayloads && (
          <Mark tone="warning">{t.waitingPayloads(health.waitingPayloads.count)}</Mark>
        )}
        {health?.isSilentLongerThanUsual && <Mark tone="warning">{t.silent}</Mark>}
        {recent && recent.failed > 0 && (
          <Mark tone="bad">{t.failedOf(recent.failed, recent.count)}</Mark>
        )}
        {refused && <Mark tone="warning">{t.refused(refused.count)}</Mark>}
      </Group>
      <Text size="sm">
        {health?.lastPayload ? (
          <>
            {t.lastPayload}: <Moment at={health.lastPayload.createdAt} /> ·{' '}
            {t.outcomes[health.lastPayload.outcome]}
          </>
        ) : (
          t.never
        )}
      </Text>
      {health?.waitingPayloads && (
        <Text size="xs" c="dimmed">
          {t.waitingSince} <Moment at={health.waitingPayloads.oldestCreatedAt} />
        </Text>
      )}
      {health?.isSilentLongerThanUsual && pause !== null && (
        <Text size="xs" c="dimmed">
          {t.usualPause(formatDuration(pause * 1000, language))}
        </Text>
      )}
      {recent?.lastFailure && (
        <Text size="xs" c="dimmed" lineClamp={2} className="breaks-anywhere">
          <Said text={recent.lastFailure} sentence={recent.lastFailureSentence} />
        </Text>
      )}
      {refused && (
        <Text size="xs" c="dimmed">
          <Moment at={refused.lastAt} />: {t.refusals[refused.lastReason]}
        </Text>
      )}
      {warning && (
        <Text size="xs" fw={600}>
          <Said text={warning} sentence={warningSentence} />
        </Text>
      )}
    </Stack>
  );
}
