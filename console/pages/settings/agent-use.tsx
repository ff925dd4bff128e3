import { Stack, Text } from '@mantine/core';
import { Moment } from '../../parts/moment.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { agentTexts } from './agent-texts.ts';
import type { ApiKey } from './key-dialogs.tsx';

/** When a key was last used, and by which program. */
export function AgentUse({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(agentTexts);
  const { lastUsedAt, lastUsedClient } = apiKey;
  if (lastUsedAt === null) return t.never;
  return (
    <Stack gap={2}>
      <Moment at={lastUsedAt} />
      {lastUsedClient !== null && (
        <Text size="xs" c="dimmed" className="breaks-anywhere" title={t.byHelp}>
          {t.by(lastUsedClient)}
        </Text>
      )}
    </Stack>
  );
}
