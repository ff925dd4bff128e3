import { Card, Chip, Group, MultiSelect, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { channelTraits } from '../../../openapi/types/channels.generated.ts';
import { type Channel, channelWords } from '../../parts/channels.ts';
import { choiceOf } from '../../parts/schema-form/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { defaultSettings, intents, type Settings, severities } from './settings.ts';
import { TestButton } from './test-button.tsx';
import { texts } from './texts.ts';

interface ChannelRowProps {
  userId: string;
  channel: Channel;
  settings: Settings;
  onChange(settings: Settings): void;
}

/** One way to be told: whether, of what, and after how long. */
export function ChannelRow({ userId, channel, settings, onChange }: ChannelRowProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const clear = useClear();
  const severityTexts = useSeverityTexts();
  const names = channelTraits[channel].members;
  const words = channelWords(channel);
  const name = words.name[language];
  // Null in settings that are older than the channel: the default holds.
  const isOn = settings[names.isOn] ?? defaultSettings[names.isOn] ?? false;
  const change = (members: Partial<Settings>) => onChange({ ...settings, ...members });
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Switch
            label={t.switchOf(name)}
            checked={isOn}
            onChange={(event) => change({ [names.isOn]: event.currentTarget.checked })}
          />
          <TestButton userId={userId} channel={channel} name={name} />
        </Group>
        {isOn && (
          <Group gap="lg" align="flex-start">
            <Stack gap={4}>
              <Text size="sm" fw={600} aria-hidden="true">
                {t.severities}
              </Text>
              <Chip.Group
                multiple
                value={settings[names.severities] ?? defaultSettings[names.severities] ?? []}
                onChange={(chosen) => change({ [names.severities]: chosen })}
              >
                <Group gap={6} role="group" aria-label={t.severitiesOf(name)}>
                  {severities.map((severity) => (
                    <Chip key={severity} value={severity} size="sm">
                      {severityTexts[severity]}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </Stack>
            <NumberInput
              w={110}
              label={t.after}
              aria-label={t.delayOf(name)}
              suffix={` ${t.minutes}`}
              min={0}
              max={60}
              clampBehavior="strict"
              allowDecimal={false}
              value={settings[names.delayMinutes] ?? 0}
              onChange={(minutes) => change({ [names.delayMinutes]: Number(minutes) || 0 })}
            />
            <MultiSelect
              flex={1}
              miw={220}
              label={t.notAbout}
              aria-label={t.notAboutOf(name)}
              description={words.limit?.[language]}
              data={intents.map((value) => ({ value, label: choiceOf(value, language) }))}
              value={
                settings[names.disabledIntents] ?? defaultSettings[names.disabledIntents] ?? []
              }
              onChange={(chosen) => change({ [names.disabledIntents]: chosen })}
              {...clear(t.notAboutOf(name))}
            />
          </Group>
        )}
      </Stack>
    </Card>
  );
}
