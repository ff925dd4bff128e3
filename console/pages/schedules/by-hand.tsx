import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { addDays, dateOf, instantOf } from '../../parts/local-time.ts';
import { MomentField } from '../../parts/moment-field.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectActions, ObjectDialogButton } from '../../parts/objects/index.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { byHandTexts } from './by-hand-texts.ts';
import { HandShifts } from './hand-shifts.tsx';

type Schedule = components['schemas']['OnCallSchedule'];
type Input = components['schemas']['TemporaryScheduleInput'];

/** Days that are planned by hand, in place of the layers. */
export function ByHand({ schedule }: { schedule: Schedule }) {
  const t = useTexts(byHandTexts);
  const { language } = useLanguage();
  const names = useNames('User');
  const mayChange = useMayAdminister(schedule.teamId);
  const [fresh] = useState(() => newDays(schedule));
  const zone = schedule.timeZoneId ?? 'UTC';
  const list = api.useInfiniteQuery(
    'get',
    '/temporary-schedule/search/list',
    { params: { query: { ScheduleId: schedule.id, Limit: pageSize } } },
    byOffset,
  );
  const isEmpty = list.data?.pages.every((page) => page.temporarySchedules.length === 0);
  if (isEmpty && !mayChange) return null;
  const when = ({ start, end }: { start: string; end: string }) =>
    `${shortMoment(Date.parse(start), language, zone)} – ${shortMoment(Date.parse(end), language, zone)}`;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} maw={560}>
          <Title order={2} size="h4">
            {t.title}
          </Title>
          <Text size="xs" c="dimmed">
            {t.help}
          </Text>
        </Stack>
        {mayChange && <DaysButton days={fresh} zone={zone} />}
      </Group>
      {!isEmpty && (
        <PagedTable
          list={list}
          itemsOf={(page) => page.temporarySchedules}
          empty={null}
          label={t.title}
          columns={[
            {
              title: t.when,
              cell: (days) => (
                <Stack gap={2} className="breaks-anywhere">
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {when(days)}
                    </Text>
                    <ByCodeBadge isProvisioned={days.isProvisioned} />
                  </Group>
                  {days.reason && (
                    <Text size="sm" c="dimmed">
                      {days.reason}
                    </Text>
                  )}
                </Stack>
              ),
            },
            {
              title: t.who,
              isExtra: true,
              cell: ({ shifts }) =>
                [...new Set(shifts.flatMap(({ userIds }) => userIds))]
                  .map((id) => names.data?.get(id) ?? '…')
                  .join(', ') || t.nobody,
            },
            {
              title: t.actions,
              isPlain: true,
              cell: (days) => (
                <ObjectActions
                  kind="temporarySchedule"
                  object={days}
                  of={when(days)}
                  mayChange={mayChange}
                  removeQuestion={t.removeQuestion}
                >
                  <DaysButton days={days} of={when(days)} zone={zone} />
                </ObjectActions>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** Two days, from the coming midnight on. */
function newDays({ id, timeZoneId }: Schedule): Input {
  const zone = timeZoneId ?? 'UTC';
  const from = addDays(dateOf(Date.now(), zone), 1);
  const midnight = (date: string) => new Date(instantOf(`${date}T00:00`, zone)).toISOString();
  return {
    scheduleId: id,
    start: midnight(from),
    end: midnight(addDays(from, 2)),
    shifts: [],
    reason: null,
  };
}

interface DaysButtonProps {
  days: Input & { id?: string };
  /** The name of the days, if they are stored already. */
  of?: string;
  zone: string;
}

function DaysButton({ days, of, zone }: DaysButtonProps) {
  const t = useTexts(byHandTexts);
  const shared = useTexts(sharedTexts);
  return (
    <ObjectDialogButton
      kind="temporarySchedule"
      object={days}
      members={['reason']}
      label={of === undefined ? t.plan : shared.edit}
      title={t.title}
      {...(of !== undefined && { of })}
      isQuiet
    >
      {(draft, change, errors) => {
        const written = draft as unknown as Input;
        return (
          <>
            <Group grow align="flex-start">
              {(['start', 'end'] as const).map((name) => (
                <MomentField
                  key={name}
                  label={t[name]}
                  zone={zone}
                  error={errors[name] as string | undefined}
                  value={written[name] || null}
                  onChange={(value) => change({ ...draft, [name]: value ?? '' })}
                />
              ))}
            </Group>
            <HandShifts
              days={written}
              zone={zone}
              errors={errors}
              onChange={(shifts) => change({ ...draft, shifts })}
            />
          </>
        );
      }}
    </ObjectDialogButton>
  );
}
