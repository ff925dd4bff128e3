import { Button, Checkbox, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../api/as-seen.ts';
import { changePresent } from '../api/change-present.ts';
import { publicApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { changeTeam } from '../api/save-team.ts';
import type { CalendarDialogProps, CalendarOwner } from './calendar-dialog.tsx';
import { calendarTexts } from './calendar-texts.ts';
import { Confirm } from './confirm.tsx';
import { Loaded } from './loaded.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTell } from './tell.tsx';
import { useTexts } from './texts.tsx';
import { useFocusBack } from './use-focus-back.ts';

type Publishing = components['schemas']['UserInput']['calendarPublishingSettings'];

function idOf(owner: CalendarOwner): string {
  if (owner.userId !== undefined) return owner.userId;
  return owner.teamId !== undefined ? owner.teamId : owner.scheduleId;
}

/** The secret address of a calendar: made, copied, made anew, deleted. Making it also publishes the calendar. */
export default function CalendarAddress({ owner, onClose }: CalendarDialogProps) {
  useFocusBack();
  const t = useTexts(calendarTexts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const id = idOf(owner);
  const queryKey = ['on-call-calendar', id];
  const calendar = useQuery({ queryKey, queryFn: () => addressOf(id) });
  const [onlyTier1, setOnlyTier1] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: () => publish(owner, onlyTier1),
    onSuccess: async () => {
      await refresh();
      tell.done(t.calendarMade);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      const { error } = await publicApi.DELETE('/on-call/calendar/{id}', {
        params: { path: { id }, header: asSeen({ url: calendar.data?.url }) },
      });
      if (error) throw error;
    },
    onSuccess: async () => {
      await refresh();
      tell.done(t.calendarGone);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<span className="breaks-anywhere">{t.calendarOf(owner.name)}</span>}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Stack>
        <Text size="sm">{t.calendarHelp}</Text>
        <Loaded query={calendar} lines={2}>
          {({ url }) => (
            <Stack>
              {url === null ? (
                <Text size="sm" c="dimmed">
                  {t.noCalendar}
                </Text>
              ) : (
                <Address url={url} />
              )}
              {owner.scheduleId === undefined && (
                <Checkbox
                  label={t.onlyTier1}
                  checked={onlyTier1}
                  onChange={(event) => setOnlyTier1(event.currentTarget.checked)}
                />
              )}
              {Boolean(make.error) && <ProblemNotice error={make.error} />}
              <Group>
                <Button
                  variant={url === null ? 'filled' : 'default'}
                  loading={make.isPending}
                  onClick={() => make.mutate()}
                >
                  {url === null ? t.makeCalendar : t.renewCalendar}
                </Button>
                {url !== null && (
                  <Confirm
                    label={t.deleteCalendar}
                    question={t.deleteCalendarQuestion}
                    action={shared.remove}
                    mutation={remove}
                    onConfirm={() => remove.mutateAsync()}
                  />
                )}
              </Group>
              {url !== null && (
                <Text size="xs" c="dimmed">
                  {t.renewCalendar}: {t.renewHelp}
                </Text>
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}

function Address({ url }: { url: string }) {
  const t = useTexts(calendarTexts);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex="1 1 auto"
        miw={0}
        label={t.address}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t.copied : t.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

async function addressOf(id: string): Promise<{ url: string | null }> {
  const { data, error, response } = await publicApi.GET('/on-call/calendar/{id}', {
    params: { path: { id } },
  });
  if (response.status === 404) return { url: null };
  if (error) throw error;
  return { url: data.url };
}

async function publish(
  { userId, teamId, scheduleId }: CalendarOwner,
  onlyTier1: boolean,
): Promise<void> {
  const calendarPublishingSettings = { isPublished: true, onlyIncludeTier1: onlyTier1 };
  if (userId !== undefined) await publishOfUser(userId, calendarPublishingSettings);
  else if (teamId !== undefined)
    await changeTeam(teamId, (present) => ({
      ...present,
      calendarPublishingSettings,
    }));
  const { error } = await publicApi.POST('/on-call/calendar', {
    body: { userId, teamId, scheduleId },
  });
  if (error) throw error;
}

/** Beside whatever else is changed of the person at that time. */
function publishOfUser(id: string, calendarPublishingSettings: Publishing): Promise<void> {
  const path = { id };
  return changePresent(
    async () => {
      const { data, error } = await publicApi.GET('/user/{id}', { params: { path } });
      if (error) throw error;
      return data;
    },
    async (present) => {
      const { error } = await publicApi.PUT('/user/{id}', {
        params: { path, header: asSeen(present) },
        body: { ...present, calendarPublishingSettings },
      });
      if (error) throw error;
    },
  );
}
