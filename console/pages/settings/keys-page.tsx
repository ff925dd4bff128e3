import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Expiry, KeyActions, MadeKey, NewKey } from './key-dialogs.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

const newKey = {
  stored: { displayName: '', kind: 'organization' },
  members: ['displayName', 'kind', 'userId', 'teamIds', 'scopes', 'expiresAt', 'agent'],
};

export default function KeysPage() {
  const t = useTexts(texts);
  const [withEnded, setWithEnded] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const keys = api.useInfiniteQuery(
    'get',
    '/api-key/search/list',
    { params: { query: { Limit: pageSize, IncludeRevoked: withEnded } } },
    byOffset,
  );
  return (
    <SettingsFrame
      title={t.keys}
      lead={t.keysLead}
      actions={<NewKey label={t.newKey} {...newKey} onMade={setMade} />}
    >
      <MadeKey text={made} onClose={() => setMade(null)} />
      <Stack gap="md">
        <Checkbox
          label={t.withEnded}
          checked={withEnded}
          onChange={(event) => setWithEnded(event.currentTarget.checked)}
        />
        <PagedTable
          list={keys}
          itemsOf={(page) => page.apiKeys}
          empty={<Empty title={t.noKeys}>{t.noKeysHelp}</Empty>}
          label={t.keys}
          columns={[
            {
              title: t.name,
              cell: (key) => (
                <Stack gap={2}>
                  <Group gap="xs">
                    {key.displayName}
                    <ByCodeBadge isProvisioned={key.isProvisioned} />
                  </Group>
                  <Text size="xs" c="dimmed">{`${key.prefix}…${key.last4}`}</Text>
                </Stack>
              ),
            },
            { title: t.kind, isExtra: true, cell: ({ kind }) => t.kinds[kind] },
            {
              title: t.scopes,
              isExtra: true,
              cell: ({ scopes }) =>
                scopes === null ? t.everything : scopes?.map(({ resource }) => resource).join(', '),
            },
            {
              title: t.lastUsed,
              isExtra: true,
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? t.never : <Moment at={lastUsedAt} />,
            },
            { title: t.expires, isExtra: true, cell: (key) => <Expiry apiKey={key} /> },
            {
              title: t.actions,
              isPlain: true,
              cell: (key) => <KeyActions apiKey={key} onMade={setMade} />,
            },
          ]}
        />
      </Stack>
    </SettingsFrame>
  );
}
