import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { CodeForm } from './code-form.tsx';
import { texts } from './texts.ts';

const statePath = '/user/{id}/phone-number';
const settingsPath = '/user/{userId}/incident-notification-settings';

interface PhoneState {
  phoneNumber: string | null;
  isConfirmed: boolean;
}

/** The number that is called, and the proof that it is theirs. */
export function Phone({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const state = api.useQuery('get', statePath, { params: { path: { id: userId } } });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.calls}
      </Title>
      <Loaded query={state} lines={2}>
        {(loaded) => (
          <>
            <NumberForm userId={userId} state={loaded} />
            {loaded.phoneNumber !== null && !loaded.isConfirmed && <NumberCode userId={userId} />}
          </>
        )}
      </Loaded>
      <TextLink to="/me" search={{ section: 'rules' }}>
        {t.furtherNumbers}
      </TextLink>
    </Stack>
  );
}

function NumberForm({ userId, state }: { userId: string; state: PhoneState }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const draft = useDraft({
    stored: { phoneNumber: state.phoneNumber },
    save: async ({ phoneNumber }, seen) => {
      const path = { userId };
      const present = await publicApi.GET(settingsPath, { params: { path } });
      if (present.error) throw present.error;
      const { incidentNotificationSettings } = present.data;
      const { error } = await publicApi.PUT(settingsPath, {
        params: { path, query: {}, header: asSeen({ incidentNotificationSettings, ...seen }) },
        body: {
          phoneNumber: phoneNumber?.replaceAll(/[\s()/-]/g, '') || null,
          incidentNotificationSettings,
        },
      });
      if (error) throw error;
      await queries.invalidateQueries({ queryKey: ['get', statePath] });
    },
    name: 'phone number',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void draft.submit();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <TextInput
            type="tel"
            autoComplete="tel"
            label={t.phone}
            description={t.phoneHelp}
            placeholder="+4915112345678"
            value={draft.value.phoneNumber ?? ''}
            onChange={(event) => draft.change({ phoneNumber: event.currentTarget.value || null })}
          />
          <Button
            type="submit"
            variant="default"
            loading={draft.isSaving}
            disabled={!draft.isChanged}
          >
            {shared.save}
          </Button>
        </Group>
        {state.phoneNumber !== null && (
          <Text size="sm" c={state.isConfirmed ? 'dimmed' : 'red'}>
            {state.isConfirmed ? t.phoneConfirmed : t.phoneUnconfirmed}
          </Text>
        )}
        <DraftNotices draft={draft} />
      </Stack>
    </form>
  );
}

function NumberCode({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const params = { path: { id: userId } };
  return (
    <CodeForm
      isNumber
      send={async (byCall) => {
        const { error } = await publicApi.POST('/user/{id}/phone-number/send-code', {
          params,
          body: { byCall },
        });
        if (error) throw error;
      }}
      confirm={async (code) => {
        const { error } = await publicApi.POST('/user/{id}/phone-number/confirm', {
          params,
          body: { code },
        });
        if (error) throw error;
        await queries.invalidateQueries({ queryKey: ['get', statePath] });
      }}
    />
  );
}
