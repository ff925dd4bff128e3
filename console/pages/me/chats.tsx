import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { channelWords } from '../../parts/channels.ts';
import { Code } from '../../parts/code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTell } from '../../parts/tell.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { chatsTexts } from './chats-texts.ts';
import { TestButton } from './test-button.tsx';
import { chatsPath, useChats } from './use-chats.ts';

type Account = components['schemas']['ChatAccount'];
type Connection = components['schemas']['ChatConnection'];

/** Accounts in chats: which are connected, whether they are reached, and how to connect one. */
export function Chats({ userId }: { userId: string }) {
  const t = useTexts(chatsTexts);
  const chats = useChats(userId);
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {t.help}
        </Text>
      </Stack>
      <Loaded query={chats} lines={2}>
        {({ accounts, connections }) => (
          <>
            {accounts.length === 0 && <Text size="sm">{t.none}</Text>}
            {accounts.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                bot={
                  connections.find(
                    (one) => one.outboundIntegrationId === account.outboundIntegrationId,
                  )?.displayName ?? ''
                }
              />
            ))}
            {connections.length === 0 && (
              <Text size="sm" c="dimmed">
                {t.noBots}
              </Text>
            )}
            {connections.map((connection) => (
              <Connect
                key={connection.outboundIntegrationId}
                userId={userId}
                connection={connection}
                isConnected={accounts.some(
                  (one) => one.outboundIntegrationId === connection.outboundIntegrationId,
                )}
              />
            ))}
            {connections.length > 0 && (
              <Text size="sm" c="dimmed">
                {t.untried}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function AccountCard({ account, bot }: { account: Account; bot: string }) {
  const t = useTexts(chatsTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const { id, userId, channel, failure } = account;
  const name = account.displayName ?? account.chatUserId;
  const remove = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.DELETE('/user/{id}/chats/{accountId}', {
        params: { path: { id: userId, accountId: id } },
      });
      if (error) throw error;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', chatsPath] }),
  });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Stack gap={2} className="breaks-anywhere">
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {channel === null ? t.actsIn(bot) : t.via(channelWords(channel).name[language], bot)}
          </Text>
          {failure && (
            <Text size="sm" c="red">
              {t.fails} <Said text={failure.text} sentence={failure.textSentence} />
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {channel !== null && (
            <TestButton userId={userId} channel={channel} contactId={id} name={name} />
          )}
          <Confirm
            label={t.remove}
            size="xs"
            of={name}
            question={t.removeQuestion(name)}
            mutation={remove}
            onConfirm={() => remove.mutateAsync()}
          />
        </Group>
      </Group>
    </Card>
  );
}

interface ConnectProps {
  userId: string;
  connection: Connection;
  isConnected: boolean;
}

/** A bot or a room, and how to connect an account with it. */
function Connect({ userId, connection, isConnected }: ConnectProps) {
  const t = useTexts(chatsTexts);
  const tell = useTell();
  const { language } = useLanguage();
  const { outboundIntegrationId, displayName, channel } = connection;
  const code = useMutation({
    mutationFn: async () => {
      const { data, error } = await publicApi.POST('/user/{id}/chats/code', {
        params: { path: { id: userId } },
        body: { outboundIntegrationId },
      });
      if (error) throw error;
      return data;
    },
    onError: tell.refused,
  });
  const label = isConnected ? t.connectAnother : t.connect;
  const howToSend = ({ isCommand }: components['schemas']['ChatCode']) => {
    if (isCommand) return t.type;
    return channel === null ? t.enter : t.write(channelWords(channel).name[language]);
  };
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Stack gap={2} className="breaks-anywhere">
          <Text fw={600}>{displayName}</Text>
          <Text size="sm" c="dimmed">
            {channel === null ? t.room : channelWords(channel).name[language]}
          </Text>
        </Stack>
        <Button
          variant="default"
          size="xs"
          aria-label={`${label}: ${displayName}`}
          loading={code.isPending}
          onClick={() => code.mutate()}
        >
          {label}
        </Button>
      </Group>
      {code.data && (
        <Stack gap="xs" mt="sm">
          <Text size="sm">{howToSend(code.data)}</Text>
          <Code text={code.data.text} label={howToSend(code.data)} />
          {code.data.url !== null && (
            <Anchor href={code.data.url} target="_blank" rel="noreferrer">
              {t.orOpen}
            </Anchor>
          )}
        </Stack>
      )}
    </Card>
  );
}
