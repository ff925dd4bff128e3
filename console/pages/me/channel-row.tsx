import {
  Button,
  Card,
  Chip,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { choiceOf } from '../../parts/schema-form/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { type Channel, channels, intents, type Settings, severities } from './settings.ts';
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
  const names = channels[channel];
  const isOn = settings[names.isOn];
  const change = (members: Partial<Settings>) => onChange({ ...settings, ...members });
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Switch
            label={t.switchOf(t[channel])}
            checked={isOn}
            onChange={(event) => change({ [names.isOn]: event.currentTarget.checked })}
          />
          <TestButton userId={userId} channel={channel} />
        </Group>
        {isOn && (
          <Group gap="lg" align="flex-end">
            <Stack gap={4}>
              <Text size="sm" fw={600} aria-hidden="true">
                {t.severities}
              </Text>
              <Chip.Group
                multiple
                value={settings[names.severities]}
                onChange={(chosen) => change({ [names.severities]: chosen })}
              >
                <Group gap={6} role="group" aria-label={t.severitiesOf(t[channel])}>
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
              aria-label={t.delayOf(t[channel])}
              suffix={` ${t.minutes}`}
              min={0}
              max={60}
              clampBehavior="strict"
              allowDecimal={false}
              value={settings[names.delay]}
              onChange={(minutes) => change({ [names.delay]: Number(minutes) || 0 })}
            />
            <MultiSelect
              flex={1}
              miw={220}
              label={t.notAbout}
              aria-label={t.notAboutOf(t[channel])}
              description={
                { VoiceCall: t.callsTell, SMS: t.textsTell, Push: null, Email: null }[channel]
              }
              data={intents.map((value) => ({ value, label: choiceOf(value, language) }))}
              value={settings[names.disabledIntents] ?? []}
              onChange={(chosen) => change({ [names.disabledIntents]: chosen })}
              {...clear(t.notAboutOf(t[channel]))}
            />
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** Device by device, where there are several: one that took it must not hide one that did not. */
function detailOf(
  { devices, detail }: components['schemas']['TestNotificationResult'],
  t: { tookIt: (taken: number, all: number) => string },
): string | null {
  const missed = devices.filter(({ outcome }) => outcome !== 'sent');
  if (devices.length < 2 || missed.length === 0) return detail;
  const reasons = missed.map((one) => `${one.displayName}: ${one.detail ?? one.outcome}`);
  return [t.tookIt(devices.length - missed.length, devices.length), ...reasons].join(' ');
}

function TestButton({ userId, channel }: { userId: string; channel: Channel }) {
  const t = useTexts(texts);
  const tell = useTell();
  const test = useMutation({
    mutationFn: async () => {
      const { data, error } = await publicApi.POST('/user/{id}/test-notification', {
        params: { path: { id: userId } },
        body: { channel },
      });
      if (error) throw error;
      // In the form of other refusals, so that it is shown like one.
      if (data.outcome !== 'sent')
        throw { code: data.outcome, title: t[channel], status: 409, detail: detailOf(data, t) };
    },
    onSuccess: () => tell.done(t.tested(t[channel])),
    onError: tell.refused,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t.testOf(t[channel])}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      {t.test}
    </Button>
  );
}
