import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Mark } from './mark.tsx';
import { texts } from './texts.ts';

type Window = components['schemas']['MaintenanceWindow'];
type Input = components['schemas']['MaintenanceWindowInput'];

const listPath = '/inbound-integration-maintenance-windows/search/list';

export function WindowsPanel(props: { integrationId: string; mayChange: boolean }) {
  const { integrationId, mayChange } = props;
  const t = useTexts(texts);
  const windows = api.useQuery('get', listPath, {
    params: { query: { InboundIntegrationId: integrationId, Limit: 100 } },
  });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t.windowsHelp}
        </Text>
        {mayChange && <WindowButton label={t.newWindow} window={newWindow(integrationId)} />}
      </Group>
      <Loaded query={windows}>
        {({ inboundMaintenanceWindows: items }) =>
          items.length === 0 ? (
            <Empty title={t.noWindows} />
          ) : (
            <ObjectTable
              label={t.tabs.windows}
              items={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.type,
                  cell: (window) => (
                    <Group gap="xs">
                      <Mark tone="note">{t.windowTypes[window.type]}</Mark>
                      {isActive(window) && <Mark tone="good">{t.activeNow}</Mark>}
                    </Group>
                  ),
                },
                { title: t.start, cell: ({ start }) => momentOr(start, t.always) },
                { title: t.end, cell: ({ end }) => momentOr(end, t.always) },
                { title: t.description, isExtra: true, cell: ({ description }) => description },
                {
                  title: t.actions,
                  cell: (window) => mayChange && <Actions window={window} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

function momentOr(at: string | null | undefined, otherwise: string) {
  return at ? <Moment at={at} absolute /> : otherwise;
}

function isActive({ start, end }: Window): boolean {
  const now = Date.now();
  return (!start || Date.parse(start) <= now) && (!end || now < Date.parse(end));
}

function newWindow(integrationId: string): Input & { id?: string } {
  const now = Date.now();
  return {
    integrationId,
    type: 'maintenance',
    start: new Date(now).toISOString(),
    end: new Date(now + 3_600_000).toISOString(),
    description: null,
  };
}

function Actions({ window }: { window: Window }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const removal = api.useMutation('delete', '/inbound-integration-maintenance-windows/{id}');
  return (
    <Group gap="xs" justify="flex-end">
      <WindowButton label={shared.edit} window={window} />
      <Confirm
        label={shared.remove}
        question={t.removeWindow}
        action={shared.remove}
        mutation={removal}
        onConfirm={async () => {
          await removal.mutateAsync({ params: { path: { id: window.id } } });
          await queries.invalidateQueries({ queryKey: ['get', listPath] });
        }}
      />
    </Group>
  );
}

function WindowButton({ label, window }: { label: string; window: Input & { id?: string } }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const { id } = window;
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={label}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectForm
          schema="MaintenanceWindowInput"
          stored={window}
          members={['type', 'description']}
          saveLabel={shared.save}
          save={async (body) => {
            // As checked by the server: the form is made from the same document.
            const input = body as Input;
            const { error } =
              id === undefined
                ? await publicApi.POST('/inbound-integration-maintenance-windows', { body: input })
                : await publicApi.PUT('/inbound-integration-maintenance-windows/{id}', {
                    params: { path: { id } },
                    body: input,
                  });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', listPath] });
            close();
          }}
        >
          {(draft, change, errors) => (
            <Group grow>
              {(['start', 'end'] as const).map((name) => (
                <LocalMoment
                  key={name}
                  label={t[name]}
                  error={errors[name]}
                  value={draft[name]}
                  onChange={(value) => change({ ...draft, [name]: value })}
                />
              ))}
            </Group>
          )}
        </ObjectForm>
      </Modal>
    </>
  );
}

interface LocalMomentProps {
  label: string;
  error: unknown;
  value: unknown;
  onChange: (value: string | null) => void;
}

/** A moment in the zone of the person; empty means open at this end. */
function LocalMoment({ label, error, value, onChange }: LocalMomentProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      error={typeof error === 'string' ? error : undefined}
      value={typeof value === 'string' ? localOf(value) : ''}
      onChange={({ currentTarget: { value: local } }) =>
        onChange(local === '' ? null : new Date(local).toISOString())
      }
    />
  );
}

function localOf(at: string): string {
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
