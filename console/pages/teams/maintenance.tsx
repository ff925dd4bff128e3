import {
  Button,
  Card,
  Group,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { fieldErrors } from '../../api/problem.ts';
import { changeTeam, inputOf, saveTeam, type Team } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { BackNotice, useIsKept, useKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { instantOf } from '../../parts/local-time.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SchemaForm } from '../../parts/schema-form/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { WindowTimes } from '../../parts/window-times.tsx';
import { texts } from './texts.ts';

type Window = components['schemas']['TeamMaintenanceWindow'];

const draftName = 'maintenance window';

/** Times in which alerts of the team open nothing, or wake nobody. */
export function Maintenance({ team }: { team: Team }) {
  const t = useTexts(texts);
  const isReadOnly = useIsReadOnly(team.isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const [isAdding, setAdding] = useState(useIsKept(draftName));
  const windows = team.maintenanceWindows ?? [];
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t.maintenanceHelp}
        </Text>
        {mayAdminister && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t.addWindow}
          </Button>
        )}
      </Group>
      {windows.length === 0 ? (
        <Empty title={t.noMaintenance}>{t.noMaintenanceHelp}</Empty>
      ) : (
        windows.map((window, place) => (
          <WindowCard
            key={`${window.start} ${window.end} ${place.toString()}`}
            team={team}
            window={window}
            place={place}
            mayEdit={mayAdminister}
          />
        ))
      )}
      {isAdding && <AddWindow team={team} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

interface WindowCardProps {
  team: Team;
  window: Window;
  place: number;
  mayEdit: boolean;
}

function WindowCard({ team, window, place, mayEdit }: WindowCardProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const tell = useTell();
  const removing = useMutation({
    mutationFn: () => {
      const seen = inputOf(team);
      const maintenanceWindows = seen.maintenanceWindows?.toSpliced(place, 1) ?? null;
      return saveTeam(team.id, { ...seen, maintenanceWindows }, seen);
    },
    onSuccess: () => tell.done(),
  });
  const { start, end, type, description } = window;
  const moment = (time: string | null | undefined) =>
    time ? formatMoment(new Date(time), language, team.timeZoneId) : t.always;
  const period = start || end ? `${moment(start)} – ${moment(end)}` : t.withoutEnd;
  const times = team.maintenanceTimes[place];
  return (
    <Card withBorder padding="md" radius="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} className="breaks-anywhere">
          <Text size="sm" fw={600}>
            {period}
          </Text>
          {times && <WindowTimes times={{ ...window, ...times }} zone={team.timeZoneId} />}
          <Text size="sm">{t.windowKinds[type]}</Text>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </Stack>
        {mayEdit && (
          <Confirm
            label={t.removeWindow}
            of={period}
            size="compact-sm"
            question={t.removeWindowQuestion}
            mutation={removing}
            onConfirm={() => removing.mutateAsync()}
          />
        )}
      </Group>
    </Card>
  );
}

const kinds = ['maintenance', 'muted'] as const;

const emptyForm = {
  type: 'maintenance' as Window['type'],
  from: '',
  until: '',
  description: '',
  recurrences: null as Window['recurrences'],
  noticeOutboundIntegrationIds: null as Window['noticeOutboundIntegrationIds'],
};

function AddWindow({ team, onClose }: { team: Team; onClose: () => void }) {
  useFocusBack();
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const form = useKept(draftName, emptyForm);
  const adding = useMutation({
    mutationFn: (window: Window) =>
      changeTeam(team.id, (present) => ({
        ...present,
        maintenanceWindows: [...(present.maintenanceWindows ?? []), window],
      })),
    onSuccess: () => {
      form.settle();
      tell.done();
      onClose();
    },
  });
  const { type, from, until, description, recurrences, noticeOutboundIntegrationIds } = form.value;
  const set = (members: Partial<typeof emptyForm>) => form.set({ ...form.value, ...members });
  const zone = team.timeZoneId ?? 'UTC';
  const timeOf = (local: string) =>
    local === '' ? null : new Date(instantOf(local, zone)).toISOString();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.addWindow}
      size="lg"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const period = { start: timeOf(from), end: timeOf(until), recurrences };
          const notices = { noticeOutboundIntegrationIds: noticeOutboundIntegrationIds ?? null };
          adding.mutate({ type, ...period, ...notices, description: description || null });
        }}
      >
        <Stack>
          <Select
            label={t.windowKind}
            data={kinds.map((value) => ({ value, label: t.windowKinds[value] }))}
            value={type}
            allowDeselect={false}
            onChange={(kind) => set({ type: kinds.find((one) => one === kind) ?? type })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['from', 'until'] as const).map((bound) => (
              <TextInput
                key={bound}
                type="datetime-local"
                label={t[bound]}
                description={t.inZone(zone)}
                value={form.value[bound]}
                onChange={(event) => set({ [bound]: event.currentTarget.value.slice(0, 16) })}
              />
            ))}
          </SimpleGrid>
          <SchemaForm
            schema="TeamMaintenanceWindow"
            members={['recurrences', 'noticeOutboundIntegrationIds']}
            value={{ recurrences, noticeOutboundIntegrationIds }}
            onChange={(next) => set(next as Partial<typeof emptyForm>)}
            errors={ownErrors(adding.error)}
          />
          <Textarea
            label={t.description}
            maxLength={1000}
            autosize
            minRows={2}
            value={description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <BackNotice back={form.back} />
          {Boolean(adding.error) && <ProblemNotice error={adding.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={adding.isPending}>
              {shared.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Errors of the window that is added, the only one that is new. */
function ownErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, message]) => [
      field.replace(/^maintenanceWindows\.\d+\./, ''),
      message,
    ]),
  );
}
