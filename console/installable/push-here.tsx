import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTell } from '../parts/tell.tsx';
import { defineTexts, useTexts } from '../parts/texts.tsx';
import { noPushTexts } from './no-push-texts.ts';
import {
  deviceName,
  isLoopback,
  NoPermission,
  pushObstacle,
  subscribeThisDevice,
} from './this-device.ts';

const texts = defineTexts({
  en: {
    push: 'Push to this device',
    done: 'This device gets push messages now.',
    loopback: (host: string) =>
      `A phone cannot open this address: on it, ${host} is the phone itself. For push on phones, put https in front of this server and set TOCSIN_PUBLIC_URL to that address.`,
  },
  de: {
    push: 'Push an dieses Gerät',
    done: 'Dieses Gerät bekommt jetzt Push-Nachrichten.',
    loopback: (host) =>
      `Ein Telefon kann diese Adresse nicht öffnen: Dort ist ${host} das Telefon selbst. Für Push auf Telefone setzen Sie https vor diesen Server und stellen TOCSIN_PUBLIC_URL auf diese Adresse.`,
  },
});

export const devicesPath = '/push-subscription/search/list';

/** Switches push on for this browser, or says why it cannot be, and why no phone can come here. */
export function PushHere({ userId, isQuiet }: { userId: string; isQuiet?: boolean }) {
  const t = useTexts(texts);
  const reasons = useTexts(noPushTexts);
  const tell = useTell();
  const queries = useQueryClient();
  const [obstacle, setObstacle] = useState(pushObstacle);
  const register = useMutation({
    mutationFn: () => subscribeThisDevice(userId, deviceName()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['get', devicesPath] });
      tell.done(t.done);
    },
    onError: (error) =>
      error instanceof NoPermission ? setObstacle('permissionDenied') : tell.refused(error),
  });
  return (
    <Stack gap="xs">
      {isLoopback() && <Text size="sm">{t.loopback(location.hostname)}</Text>}
      {obstacle ? (
        <Alert color="orange">
          <Text size="sm">{reasons[obstacle]}</Text>
        </Alert>
      ) : (
        <Group>
          <Button
            variant={isQuiet ? 'light' : 'filled'}
            loading={register.isPending}
            onClick={() => register.mutate()}
          >
            {t.push}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
