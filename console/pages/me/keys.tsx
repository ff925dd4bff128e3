import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** Keys that act as this person. They are made and revoked in the settings of the organization. */
export function Keys({ userId }: { userId: string }) {
  const t = useTexts(texts);
  const keys = api.useQuery('get', '/api-key/search/list', { params: { query: { Limit: 100 } } });
  return (
    <Loaded query={keys}>
      {({ apiKeys }) => {
        const own = apiKeys.filter((key) => key.userId === userId);
        if (own.length === 0) return <Empty title={t.noKeys}>{t.noKeysHelp}</Empty>;
        return (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t.keysHelp}
            </Text>
            {own.map(({ id, displayName, prefix, last4, lastUsedAt, expiresAt, revokedAt }) => (
              <Card withBorder padding="sm" key={id}>
                <Group gap="xs">
                  <Text fw={600} className="breaks-anywhere">
                    {displayName}
                  </Text>
                  {revokedAt && <Badge color="gray">{t.revoked}</Badge>}
                </Group>
                <Text size="sm" c="dimmed" className="breaks-anywhere">
                  {prefix}…{last4} · {t.lastUsed}{' '}
                  {lastUsedAt ? <Moment at={lastUsedAt} /> : t.never}
                  {expiresAt && (
                    <>
                      {' '}
                      · {t.expires} <Moment at={expiresAt} />
                    </>
                  )}
                </Text>
              </Card>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}
