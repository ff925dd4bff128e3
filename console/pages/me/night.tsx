import { Card, Group, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { type Channel, channelWords } from '../../parts/channels.ts';
import { Icon } from '../../parts/icon.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import {
  contactUsed,
  neededBy,
  type Reach,
  type Settings,
  type Severity,
  type Step,
  severities,
  stepsOf,
} from './settings.ts';
import { texts } from './texts.ts';

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
            <Steps {...{ severity, reach }} steps={stepsOf(settings, severity, reach)} />
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

interface StepsProps {
  severity: Severity;
  steps: Step[];
  reach: Reach;
}

function Steps({ severity, steps, reach }: StepsProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const nameOf = (channel: Channel) => channelWords(channel).name[language];
  const wayOf = (channel: Channel) => {
    const contact = contactUsed(channel, reach);
    return contact === null ? nameOf(channel) : `${nameOf(channel)} (${contact})`;
  };
  const arrives = steps.some(({ channels }) => channels.length > 0);
  return (
    <>
      {steps.length > 0 && (
        <Timeline bulletSize={20} lineWidth={2}>
          {steps.map(({ minutes, channels, missing }) => (
            <Timeline.Item
              key={minutes}
              title={<Text ff="monospace">{timeAfter(minutes)}</Text>}
              bullet={
                <Icon name={channelWords((channels[0] ?? missing[0]) as Channel).icon} size={12} />
              }
            >
              {channels.length > 0 && <Text size="sm">{channels.map(wayOf).join(' · ')}</Text>}
              {missing.map((channel) => (
                <Text key={channel} size="sm" c="red">
                  {t.notSent(nameOf(channel), t.missing[neededBy(channel)])}
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
