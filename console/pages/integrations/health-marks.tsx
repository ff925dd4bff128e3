import { Badge, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatDuration, Moment } from '../../parts/moment.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type Health = components['schemas']['InboundIntegrationHealth'];

export interface HealthMarksProps {
  health: Health | null;
  refused: components['schemas']['RefusedRequests'];
  warning: string | null;
}

/** What is wrong with an integration, in words; what arrived last where nothing is. */
export function HealthMarks({ health, refused, warning }: HealthMarksProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const recent = health?.recentPayloads;
  const pause = health?.longestPauseInSeconds ?? null;
  return (
    <Stack gap={4}>
      <Group gap={6}>
        {health?.maintenance && (
          <Badge color="grape" variant="light" radius="sm" tt="none">
            {health.maintenance === 'muted' ? t.muted : t.maintenance}
          </Badge>
        )}
        {health?.snoozedUntil && (
          <Badge color="blue" variant="light" radius="sm" tt="none">
            {t.snoozes}
          </Badge>
        )}
        {health?.isSilentLongerThanUsual && (
          <Badge color="orange" variant="light" radius="sm" tt="none">
            {t.silent}
          </Badge>
        )}
        {recent && recent.failed > 0 && (
          <Badge color="red" variant="light" radius="sm" tt="none">
            {t.failedOf(recent.failed, recent.count)}
          </Badge>
        )}
        {refused && (
          <Badge color="orange" variant="light" radius="sm" tt="none">
            {t.refused(refused.count)}
          </Badge>
        )}
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
      {health?.isSilentLongerThanUsual && pause !== null && (
        <Text size="xs" c="dimmed">
          {t.usualPause(formatDuration(pause * 1000, language))}
        </Text>
      )}
      {recent?.lastFailure && (
        <Text size="xs" c="dimmed" lineClamp={2} className="breaks-anywhere">
          {recent.lastFailure}
        </Text>
      )}
      {refused && (
        <Text size="xs" c="dimmed">
          <Moment at={refused.lastAt} />: {t.refusals[refused.lastReason]}
        </Text>
      )}
      {warning && (
        <Text size="xs" c="orange">
          {warning}
        </Text>
      )}
    </Stack>
  );
}
