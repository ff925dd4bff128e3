import {
  Fieldset,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import type { Team, TeamInput } from '../../api/save-team.ts';
import { useTexts } from '../../parts/texts.tsx';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { texts } from './texts.ts';

interface TeamFieldsProps {
  form: TeamInput;
  onChange: (changes: Partial<TeamInput>) => void;
  isDisabled: boolean;
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export function GeneralFields({
  form,
  onChange,
  isDisabled,
  team,
  errors,
}: TeamFieldsProps & { team: Team; errors: Record<string, string> }) {
  const t = useTexts(texts);
  return (
    <Fieldset legend={t.general} disabled={isDisabled}>
      <Stack>
        <TextInput
          label={t.name}
          required
          maxLength={500}
          value={form.displayName}
          error={errors.displayName}
          onChange={(event) => onChange({ displayName: event.currentTarget.value })}
        />
        <ZoneSelect
          label={t.timeZone}
          description={t.timeZoneHelp}
          value={form.timeZoneId ?? 'UTC'}
          onChange={(timeZoneId) => onChange({ timeZoneId })}
          disabled={isDisabled}
        />
        <TagsInput
          label={t.labels}
          value={form.labels ?? []}
          acceptValueOnBlur
          maxTags={100}
          disabled={isDisabled}
          error={errors.labels}
          onChange={(labels) =>
            onChange({ labels: labels.length === 0 && team.labels === null ? null : labels })
          }
        />
      </Stack>
    </Fieldset>
  );
}

type Report = NonNullable<TeamInput['incidentEngagementReportSettings']>;

const defaultReport: Report = {
  dayOfWeek: 'mon',
  time: '07:00',
  disableWeeklyIncidentEngagementReport: null,
};

export function WeeklyReportFields({ form, onChange, isDisabled }: TeamFieldsProps) {
  const t = useTexts(texts);
  const report = form.incidentEngagementReportSettings ?? defaultReport;
  const isOn = !report.disableWeeklyIncidentEngagementReport;
  const setReport = (changes: Partial<Report>) =>
    onChange({ incidentEngagementReportSettings: { ...report, ...changes } });
  return (
    <Fieldset legend={t.report} disabled={isDisabled}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.reportHelp}
        </Text>
        <Switch
          label={t.reportOn}
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) =>
            setReport({ disableWeeklyIncidentEngagementReport: !event.currentTarget.checked })
          }
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t.day}
            data={days.map((value) => ({ value, label: t.days[value] }))}
            value={report.dayOfWeek}
            allowDeselect={false}
            disabled={isDisabled || !isOn}
            onChange={(day) => setReport({ dayOfWeek: days.find((one) => one === day) ?? 'mon' })}
          />
          <TextInput
            type="time"
            label={t.time}
            value={report.time}
            disabled={isDisabled || !isOn}
            onChange={(event) => setReport({ time: event.currentTarget.value.slice(0, 5) })}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}

export function CalendarFields({ form, onChange, isDisabled }: TeamFieldsProps) {
  const t = useTexts(texts);
  const calendar = form.calendarPublishingSettings;
  const setCalendar = (changes: Partial<NonNullable<typeof calendar>>) =>
    onChange({ calendarPublishingSettings: { ...calendar, ...changes } });
  return (
    <Fieldset legend={t.calendar} disabled={isDisabled}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.calendarHelp}
        </Text>
        <Switch
          label={t.isPublished}
          checked={calendar?.isPublished ?? false}
          disabled={isDisabled}
          onChange={(event) => setCalendar({ isPublished: event.currentTarget.checked })}
        />
        <Switch
          label={t.onlyTier1}
          checked={calendar?.onlyIncludeTier1 ?? false}
          disabled={isDisabled || !(calendar?.isPublished ?? false)}
          onChange={(event) => setCalendar({ onlyIncludeTier1: event.currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  );
}
