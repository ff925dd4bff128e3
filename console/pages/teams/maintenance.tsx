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
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { instantOf } from '../../parts/local-time.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { type Team, useSaveTeam } from './use-save-team.ts';

type Window = components['schemas']['TeamMaintenanceWindow'];

/** Times in which alerts of the team open nothing, or wake nobody. */
export function Maintenance({ team }: { team: Team }) {
  const t = useTexts(texts);
  const isReadOnly = useIsReadOnly(team.isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const [isAdding, setAdding] = useState(false);
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
  const saving = useSaveTeam(team);
  const { start, end, type, description } = window;
  const moment = (time: string | null | undefined) =>
    time ? formatMoment(new Date(time), language, team.timeZoneId) : t.always;
  const period = start || end ? `${moment(start)} – ${moment(end)}` : t.withoutEnd;
  const now = Date.now();
  const isOver = end ? Date.parse(end) <= now : false;
  const isPlanned = start ? Date.parse(start) > now : false;
  return (
    <Card withBorder padding="md" radius="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} className="breaks-anywhere">
          <Group gap="xs">
            <span
              className="badge"
              data-tone={isOver ? undefined : isPlanned ? 'Minor' : 'Warning'}
            >
              {isOver ? t.over : isPlanned ? t.planned : t.running}
            </span>
            <Text size="sm" fw={600}>
              {period}
            </Text>
          </Group>
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
            action={t.removeWindow}
            mutation={saving}
            onConfirm={() =>
              saving.save({
                maintenanceWindows: (team.maintenanceWindows ?? []).toSpliced(place, 1),
              })
            }
          />
        )}
      </Group>
    </Card>
  );
}

const kinds = ['maintenance', 'muted'] as const;

function AddWindow({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const saving = useSaveTeam(team);
  const [type, setType] = useState<Window['type']>('maintenance');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [description, setDescription] = useState('');
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
          const window = {
            type,
            start: timeOf(from),
            end: timeOf(until),
            description: description || null,
          };
          saving
            .save({ maintenanceWindows: [...(team.maintenanceWindows ?? []), window] })
            .then(onClose, () => undefined);
        }}
      >
        <Stack>
          <Select
            label={t.windowKind}
            data={kinds.map((value) => ({ value, label: t.windowKinds[value] }))}
            value={type}
            allowDeselect={false}
            onChange={(kind) => setType(kinds.find((one) => one === kind) ?? type)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              type="datetime-local"
              label={t.from}
              description={t.inZone(zone)}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value.slice(0, 16))}
            />
            <TextInput
              type="datetime-local"
              label={t.until}
              description={t.inZone(zone)}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value.slice(0, 16))}
            />
          </SimpleGrid>
          <Textarea
            label={t.description}
            maxLength={1000}
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          {Boolean(saving.error) && <ProblemNotice error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {shared.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
