import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
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
            <NumberForm key={loaded.phoneNumber} userId={userId} state={loaded} />
            {loaded.phoneNumber !== null && !loaded.isConfirmed && <CodeForm userId={userId} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function NumberForm({ userId, state }: { userId: string; state: PhoneState }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const queries = useQueryClient();
  const [number, setNumber] = useState(state.phoneNumber ?? '');
  const save = useMutation({
    mutationFn: async () => {
      const path = { userId };
      const settings = await publicApi.GET(settingsPath, { params: { path } });
      if (settings.error) throw settings.error;
      const { error } = await publicApi.PUT(settingsPath, {
        params: { path, query: {}, header: asSeen(settings.data) },
        body: {
          phoneNumber: number.replaceAll(/[\s()/-]/g, '') || null,
          incidentNotificationSettings: settings.data.incidentNotificationSettings,
        },
      });
      if (error) throw error;
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['get', statePath] });
      tell.done();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
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
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={number === (state.phoneNumber ?? '')}
          >
            {shared.save}
          </Button>
        </Group>
        {state.phoneNumber !== null && (
          <Text size="sm" c={state.isConfirmed ? 'dimmed' : 'red'}>
            {state.isConfirmed ? t.phoneConfirmed : t.phoneUnconfirmed}
          </Text>
        )}
        {Boolean(save.error) && <ProblemNotice error={save.error} title={shared.refused} />}
      </Stack>
    </form>
  );
}

function CodeForm({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const params = { path: { id: userId } };
  const send = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.POST('/user/{id}/phone-number/send-code', { params });
      if (error) throw error;
    },
    onSuccess: () => tell.done(t.codeSent),
    onError: tell.refused,
  });
  const confirm = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.POST('/user/{id}/phone-number/confirm', {
        params,
        body: { code },
      });
      if (error) throw error;
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['get', statePath] });
      tell.done(t.confirmed);
    },
    onError: tell.refused,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Group align="flex-end" gap="sm">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t.sendCode}
        </Button>
        {send.isSuccess && (
          <>
            <TextInput
              label={t.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={confirm.isPending} disabled={code.length !== 6}>
              {t.confirm}
            </Button>
          </>
        )}
      </Group>
    </form>
  );
}
