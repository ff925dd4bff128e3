import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/console.generated.ts';
import { consoleApi, consoleQueries } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** Where the person is signed in. */
export function Sessions() {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const sessions = consoleQueries.useQuery('get', '/sessions');
  const reload = () => queries.invalidateQueries({ queryKey: ['get', '/sessions'] });
  const endOthers = useMutation({
    mutationFn: async () => {
      const { data, error } = await consoleApi.DELETE('/sessions');
      if (error) throw error;
      return data;
    },
    onSuccess: async ({ ended }) => {
      await reload();
      tell.done(t.ended(ended));
    },
  });
  return (
    <Loaded query={sessions}>
      {({ sessions: all }) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t.sessionsHelp}
            </Text>
            {all.length > 1 && (
              <Confirm
                label={t.endOthers}
                question={t.endOthersQuestion}
                mutation={endOthers}
                onConfirm={() => endOthers.mutateAsync()}
              />
            )}
          </Group>
          {all.map((session) => (
            <SessionCard key={session.id} session={session} onEnded={reload} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

interface SessionCardProps {
  session: components['schemas']['ConsoleSession'];
  onEnded(): Promise<void>;
}

function SessionCard({ session, onEnded }: SessionCardProps) {
  const t = useTexts(texts);
  const { id, isCurrent, method, provider, address, userAgent, createdAt, lastSeenAt } = session;
  const device = shortDevice(userAgent) || address;
  const end = useMutation({
    mutationFn: async () => {
      const { error } = await consoleApi.DELETE('/sessions/{id}', { params: { path: { id } } });
      if (error) throw error;
    },
    onSuccess: onEnded,
  });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Stack gap={2} className="breaks-anywhere">
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {isCurrent && <Badge variant="light">{t.current}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {address} · {provider ?? t.methods[method]} · {t.signedIn} <Moment at={createdAt} /> ·{' '}
            {t.lastSeen} <Moment at={lastSeenAt} />
          </Text>
        </Stack>
        {!isCurrent && (
          <Confirm
            label={t.end}
            size="xs"
            of={device}
            question={t.endQuestion}
            mutation={end}
            onConfirm={() => end.mutateAsync()}
          />
        )}
      </Group>
    </Card>
  );
}

function shortDevice(userAgent: string): string {
  const system = /iPhone|iPad|Android|Windows|Mac OS X|Linux/.exec(userAgent)?.[0] ?? '';
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0]?.replace('Edg', 'Edge') ?? '';
  return [browser, system.replace('Mac OS X', 'Mac')].filter(Boolean).join(', ') || userAgent;
}
