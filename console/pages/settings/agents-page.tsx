import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useNames } from '../../parts/names.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useActsOf } from './agent-rights.tsx';
import { agentTexts } from './agent-texts.ts';
import { AgentUse } from './agent-use.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import { Expiry, MadeKey } from './key-dialogs.tsx';
import { NewAgent } from './new-agent.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function AgentsPage() {
  const t = useTexts(agentTexts);
  const [withEnded, setWithEnded] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const people = useNames('User');
  const actsOf = useActsOf();
  const keys = api.useInfiniteQuery(
    'get',
    '/api-key/search/list',
    { params: { query: { Limit: pageSize, Kind: 'agent', IncludeRevoked: withEnded } } },
    byOffset,
  );
  return (
    <SettingsFrame title={t.title} lead={t.lead} actions={<NewAgent onMade={setMade} />}>
      <MadeKey text={made} onClose={() => setMade(null)}>
        <ConnectAgent />
      </MadeKey>
      <Stack gap="md">
        <Checkbox
          label={t.withEnded}
          checked={withEnded}
          onChange={(event) => setWithEnded(event.currentTarget.checked)}
        />
        <PagedTable
          list={keys}
          itemsOf={(page) => page.apiKeys}
          empty={
            <Empty title={t.none} action={<NewAgent isQuiet onMade={setMade} />}>
              {t.noneHelp}
            </Empty>
          }
          label={t.title}
          columns={[
            {
              title: t.name,
              cell: (key) => (
                <Stack gap={2}>
                  <Group gap="xs">
                    <TextLink isStrong to="/settings/agents/$id" params={{ id: key.id }}>
                      {key.displayName}
                    </TextLink>
                    <ByCodeBadge isProvisioned={key.isProvisioned} />
                  </Group>
                  <Text size="xs" c="dimmed">{`${key.prefix}…${key.last4}`}</Text>
                </Stack>
              ),
            },
            {
              title: t.owner,
              cell: ({ agent }) => people.data?.get(agent?.ownerId ?? '') ?? '…',
            },
            {
              title: t.mayDo,
              cell: (key) => [t.reads, ...actsOf(key)].join(' · '),
            },
            { title: t.lastUsed, cell: (key) => <AgentUse apiKey={key} /> },
            { title: t.expires, isExtra: true, cell: (key) => <Expiry apiKey={key} /> },
          ]}
        />
        <Title order={2} size="h4">
          {t.connect}
        </Title>
        <ConnectAgent />
      </Stack>
    </SettingsFrame>
  );
}
