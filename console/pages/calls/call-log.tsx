import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatDuration } from '../../parts/duration.ts';
import { dateFormat } from '../../parts/formats.ts';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Entry = components['schemas']['CallLogEntry'];

const tones = { Processed: 'Resolved', Failed: 'Critical', Ignored: 'None' } as const;

/** Each step of a call in order, with the sentence that says why. */
export function CallLog({ log, start }: { log: readonly Entry[]; start: string }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const began = Date.parse(start);
  return (
    <Stack gap="xs" component="section" aria-label={t.log}>
      <Title order={2} size="h4">
        {t.log}
      </Title>
      <ol className="plain-list">
        {log.map(({ at, step, action, result, reason, reasonSentence }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          <li key={place}>
            <Card withBorder padding="sm" mb="xs">
              <Group gap="xs">
                <Text fw={600}>{t.steps[step]}</Text>
                <span className="badge" data-tone={tones[result]}>
                  {t.results[result]}
                </span>
                <Text size="sm" c="dimmed">
                  <time dateTime={at} title={clock(at, language)}>
                    {t.at(formatDuration(Math.max(0, Date.parse(at) - began), language))}
                  </time>
                  {' · '}
                  {t.actions[action]}
                </Text>
              </Group>
              <Text className="breaks-anywhere">
                <Said text={reason} sentence={reasonSentence} />
              </Text>
            </Card>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

/** To the second: the carrier's own log is read beside it. */
function clock(at: string, language: string): string {
  return dateFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(at));
}
