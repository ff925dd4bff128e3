import { Badge, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Code } from '../../parts/code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useIsKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { draftNameOf, ObjectForm } from '../../parts/object-form.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

type ApiKey = components['schemas']['ApiKey'];

const listed = ['get', '/api-key/search/list'];

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
    <SettingsFrame title={t.keys} lead={t.keysLead} actions={<NewKey onMade={setMade} />}>
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

function isEnded({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt !== null || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= Date.now());
}

function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(texts);
  if (isEnded(apiKey)) return <Badge variant="default">{t.ended}</Badge>;
  return apiKey.expiresAt ? <Moment at={apiKey.expiresAt} /> : t.never;
}

function KeyActions({ apiKey, onMade }: { apiKey: ApiKey; onMade: (key: string) => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isReadOnly = useIsReadOnly(apiKey.isProvisioned);
  const rotating = api.useMutation('post', '/api-key/{id}/rotate');
  const revoking = api.useMutation('delete', '/api-key/{id}');
  const params = { path: { id: apiKey.id } };
  if (isEnded(apiKey)) return null;
  return (
    <Group gap="xs">
      {!isReadOnly && (
        <Confirm
          label={t.rotate}
          of={apiKey.displayName}
          size="compact-sm"
          question={t.rotateQuestion}
          action={t.rotate}
          mutation={rotating}
          onConfirm={async () => {
            const { key } = await rotating.mutateAsync({ params });
            await queries.invalidateQueries({ queryKey: listed });
            onMade(key);
          }}
        />
      )}
      <Confirm
        label={t.revoke}
        of={apiKey.displayName}
        size="compact-sm"
        question={t.revokeQuestion}
        action={t.revoke}
        mutation={revoking}
        onConfirm={async () => {
          await revoking.mutateAsync({ params: { ...params, header: asSeen(apiKey) } });
          await queries.invalidateQueries({ queryKey: listed });
        }}
      />
    </Group>
  );
}

const newKey = {
  schema: 'ApiKeyInput',
  stored: { displayName: '', kind: 'organization' },
  members: ['displayName', 'kind', 'userId', 'teamIds', 'scopes', 'expiresAt', 'agent'],
};

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(useIsKept(draftNameOf(newKey)));
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={open}>
        {t.newKey}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.newKey}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectForm
          {...newKey}
          saveLabel={shared.create}
          beside={(body) => <AsCodeButton type="tocsin_api_key" id={null} value={body} />}
          save={async (body) => {
            const { data, error } = await publicApi.POST('/api-key', {
              body: body as components['schemas']['ApiKeyInput'],
            });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: listed });
            close();
            onMade(data.key);
          }}
        />
      </Modal>
    </>
  );
}

/** The one time that a key is shown. */
function MadeKey({ text, onClose }: { text: string | null; onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <Modal
      opened={text !== null}
      onClose={onClose}
      title={t.keyMade}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{t.keyMadeHelp}</Text>
        <Code text={text ?? ''} label={t.keyMade} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
