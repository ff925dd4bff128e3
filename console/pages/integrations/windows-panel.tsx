import { Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useIsKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatMoment, Moment } from '../../parts/moment.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { draftNameOf, ObjectForm } from '../../parts/object-form.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TryButton } from '../../parts/replays/try-button.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { WindowTimes } from '../../parts/window-times.tsx';
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
            <Empty title={t.noWindows}>{t.noWindowsHelp}</Empty>
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
                      <ByCodeBadge isProvisioned={window.isProvisioned} />
                    </Group>
                  ),
                },
                { title: t.when, cell: (window) => <WindowTimes times={window} /> },
                {
                  title: t.start,
                  isExtra: true,
                  cell: ({ start }) => momentOr(start, t.always),
                },
                { title: t.end, isExtra: true, cell: ({ end }) => momentOr(end, t.always) },
                { title: t.description, isExtra: true, cell: ({ description }) => description },
                {
                  title: t.actions,
                  isPlain: true,
                  cell: (window) => <Actions window={window} mayChange={mayChange} />,
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

function newWindow(integrationId: string): Input & { id?: string } {
  const now = Date.now();
  return {
    integrationId,
    type: 'maintenance',
    start: new Date(now).toISOString(),
    end: new Date(now + 3_600_000).toISOString(),
    recurrences: null,
    noticeOutboundIntegrationIds: null,
    description: null,
  };
}

function Actions({ window, mayChange }: { window: Window; mayChange: boolean }) {
  const isReadOnly = useIsReadOnly(window.isProvisioned);
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const removal = api.useMutation('delete', '/inbound-integration-maintenance-windows/{id}');
  const { language } = useLanguage();
  const [start, end] = [window.start, window.end].map((at) =>
    at ? formatMoment(new Date(at), language) : t.always,
  );
  const name = `${t.windowTypes[window.type]}, ${start} – ${end}`;
  return (
    <Group gap="xs" justify="flex-end">
      <AsCodeButton
        type="tocsin_integration_maintenance_window"
        id={window.id}
        of={name}
        size="compact-sm"
      />
      {mayChange && !isReadOnly && (
        <>
          <WindowButton label={shared.edit} of={name} window={window} />
          <Confirm
            label={shared.remove}
            of={name}
            size="compact-sm"
            question={t.removeWindow}
            mutation={removal}
            onConfirm={async () => {
              await removal.mutateAsync({
                params: { path: { id: window.id }, header: asSeen(window) },
              });
              await queries.invalidateQueries({ queryKey: ['get', listPath] });
            }}
          />
        </>
      )}
    </Group>
  );
}

interface WindowButtonProps {
  label: string;
  /** The window that it is about. */
  of?: string;
  window: Input & { id?: string };
}

function WindowButton({ label, of, window }: WindowButtonProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const form = {
    schema: 'MaintenanceWindowInput',
    stored: window,
    members: ['type', 'recurrences', 'description', 'noticeOutboundIntegrationIds'],
  };
  const { id } = window;
  return (
    <DialogButton
      label={label}
      of={of}
      {...(of === undefined ? {} : { size: 'compact-sm' })}
      isOpen={useIsKept(draftNameOf(form))}
    >
      {(close) => (
        <ObjectForm
          {...form}
          saveLabel={shared.save}
          beside={(body) => (
            <>
              <AsCodeButton
                type="tocsin_integration_maintenance_window"
                id={id ?? null}
                value={{ ...window, ...body }}
              />
              <TryButton
                entityType="InboundIntegrationMaintenanceWindow"
                id={id ?? null}
                body={body}
              />
            </>
          )}
          save={async (body, seen) => {
            // As checked by the server: the form is made from the same document.
            const input = body as Input;
            const { error } =
              id === undefined
                ? await publicApi.POST('/inbound-integration-maintenance-windows', { body: input })
                : await publicApi.PUT('/inbound-integration-maintenance-windows/{id}', {
                    params: { path: { id }, header: asSeen(seen) },
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
                <MomentField
                  key={name}
                  label={t[name]}
                  error={errors[name] as string | undefined}
                  value={typeof draft[name] === 'string' ? draft[name] : null}
                  onChange={(value) => change({ ...draft, [name]: value })}
                />
              ))}
            </Group>
          )}
        </ObjectForm>
      )}
    </DialogButton>
  );
}
