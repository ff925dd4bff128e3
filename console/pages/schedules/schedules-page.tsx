import { Stack, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { ObjectListPage } from '../../parts/objects/index.ts';
import { byOffset, pageSize } from '../../parts/paged-table.tsx';
import { PersonCalendars } from '../../parts/person-calendars/calendars.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type OnCall = components['schemas']['OnCallBySchedule'];

/** How far the server looks for gaps. */
const lookedAhead = 31 * 86_400_000;

/** As many as are asked about at once. */
const askedMax = 100;

export default function SchedulesPage() {
  const t = useTexts(texts);
  const list = api.useInfiniteQuery(
    'get',
    '/on-call-schedule/search/list',
    { params: { query: { Limit: pageSize } } },
    byOffset,
  );
  const listed = list.data?.pages.flatMap((page) => page.onCallSchedules) ?? [];
  const asked = listed.slice(-askedMax).map(({ id }) => id);
  const onCall = api.useQuery(
    'get',
    '/on-call-schedule/on-call',
    { params: { query: { ScheduleIds: asked } } },
    { enabled: asked.length > 0, placeholderData: keepPreviousData },
  );
  const byId = new Map(onCall.data?.onCallBySchedules.map((one) => [one.scheduleId, one]));
  return (
    <ObjectListPage
      kind="schedule"
      t={t}
      list={list}
      itemsOf={(page) => page.onCallSchedules}
      columns={[
        { title: t.now, cell: ({ id }) => <Now onCall={byId.get(id)} /> },
        { title: t.afterwards, cell: ({ id }) => <Next onCall={byId.get(id)} /> },
        { title: t.nextGap, cell: ({ id }) => <NextGap onCall={byId.get(id)} /> },
      ]}
    >
      <Stack mt="xl">
        <Title order={2} size="h4">
          {t.holidays}
        </Title>
        <PersonCalendars userId={null} />
      </Stack>
    </ObjectListPage>
  );
}

interface CellProps {
  /** Undefined until it is known. */
  onCall: OnCall | undefined;
}

function Now({ onCall }: CellProps) {
  const t = useTexts(texts);
  if (!onCall) return null;
  const names = onCall.people.map(({ user }) => user.displayName ?? user.email ?? user.id);
  if (names.length > 0)
    return (
      <Text span size="sm" fw={600}>
        {names.join(', ')}
      </Text>
    );
  return (
    <span className="badge" data-tone="Critical">
      {t.nobody}
    </span>
  );
}

function Next({ onCall }: CellProps) {
  const { language } = useLanguage();
  const names = useNames('User');
  if (!onCall?.next) return null;
  const { userIds, start } = onCall.next;
  return (
    <Text span size="sm">
      {userIds.map((id) => names.data?.get(id) ?? '…').join(', ')}
      <Text span size="sm" c="dimmed">
        {` ${shortMoment(Date.parse(start), language, ownZone())}`}
      </Text>
    </Text>
  );
}

function NextGap({ onCall }: CellProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (!onCall) return null;
  const { nextGap, people, at } = onCall;
  if (nextGap === null)
    return (
      <Text span size="sm" c="dimmed">
        {t.noGap}
      </Text>
    );
  const moment = (time: string) => shortMoment(Date.parse(time), language, ownZone());
  return (
    <span className="badge" data-tone={people.length === 0 ? 'Critical' : 'Warning'}>
      {Date.parse(nextGap.start) > Date.parse(at)
        ? moment(nextGap.start)
        : Date.parse(nextGap.end) - Date.parse(at) >= lookedAhead
          ? t.gapOfAll
          : t.gapUntil(moment(nextGap.end))}
    </span>
  );
}
