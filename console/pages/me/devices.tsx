import { Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { publicApi } from '../../api/client.ts';
import { devicesPath, PushHere } from '../../installable/push-here.tsx';
import { forgetThisDevice, ownSubscriptionId } from '../../installable/this-device.ts';
import { useDevices } from '../../installable/use-devices.ts';
import { useInstall } from '../../installable/use-install.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useKept } from '../../parts/draft/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Chats } from './chats.tsx';
import { Phone } from './phone.tsx';
import { texts } from './texts.ts';

/** Where pushes go, accounts in chats, and the phone number. */
export function Devices({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const install = useInstall();
  const devices = useDevices(userId);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {t.push}
          </Title>
          <Text size="sm" c="dimmed">
            {t.pushHelp}
          </Text>
        </Stack>
        {install && (
          <Button variant="default" onClick={install}>
            {t.install}
          </Button>
        )}
      </Group>
      <Loaded query={devices} lines={3}>
        {({ pushSubscriptions }) => (
          <Stack gap="sm">
            {!pushSubscriptions.some(({ id }) => id === ownSubscriptionId()) && (
              <PushHere userId={userId} />
            )}
            {pushSubscriptions.length === 0 && <Text size="sm">{t.noDevices}</Text>}
            {pushSubscriptions.map((device) => (
              <Device key={device.id} {...device} />
            ))}
          </Stack>
        )}
      </Loaded>
      <AddTopic userId={userId} />
      <Chats userId={userId} />
      <Phone userId={userId} />
    </Stack>
  );
}

interface DeviceProps {
  id: string;
  displayName: string | null;
  target: string;
}

function Device({ id, displayName, target }: DeviceProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const name = displayName ?? target;
  const isThis = id === ownSubscriptionId();
  const remove = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.DELETE('/push-subscription/{id}', {
        params: { path: { id }, header: asSeen({ id, displayName }) },
      });
      if (error) throw error;
      if (isThis) await forgetThisDevice();
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', devicesPath] }),
  });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Stack gap={2} className="breaks-anywhere">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {isThis && <Badge variant="light">{t.thisDevice}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {target}
          </Text>
        </Stack>
        <Confirm
          label={t.removeDevice}
          size="xs"
          of={name}
          question={t.removeQuestion(name)}
          mutation={remove}
          onConfirm={() => remove.mutateAsync()}
        />
      </Group>
    </Card>
  );
}

function AddTopic({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const { value: address, set: setAddress } = useKept('topic', '');
  const add = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.POST('/push-subscription', {
        body: { userId, displayName: 'ntfy', ntfyTopicUrl: address },
      });
      if (error) throw error;
    },
    onSuccess: async () => {
      setAddress('');
      await queries.invalidateQueries({ queryKey: ['get', devicesPath] });
      tell.done();
    },
    onError: tell.refused,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          flex={1}
          maw={520}
          type="url"
          label={t.ntfy}
          description={t.ntfyHelp}
          placeholder="https://ntfy.sh/my-topic-8f3k2"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {t.add}
        </Button>
      </Group>
    </form>
  );
}
