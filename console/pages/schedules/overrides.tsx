import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { useNames } from '../../parts/names.ts';
import { ObjectActions } from '../../parts/objects/index.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { OverrideDialog, type Schedule } from './override-dialog.tsx';
import { kindOf } from './override-fields.tsx';
import { overrideTexts } from './override-texts.ts';

type Stored = components['schemas']['OnCallOverride'];

/** The overrides of a schedule, and the way to write one without a mouse. */
export function Overrides({ schedule }: { schedule: Schedule }) {
  const t = useTexts(overrideTexts);
  const { language } = useLanguage();
  const zone = schedule.timeZoneId ?? 'UTC';
  const list = api.useInfiniteQuery(
    'get',
    '/on-call-override/search/list',
    { params: { query: { ScheduleId: schedule.id, Limit: pageSize } } },
    byOffset,
  );
  const [edited, setEdited] = useState<Stored | null>(null);
  const moment = (time: string | null | undefined) =>
    time ? shortMoment(Date.parse(time), language, zone) : t.always;
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text size="xs" c="dimmed">
          {t.help}
        </Text>
      </Stack>
      <PagedTable
        list={list}
        itemsOf={(page) => page.onCallOverrides}
        empty={null}
        label={t.title}
        columns={[
          {
            title: t.what,
            cell: (override) => (
              <Group gap="xs" className="breaks-anywhere">
                <What override={override} />
                <ByCodeBadge isProvisioned={override.isProvisioned} />
              </Group>
            ),
          },
          { title: t.when, cell: ({ start, end }) => `${moment(start)} – ${moment(end)}` },
          {
            title: t.actions,
            isPlain: true,
            cell: (override) => (
              <Actions
                override={override}
                schedule={schedule}
                name={`${moment(override.start)} – ${moment(override.end)}`}
                onEdit={() => setEdited(override)}
              />
            ),
          },
        ]}
      />
      {edited && (
        <OverrideDialog schedule={schedule} override={edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  );
}

function What({ override }: { override: Stored }) {
  const t = useTexts(overrideTexts);
  const names = useNames('User');
  const nameOf = (userId: string) => names.data?.get(userId.toLowerCase()) ?? '…';
  const { userId, replacementUserIds } = override;
  const name = nameOf(userId);
  const others = (replacementUserIds ?? []).map(nameOf).join(', ');
  const kind = kindOf(override);
  return (
    <Text size="sm" fw={600}>
      {kind === 'replace' && others !== ''
        ? t.replaced(name, others)
        : t[kind === 'replace' ? 'absent' : kind](name)}
    </Text>
  );
}

interface ActionsProps {
  override: Stored;
  schedule: Schedule;
  name: string;
  onEdit: () => void;
}

function Actions({ override, schedule, name, onEdit }: ActionsProps) {
  const t = useTexts(overrideTexts);
  const shared = useTexts(sharedTexts);
  const { person } = useMe();
  const mayAdminister = useMayAdminister(schedule.teamId);
  const isOwn = override.userId.toLowerCase() === person.id;
  const isMine = isOwn || (override.replacementUserIds ?? []).includes(person.id);
  return (
    <ObjectActions
      kind="override"
      object={override}
      of={name}
      mayChange={mayAdminister || isMine}
      removeQuestion={t.removeQuestion}
    >
      {(mayAdminister || isOwn) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${shared.edit}: ${name}`}
          onClick={onEdit}
        >
          {shared.edit}
        </Button>
      )}
    </ObjectActions>
  );
}
