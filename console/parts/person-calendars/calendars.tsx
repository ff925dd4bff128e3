import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../confirm.tsx';
import { useIsKept } from '../draft/index.ts';
import { Empty } from '../empty.tsx';
import { formatMoment, Moment } from '../moment.tsx';
import { NewButton } from '../new-button.tsx';
import { draftNameOf, ObjectForm } from '../object-form.tsx';
import { byOffset, PagedTable, pageSize } from '../paged-table.tsx';
import { Said } from '../said/index.ts';
import { sharedTexts } from '../shared-texts.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { texts } from './texts.ts';

type Calendar = components['schemas']['PersonCalendar'];
type Input = components['schemas']['PersonCalendarInput'];

const listPath = '/person-calendar/search/list';

/** The calendars of a person's leave, or with `userId` null those of holidays. */
export function PersonCalendars({ userId }: { userId: string | null }) {
  const all = useTexts(texts);
  const t = userId === null ? all.holidays : all.leave;
  const { organizationRole } = useMe();
  const isAdministrator = organizationRole === 'Owner' || organizationRole === 'Administrator';
  const mayChange = userId !== null || isAdministrator;
  const list = api.useInfiniteQuery(
    'get',
    listPath,
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
            ? formatMoment(new Date(start), language, 'UTC').split(',')[0]
            : `${formatMoment(new Date(start), language)} – ${formatMoment(new Date(end), language)}`}
        </Text>
      ))}
    </Stack>
  );
}

function Actions({ calendar, mayChange }: { calendar: Calendar; mayChange: boolean }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const isReadOnly = useIsReadOnly(calendar.isProvisioned);
  const queries = useQueryClient();
  const removal = api.useMutation('delete', '/person-calendar/{id}');
  const reading = api.useMutation('post', '/person-calendar/{id}/refresh');
  const invalidate = () => queries.invalidateQueries({ queryKey: ['get', listPath] });
  const { id, displayName } = calendar;
  return (
    <Group gap="xs" justify="flex-end">
      <AsCodeButton type="tocsin_person_calendar" id={id} of={displayName} size="compact-sm" />
      {mayChange && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t.refresh}: ${displayName}`}
          loading={reading.isPending}
          onClick={() => void reading.mutateAsync({ params: { path: { id } } }).finally(invalidate)}
        >
          {t.refresh}
        </Button>
      )}
      {mayChange && !isReadOnly && (
        <>
          <CalendarButton calendar={calendar} label={shared.edit} of={displayName} />
          <Confirm
            label={shared.remove}
            of={displayName}
            size="compact-sm"
            question={t.removeQuestion}
            action={shared.remove}
            mutation={removal}
            onConfirm={async () => {
              await removal.mutateAsync({ params: { path: { id }, header: asSeen(calendar) } });
              await invalidate();
            }}
          />
        </>
      )}
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
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const form = {
    schema: 'PersonCalendarInput',
    stored: calendar,
    members: ['displayName', 'url', 'text', 'counts', 'title'],
  };
  const [opened, { open, close }] = useDisclosure(useIsKept(draftNameOf(form)));
  const { id } = calendar;
  return (
    <>
      {of === undefined ? (
        <NewButton onClick={open}>{label}</NewButton>
      ) : (
        <Button variant="default" size="compact-sm" aria-label={`${label}: ${of}`} onClick={open}>
          {label}
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={of ?? label}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectForm
          {...form}
          saveLabel={shared.save}
          beside={(body) => (
            <AsCodeButton
              type="tocsin_person_calendar"
              id={id ?? null}
              value={{ ...calendar, ...body }}
            />
          )}
          save={async (body, seen) => {
            // As checked by the server: the form is made from the same document.
            const input = body as Input;
            const { data, error } =
              id === undefined
                ? await publicApi.POST('/person-calendar', { body: input })
                : await publicApi.PUT('/person-calendar/{id}', {
                    params: { path: { id }, header: asSeen(seen) },
                    body: input,
                  });
            if (error) throw error;
            // What it says is what people want to see next.
            await publicApi.POST('/person-calendar/{id}/refresh', {
              params: { path: { id: data.id } },
            });
            await queries.invalidateQueries({ queryKey: ['get', listPath] });
            close();
          }}
        />
      </Modal>
    </>
  );
}
