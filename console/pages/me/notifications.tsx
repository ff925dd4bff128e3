import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ChannelRow } from './channel-row.tsx';
import { Night } from './night.tsx';
import { channelNames, defaultSettings, type Settings } from './settings.ts';
import { texts } from './texts.ts';
import { useReach } from './use-reach.ts';

const path = '/user/{userId}/incident-notification-settings';

/** How the person is told, and what that means at night. */
export function Notifications({ userId }: { userId: string }) {
  const stored = api.useQuery('get', path, { params: { path: { userId } } });
  return (
    <Loaded query={stored}>
      {({ incidentNotificationSettings: settings }) => (
        <SettingsForm key={JSON.stringify(settings)} userId={userId} stored={settings ?? null} />
      )}
    </Loaded>
  );
}

function SettingsForm({ userId, stored }: { userId: string; stored: Settings | null }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const queries = useQueryClient();
  const reach = useReach(userId);
  const [settings, setSettings] = useState<Settings>(stored ?? defaultSettings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored ?? defaultSettings);
  // The form is made anew with every change of what is stored.
  const seen = { incidentNotificationSettings: stored };
  const reload = () => queries.invalidateQueries({ queryKey: ['get', path] });

  const save = useMutation({
    mutationFn: async () => {
      const { phoneNumberConfirmations: _, ...members } = settings;
      const { error } = await publicApi.PUT(path, {
        params: { path: { userId }, query: {}, header: asSeen(seen) },
        body: { incidentNotificationSettings: members },
      });
      if (error) throw error;
    },
    onSuccess: async () => {
      await reload();
      tell.done();
    },
  });
  const reset = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.PUT(path, {
        params: { path: { userId }, query: {}, header: asSeen(seen) },
        body: { incidentNotificationSettings: null },
      });
      if (error) throw error;
    },
    onSuccess: reload,
  });

  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.night}
        </Title>
        <Text size="sm" c="dimmed">
          {t.nightHelp}
        </Text>
      </Stack>
      <Night settings={settings} reach={reach} />
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.how}
        </Title>
        <Text size="sm" c="dimmed">
          {t.howHelp} {stored === null && !isChanged ? t.usesDefaults : ''}
        </Text>
      </Stack>
      {channelNames.map((channel) => (
        <ChannelRow
          key={channel}
          userId={userId}
          channel={channel}
          settings={settings}
          onChange={setSettings}
        />
      ))}
      {Boolean(save.error) && <ProblemNotice error={save.error} title={shared.refused} />}
      <Group>
        <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
          {shared.save}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => setSettings(stored ?? defaultSettings)}>
            {shared.cancel}
          </Button>
        )}
        {stored !== null && (
          <Confirm
            label={t.backToDefaults}
            question={t.backQuestion}
            action={t.backToDefaults}
            mutation={reset}
            onConfirm={() => reset.mutateAsync()}
          />
        )}
      </Group>
    </Stack>
  );
}
