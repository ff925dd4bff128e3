import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { channelNames } from '../../parts/channels.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ChannelRow } from './channel-row.tsx';
import { decide } from './contacts-of-rules.ts';
import { Night } from './night.tsx';
import { defaultSettings, isShown, type Settings, storedSettings } from './settings.ts';
import { texts } from './texts.ts';
import { useOwnRules } from './use-own-rules.ts';
import { useReach } from './use-reach.ts';

const path = '/user/{userId}/incident-notification-settings';

/** How the person is told, and what that means at night. */
export function Notifications({ userId }: { userId: string }) {
  const stored = api.useQuery('get', path, { params: { path: { userId } } });
  return (
    <Loaded query={stored}>
      {({ incidentNotificationSettings: settings }) => (
        <SettingsForm userId={userId} stored={settings ?? null} />
      )}
    </Loaded>
  );
}

interface Written {
  settings: Settings;
  /** False: the defaults, as nobody has stored any. */
  isOwn: boolean;
}

function SettingsForm({ userId, stored }: { userId: string; stored: Settings | null }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const reach = useReach(userId);
  const { data: own = null } = useOwnRules(userId);
  const ownRules = own && decide(own) ? own : null;
  const reload = () => queries.invalidateQueries({ queryKey: ['get', path] });
  async function put(settings: Settings | null, seen: Settings | null): Promise<void> {
    const { error } = await publicApi.PUT(path, {
      params: {
        path: { userId },
        query: {},
        header: asSeen({ incidentNotificationSettings: seen }),
      },
      body: { incidentNotificationSettings: settings },
    });
    if (error) throw error;
    await reload();
  }
  const draft = useDraft<Written>({
    stored: { settings: stored ?? defaultSettings, isOwn: stored !== null },
    save({ settings: { phoneNumberConfirmations: _, ...members } }, seen) {
      const before = seen.isOwn ? seen.settings : null;
      return put(storedSettings(members, before, reach), before);
    },
    name: 'notifications',
  });
  const { isChanged } = draft;
  const shown = channelNames.filter((channel) => isShown(channel, reach));
  const { settings } = draft.value;
  const setSettings = (next: Settings) => draft.change({ ...draft.value, settings: next });
  const reset = useMutation({
    mutationFn: () => put(null, stored),
  });

  return (
    <Stack gap="lg">
      {ownRules ? (
        <Alert color="blue" variant="light" title={t.ownRules}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t.ownRulesHelp}</Text>
            <TextLink to="/me" search={{ section: 'rules' }}>
              {t.toRules}
            </TextLink>
          </Stack>
        </Alert>
      ) : (
        <>
          <Stack gap={4}>
            <Title order={2} size="h4">
              {t.night}
            </Title>
            <Text size="sm" c="dimmed">
              {t.nightHelp}
            </Text>
          </Stack>
          <Night settings={settings} reach={reach} />
          <TextLink to="/me" search={{ section: 'rules' }}>
            {t.finer}
          </TextLink>
        </>
      )}
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.how}
        </Title>
        <Text size="sm" c="dimmed">
          {t.howHelp} {stored === null && !isChanged ? t.usesDefaults : ''}
        </Text>
      </Stack>
      {shown.map((channel) => (
        <ChannelRow
          key={channel}
          userId={userId}
          channel={channel}
          settings={settings}
          onChange={setSettings}
        />
      ))}
      <TextLink to="/me" search={{ section: 'devices' }}>
        {t.toChats}
      </TextLink>
      <DraftNotices draft={draft} />
      <Group>
        <Button disabled={!isChanged} loading={draft.isSaving} onClick={() => void draft.submit()}>
          {shared.save}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={draft.discard}>
            {shared.cancel}
          </Button>
        )}
        {stored !== null && (
          <Confirm
            label={t.backToDefaults}
            question={t.backQuestion}
            mutation={reset}
            onConfirm={() => reset.mutateAsync()}
          />
        )}
      </Group>
    </Stack>
  );
}
