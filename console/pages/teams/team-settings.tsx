import {
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { inputOf, refreshTeam, saveTeam, type Team, type TeamInput } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { texts } from './texts.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** All that a team has but its people, tiers and maintenance. */
export function TeamSettings({ team }: { team: Team }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const isReadOnly = useIsReadOnly(team.isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const draft = useDraft<TeamInput>({
    stored: inputOf(team),
    save: (body, seen) => saveTeam(team.id, body, seen),
    name: 'team',
  });
  const form = draft.value;
  const set = (changes: Partial<TeamInput>) => draft.change({ ...form, ...changes });
  const errors = fieldErrors(draft.error);
  const report = form.incidentEngagementReportSettings;
  const calendar = form.calendarPublishingSettings;
  const isOn = !(report?.disableWeeklyIncidentEngagementReport ?? false);
  const setReport = (changes: Partial<NonNullable<typeof report>>) =>
    set({
      incidentEngagementReportSettings: {
        ...(report ?? {
          dayOfWeek: 'mon',
          time: '07:00',
          disableWeeklyIncidentEngagementReport: null,
        }),
        ...changes,
      },
    });
  return (
    <Stack gap="lg" maw={760}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void draft.submit();
        }}
      >
        <Stack gap="lg">
          <Fieldset legend={t.general} disabled={!mayAdminister}>
            <Stack>
              <TextInput
                label={t.name}
                required
                maxLength={500}
                value={form.displayName}
                error={errors.displayName}
                onChange={(event) => set({ displayName: event.currentTarget.value })}
              />
              <ZoneSelect
                label={t.timeZone}
                description={t.timeZoneHelp}
                value={form.timeZoneId ?? 'UTC'}
                onChange={(timeZoneId) => set({ timeZoneId })}
                disabled={!mayAdminister}
              />
              <TagsInput
                label={t.labels}
                value={form.labels ?? []}
                acceptValueOnBlur
                maxTags={100}
                disabled={!mayAdminister}
                error={errors.labels}
                onChange={(labels) =>
                  set({ labels: labels.length === 0 && team.labels === null ? null : labels })
                }
              />
            </Stack>
          </Fieldset>
          <Fieldset legend={t.report} disabled={!mayAdminister}>
            <Stack>
              <Text size="sm" c="dimmed">
                {t.reportHelp}
              </Text>
              <Switch
                label={t.reportOn}
                checked={isOn}
                disabled={!mayAdminister}
                onChange={(event) =>
                  setReport({ disableWeeklyIncidentEngagementReport: !event.currentTarget.checked })
                }
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <Select
                  label={t.day}
                  data={days.map((value) => ({ value, label: t.days[value] }))}
                  value={report?.dayOfWeek ?? 'mon'}
                  allowDeselect={false}
                  disabled={!mayAdminister || !isOn}
                  onChange={(day) =>
                    setReport({ dayOfWeek: days.find((one) => one === day) ?? 'mon' })
                  }
                />
                <TextInput
                  type="time"
                  label={t.time}
                  value={report?.time ?? '07:00'}
                  disabled={!mayAdminister || !isOn}
                  onChange={(event) => setReport({ time: event.currentTarget.value.slice(0, 5) })}
                />
              </SimpleGrid>
            </Stack>
          </Fieldset>
          <Fieldset legend={t.calendar} disabled={!mayAdminister}>
            <Stack>
              <Text size="sm" c="dimmed">
                {t.calendarHelp}
              </Text>
              <Switch
                label={t.isPublished}
                checked={calendar?.isPublished ?? false}
                disabled={!mayAdminister}
                onChange={(event) =>
                  set({
                    calendarPublishingSettings: {
                      ...calendar,
                      isPublished: event.currentTarget.checked,
                    },
                  })
                }
              />
              <Switch
                label={t.onlyTier1}
                checked={calendar?.onlyIncludeTier1 ?? false}
                disabled={!mayAdminister || !(calendar?.isPublished ?? false)}
                onChange={(event) =>
                  set({
                    calendarPublishingSettings: {
                      ...calendar,
                      onlyIncludeTier1: event.currentTarget.checked,
                    },
                  })
                }
              />
            </Stack>
          </Fieldset>
          <DraftNotices draft={draft} />
          {mayAdminister ? (
            <Group>
              <Button type="submit" loading={draft.isSaving} disabled={!draft.isChanged}>
                {shared.save}
              </Button>
              <AsCodeButton type="tocsin_team" id={team.id} value={{ ...team, ...form }} />
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {t.readOnly}
            </Text>
          )}
        </Stack>
      </form>
      {mayAdminister && <DeleteTeam team={team} />}
    </Stack>
  );
}

function DeleteTeam({ team }: { team: Team }) {
  const t = useTexts(texts);
  const tell = useTell();
  const navigate = useNavigate();
  const remove = api.useMutation('delete', '/team/{id}');
  const [typed, setTyped] = useState('');
  return (
    <Fieldset legend={t.danger}>
      <Group justify="space-between">
        <Text size="sm">{t.dangerHelp}</Text>
        <Confirm
          label={t.deleteTeam}
          question={t.deleteQuestion(team.displayName)}
          action={t.deleteTeam}
          mutation={remove}
          isReady={typed === team.displayName}
          onConfirm={async () => {
            await remove.mutateAsync({
              params: { path: { id: team.id }, header: asSeen(team) },
            });
            tell.done(t.deleted);
            await navigate({ to: '/teams' });
            await refreshTeam();
          }}
        >
          <TextInput
            label={t.typeName}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Confirm>
      </Group>
    </Fieldset>
  );
}
