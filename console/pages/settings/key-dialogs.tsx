import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Code } from '../../parts/code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useIsKept } from '../../parts/draft/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { draftNameOf, ObjectForm, type ObjectFormProps } from '../../parts/object-form.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type ApiKey = components['schemas']['ApiKey'];

/** Fetches again everything that pages show of keys. */
export function useRefreshKeys() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => String(path).startsWith('/api-key/'),
    });
}

export function isEnded({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt !== null || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= Date.now());
}

export function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(texts);
  if (isEnded(apiKey)) return <Badge variant="default">{t.ended}</Badge>;
  return apiKey.expiresAt ? <Moment at={apiKey.expiresAt} /> : t.never;
}

export function KeyActions({ apiKey, onMade }: { apiKey: ApiKey; onMade: (key: string) => void }) {
  const t = useTexts(texts);
  const refresh = useRefreshKeys();
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
          mutation={rotating}
          onConfirm={async () => {
            const { key } = await rotating.mutateAsync({ params });
            await refresh();
            onMade(key);
          }}
        />
      )}
      <Confirm
        label={t.revoke}
        of={apiKey.displayName}
        size="compact-sm"
        question={t.revokeQuestion}
        mutation={revoking}
        onConfirm={async () => {
          await revoking.mutateAsync({ params: { ...params, header: asSeen(apiKey) } });
          await refresh();
        }}
      />
    </Group>
  );
}

export interface NewKeyProps extends Pick<ObjectFormProps, 'stored' | 'members' | 'fixed'> {
  label: string;
  /** Where a page has the same button already. */
  isQuiet?: boolean;
  onMade: (key: string) => void;
}

/** A button with a dialog for a new key. */
export function NewKey({ label, isQuiet = false, stored, members, fixed, onMade }: NewKeyProps) {
  const newKey = { schema: 'ApiKeyInput', stored, members };
  const shared = useTexts(sharedTexts);
  const refresh = useRefreshKeys();
  const [opened, { open, close }] = useDisclosure(useIsKept(draftNameOf(newKey)));
  return (
    <>
      <Button
        variant={isQuiet ? 'default' : 'filled'}
        leftSection={<Icon name="plus" />}
        onClick={open}
      >
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={label}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectForm
          {...newKey}
          fixed={fixed}
          saveLabel={shared.create}
          beside={(body) => <AsCodeButton type="tocsin_api_key" id={null} value={body} />}
          save={async (body) => {
            const { data, error } = await publicApi.POST('/api-key', {
              body: body as components['schemas']['ApiKeyInput'],
            });
            if (error) throw error;
            await refresh();
            close();
            onMade(data.key);
          }}
        />
      </Modal>
    </>
  );
}

interface MadeKeyProps {
  text: string | null;
  onClose: () => void;
  /** The next step, with the key. */
  children?: ReactNode;
}

/** The one time that a key is shown. */
export function MadeKey({ text, onClose, children }: MadeKeyProps) {
  const t = useTexts(texts);
  return (
    <Modal
      opened={text !== null}
      onClose={onClose}
      title={t.keyMade}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{t.keyMadeHelp}</Text>
        <Code text={text ?? ''} label={t.keyMade} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
