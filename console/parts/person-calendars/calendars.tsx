import { Button, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../empty.tsx';
import { formatDay, formatMoment, Moment } from '../moment.tsx';
import { ObjectActions, ObjectDialogButton, useObjects } from '../objects/index.ts';
import { byOffset, PagedTable, pageSize } from '../paged-table.tsx';
import { Said } from '../said/index.ts';
import { sharedTexts } from '../shared-texts.ts';
import { useTell } from '../tell.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import { texts } from './texts.ts';

type Calendar = components['schemas']['PersonCalendar'];
type Input = components['schemas']['PersonCalendarInput'];

/** The calendars of a person's leave, or with `userId` null those of holidays. */
export function PersonCalendars({ userId }: { userId: string | null }) {
  const all = useTexts(texts);
  const t = userId === null ? all.holidays : all.leave;
  const isAdministrator = useMayAdminister();
  const mayChange = userId !== null || isAdministrator;
  const list = api.useInfiniteQuery(
    'get',
    '/person-calendar/search/list',
    { params: { query: { Limit: pageSize, ...(userId === null ? {} : { UserId: userId }) } } },
    byOffset,
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t.help}
        </Text>
        {mayChange && <CalendarButton calendar={newCalendar(userId)} label={t.add} />}
      </Group>
      <PagedTable
        list={list}
        itemsOf={(page) =>
          page.personCalendars.filter(({ kind }) => (kind === 'leave') === (userId !== null))
        }
        empty={<Empty title={t.none}>{t.noneHelp}</Empty>}
        label={t.title}
        columns={[
          {
            title: all.name,
            cell: ({ displayName, isProvisioned }) => (
              <Group gap="xs" className="breaks-anywhere">
                <Text size="sm" fw={600}>
                  {displayName}
                </Text>
                <ByCodeBadge isProvisioned={isProvisioned} />
              </Group>
            ),
          },
          { title: all.state, cell: (calendar) => <State calendar={calendar} /> },
          { title: all.next, isExtra: true, cell: (calendar) => <Next calendar={calendar} /> },
          {
            title: all.actions,
            isPlain: true,
            cell: (calendar) => <Actions calendar={calendar} mayChange={mayChange} />,
          },
        ]}
      />
    </Stack>
  );
}

function newCalendar(userId: string | null): Input {
  return {
    displayName: '',
    kind: userId === null ? 'holidays' : 'leave',
    userId,
    teamId: null,
    url: null,
    text: null,
    counts: userId === null ? 'all' : 'outOfOffice',
    title: null,
  };
}

/** Whether it can be read, and what was found. */
function State({ calendar }: { calendar: Calendar }) {
  const t = useTexts(texts);
  const { readAt, failingSince, problem, problemSentence, eventCount, ignoredCount } = calendar;
  return (
    <Stack gap={2} align="flex-start" className="breaks-anywhere">
      <span
        className="badge"
        data-tone={failingSince ? 'Warning' : readAt ? 'Resolved' : undefined}
      >
        {failingSince ? t.failing : readAt ? t.events(eventCount) : t.soon}
      </span>
      {problem && (
        <Text size="sm">
          <Said text={problem} sentence={problemSentence} />
        </Text>
      )}
      {ignoredCount > 0 && <Text size="sm">{t.ignored(ignoredCount)}</Text>}
      {readAt && (
        <Text size="xs" c="dimmed">
          {t.read} <Moment at={readAt} />
        </Text>
      )}
    </Stack>
  );
}

function Next({ calendar: { kind, upcoming } }: { calendar: Calendar }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (upcoming.length === 0) return <Text size="sm">{t.nothing}</Text>;
  return (
    <Stack gap={2}>
      {upcoming.slice(0, 3).map(({ start, end }) => (
        <Text size="sm" key={start}>
          {kind === 'holidays'
            ? formatDay(start.slice(0, 10), language)
            : `${formatMoment(new Date(start), language)} – ${formatMoment(new Date(end), language)}`}
        </Text>
      ))}
    </Stack>
  );
}

function Actions({ calendar, mayChange }: { calendar: Calendar; mayChange: boolean }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { refresh } = useObjects('personCalendar');
  const tell = useTell();
  const reading = api.useMutation('post', '/person-calendar/{id}/refresh', {
    onError: tell.refused,
    onSettled: refresh,
  });
  const { id, displayName } = calendar;
  return (
    <Group gap="xs" justify="flex-end">
      {mayChange && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t.refresh}: ${displayName}`}
          loading={reading.isPending}
          onClick={() => reading.mutate({ params: { path: { id } } })}
        >
          {t.refresh}
        </Button>
      )}
      <ObjectActions
        kind="personCalendar"
        object={calendar}
        of={displayName}
        mayChange={mayChange}
        removeQuestion={t.removeQuestion}
      >
        <CalendarButton calendar={calendar} label={shared.edit} of={displayName} />
      </ObjectActions>
    </Group>
  );
}

interface CalendarButtonProps {
  calendar: Input & { id?: string };
  label: string;
  /** Its name, of one that is there. */
  of?: string;
}

function CalendarButton({ calendar, label, of }: CalendarButtonProps) {
  const { refresh } = useObjects('personCalendar');
  return (
    <ObjectDialogButton
      kind="personCalendar"
      object={calendar}
      members={['displayName', 'url', 'text', 'counts', 'title']}
      // Holidays stand below the schedules, which are what people make there.
      isQuiet={calendar.kind !== 'leave'}
      label={label}
      title={of ?? label}
      {...(of !== undefined && { of })}
      // People want to see next what the calendar says.
      onSaved={async (id) => {
        // It is saved, whether it can be read or not: the list says so.
        await publicApi
          .POST('/person-calendar/{id}/refresh', { params: { path: { id } } })
          .catch(() => undefined);
        await refresh();
      }}
    />
  );
}
