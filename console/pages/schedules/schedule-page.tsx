import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { ByHand } from './by-hand.tsx';
import type { ChosenTime } from './coming-weeks.tsx';
import { type Override, OverrideDialog } from './override-dialog.tsx';
import { overrideTexts } from './override-texts.ts';
import { Overrides } from './overrides.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { texts } from './texts.ts';

type Schedule = components['schemas']['OnCallSchedule'];

export default function SchedulePage() {
  const { scheduleId } = useParams({ from: '/on-call/schedules/$scheduleId' });
  const schedule = api.useQuery('get', '/on-call-schedule/{id}', {
    params: { path: { id: scheduleId } },
  });
  return <Loaded query={schedule}>{(data) => <Shown schedule={data} />}</Loaded>;
}

function Shown({ schedule }: { schedule: Schedule }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly(schedule.isProvisioned);
  const mayChange = useMayAdminister(schedule.teamId) && !isReadOnly;
  const removal = api.useMutation('delete', '/on-call-schedule/{id}');
  const { person } = useMe();
  const [override, setOverride] = useState<Override | null>(null);
  const { id } = schedule;
  const invalidate = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => String(path).startsWith('/on-call-schedule'),
    });
  return (
    <Page
      title={schedule.displayName}
      mark={<ByCodeBadge isProvisioned={schedule.isProvisioned} />}
      above={[{ title: t.title, to: '/on-call/schedules' }]}
      actions={
        <>
          {mayChange && <CalendarButton schedule={schedule} />}
          <AsCodeButton type="tocsin_schedule" id={id} />
        </>
      }
    >
      <Stack gap="lg">
        <ByCodeNotice isProvisioned={schedule.isProvisioned} />
        <Now schedule={schedule} />
        <ByHand schedule={schedule} />
        <Overrides schedule={schedule} />
        <ScheduleForm
          id={id}
          stored={schedule}
          isReadOnly={!mayChange}
          onChosen={(chosen) => setOverride(overrideOf(schedule, chosen, person.id))}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/on-call-schedule/{id}', {
              params: { path: { id }, header: asSeen(seen) },
              body,
            });
            if (error) throw error;
            await invalidate();
          }}
        />
        {mayChange && (
          <Group>
            <Confirm
              label={t.remove}
              question={t.removeQuestion}
              action={t.remove}
              mutation={removal}
              onConfirm={async () => {
                await removal.mutateAsync({ params: { path: { id }, header: asSeen(schedule) } });
                await navigate({ to: '/on-call/schedules' });
                await invalidate();
              }}
            />
          </Group>
        )}
      </Stack>
      {override && (
        <OverrideDialog
          schedule={schedule}
          override={override}
          isShift={override.type === 'offline'}
          onClose={() => setOverride(null)}
        />
      )}
    </Page>
  );
}

/** For a shift that was opened somebody stands in; in a time that was dragged over one is on call in addition. */
function overrideOf(
  { id }: Schedule,
  { start, end, userId, layerId }: ChosenTime,
  ownId: string,
): Override {
  return {
    userId: userId ?? ownId,
    scheduleId: id,
    teamId: null,
    escalationTier: null,
    type: userId === null ? 'online' : 'offline',
    mode: userId === null ? 'add' : null,
    replacementUserIds: userId === null ? null : [],
    layerIds: userId === null || layerId === null ? null : [layerId],
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  };
}

/** The secret address under which calendar programs read the schedule. */
function CalendarButton({ schedule: { id, displayName } }: { schedule: Schedule }) {
  const t = useTexts(overrideTexts);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="calendar" />} onClick={open}>
        {t.calendar}
      </Button>
      {opened && <CalendarDialog owner={{ scheduleId: id, name: displayName }} onClose={close} />}
    </>
  );
}

/** Who is on call by it, and who is next. */
function Now({ schedule: { id, timeZoneId } }: { schedule: Schedule }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const names = useNames('User');
  const present = api.useQuery('get', '/on-call-schedule/{id}/on-call', {
    params: { path: { id } },
  });
  return (
    <Loaded query={present}>
      {({ people, next }) => (
        <Group gap="sm" className="breaks-anywhere">
          <span className="badge" data-tone={people.length > 0 ? 'Resolved' : 'Critical'}>
            {t.now}
          </span>
          <Text fw={600}>
            {people.map(({ user }) => user.displayName ?? user.email ?? user.id).join(', ') ||
              t.nobody}
          </Text>
          {next && (
            <Text c="dimmed">
              {t.next(
                next.userIds.map((userId) => names.data?.get(userId) ?? '…').join(', '),
                shortMoment(Date.parse(next.start), language, timeZoneId ?? 'UTC'),
              )}
            </Text>
          )}
        </Group>
      )}
    </Loaded>
  );
}
