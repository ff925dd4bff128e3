import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { type Language, useLanguage, useTexts } from '../../parts/texts.tsx';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { texts } from './texts.ts';

type User = components['schemas']['User'];

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** Name, zone and language, and what the product says unasked. */
export function Profile({ userId }: { userId: string }) {
  const user = api.useQuery('get', '/user/{id}', { params: { path: { id: userId } } });
  return <Loaded query={user}>{(loaded) => <ProfileForm key={loaded.id} user={loaded} />}</Loaded>;
}

function ProfileForm({ user }: { user: User }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const queries = useQueryClient();
  const { language, choose } = useLanguage();
  // As it was when the writing began.
  const [seen, setSeen] = useState(user);
  const [values, setValues] = useState({
    displayName: user.displayName ?? '',
    timeZoneId: user.timeZoneId,
    disableOnCallNotices: user.disableOnCallNotices ?? false,
    disableWeeklyIncidentEngagementReport: user.disableWeeklyIncidentEngagementReport ?? false,
  });
  const save = useMutation({
    mutationFn: async () => {
      const { email, userName, calendarPublishingSettings } = user;
      const { displayName, ...others } = values;
      const { data, error } = await publicApi.PUT('/user/{id}', {
        params: { path: { id: user.id }, query: {}, header: asSeen(seen) },
        // Phone number and notification settings are left out: they stay as they are.
        body: {
          email,
          userName,
          calendarPublishingSettings,
          displayName: displayName || null,
          ...others,
        },
      });
      if (error) throw error;
      return data;
    },
    onSuccess: async (saved) => {
      setSeen(saved);
      await queries.invalidateQueries({ queryKey: ['get', '/user/{id}'] });
      await queries.invalidateQueries({ queryKey: ['get', '/me'] });
      tell.done();
    },
  });
  const change = (members: Partial<typeof values>) => setValues({ ...values, ...members });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="md" maw={520}>
        {(user.isProvisioned || user.source === 'Scim' || user.source === 'Oidc') && (
          <Alert color="orange">
            <Text size="sm">{t.managedElsewhere}</Text>
          </Alert>
        )}
        <TextInput
          label={t.name}
          autoComplete="name"
          maxLength={500}
          value={values.displayName}
          onChange={(event) => change({ displayName: event.currentTarget.value })}
        />
        <ZoneSelect
          label={t.zone}
          value={values.timeZoneId ?? null}
          onChange={(timeZoneId) => change({ timeZoneId })}
        />
        <Select
          label={t.language}
          data={languages}
          allowDeselect={false}
          value={language}
          onChange={(chosen) => chosen && choose(chosen as Language)}
        />
        <Switch
          label={t.onCallNotices}
          checked={!values.disableOnCallNotices}
          onChange={(event) => change({ disableOnCallNotices: !event.currentTarget.checked })}
        />
        <Switch
          label={t.weeklyReport}
          checked={!values.disableWeeklyIncidentEngagementReport}
          onChange={(event) =>
            change({ disableWeeklyIncidentEngagementReport: !event.currentTarget.checked })
          }
        />
        {Boolean(save.error) && <ProblemNotice error={save.error} title={shared.refused} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {shared.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
