import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import { useCoverDraft } from '../../parts/cover/index.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded, LoadedPage } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectPage } from '../../parts/objects/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { ByHand } from './by-hand.tsx';
import type { ChosenTime } from './coming-weeks.tsx';
import { Conflicts } from './conflicts.tsx';
import { AskForSchedule, CoverRequests } from './cover-requests.tsx';
import { type Override, OverrideDialog } from './override-dialog.tsx';
import { overrideTexts } from './override-texts.ts';
import { Overrides } from './overrides.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { texts } from './texts.ts';

type Schedule = components['schemas']['OnCallSchedule'];

export default function SchedulePage() {
  const { id } = useParams({ from: '/on-call/schedules/$id' });
  const schedule = api.useQuery('get', '/on-call-schedule/{id}', { params: { path: { id } } });
  return <LoadedPage query={schedule}>{(data) => <Shown schedule={data} />}</LoadedPage>;
}

function Shown({ schedule }: { schedule: Schedule }) {
  const t = useTexts(texts);
  const { person } = useMe();
  const [override, setOverride] = useState<Override | null>(null);
  const asking = useCoverDraft();
  const [weeks, setWeeks] = useState<HTMLElement | null>(null);
  return (
    <ObjectPage
      kind="schedule"
      t={t}
      object={schedule}
      isWide
      actions={(mayChange) => mayChange && <CalendarButton schedule={schedule} />}
    >
      {(form) => (
        <>
          <Now schedule={schedule} />
          <div ref={setWeeks} className="schedule-weeks" />
          <Conflicts schedule={schedule} onAsk={asking.set} />
          <CoverRequests schedule={schedule} onAsk={asking.set} />
          <ByHand schedule={schedule} />
          <Overrides schedule={schedule} />
          <ScheduleForm
            {...form}
            weeksIn={weeks}
            onChosen={(chosen) => setOverride(overrideOf(schedule, chosen, person.id))}
          />
          {override && (
            <OverrideDialog
              schedule={schedule}
              override={override}
              isShift={override.type === 'offline'}
              onAsk={() => {
                const { userId, start = null, end = null } = override;
                asking.set({ userId, start, end });
                setOverride(null);
              }}
              onClose={() => setOverride(null)}
            />
          )}
          {asking.value && (
            <AskForSchedule
              schedule={schedule}
              draft={asking.value}
              onChange={asking.set}
              onClose={() => asking.set(null)}
            />
          )}
        </>
      )}
    </ObjectPage>
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
