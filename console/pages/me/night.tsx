import { Card, Group, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import {
  type Channel,
  type Reach,
  type Settings,
  type Severity,
  type Step,
  severities,
  stepsOf,
} from './settings.ts';
import { texts } from './texts.ts';

const icons = { Push: 'bell', VoiceCall: 'phone', SMS: 'message', Email: 'send' } as const;

/** The settings as a picture: who is woken, when, by what. */
export function Night({ settings, reach }: { settings: Settings; reach: Reach }) {
  const t = useTexts(texts);
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} aria-label={t.night}>
      {severities.map((severity) => (
        <Card withBorder key={severity} padding="md">
          <Stack gap="sm">
            <Group>
              <SeverityBadge severity={severity} />
            </Group>
            <Steps severity={severity} steps={stepsOf(settings, severity, reach)} />
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Steps({ severity, steps }: { severity: Severity; steps: Step[] }) {
  const t = useTexts(texts);
  const arrives = steps.some(({ channels }) => channels.length > 0);
  return (
    <>
      {steps.length > 0 && (
        <Timeline bulletSize={20} lineWidth={2}>
          {steps.map(({ minutes, channels, missing }) => (
            <Timeline.Item
              key={minutes}
              title={<Text ff="monospace">{timeAfter(minutes)}</Text>}
              bullet={<Icon name={icons[(channels[0] ?? missing[0]) as Channel]} size={12} />}
            >
              {channels.length > 0 && (
                <Text size="sm">{channels.map((channel) => t[channel]).join(' · ')}</Text>
              )}
              {missing.map((channel) => (
                <Text key={channel} size="sm" c="red">
                  {t.notSent(t[channel], t.missing[channel])}
                </Text>
              ))}
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {!arrives && (
        <Text size="sm" c={severity === 'Critical' ? 'red' : 'dimmed'}>
          {severity === 'Critical' ? t.nothingCritical : t.nothing}
        </Text>
      )}
    </>
  );
}

function timeAfter(minutes: number): string {
  return `${String(3 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
