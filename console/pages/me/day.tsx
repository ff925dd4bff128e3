import { Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { dayName } from '../../parts/duty-timeline/index.ts';
import { dateOf, daysFrom, instantOf } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { choiceOf } from '../../parts/schema-form/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { DayStrips } from './day-strips.tsx';
import { RuledMessages } from './ruled-messages.tsx';
import type { RulesInput } from './rules-of-settings.ts';
import { rulesTexts } from './rules-texts.ts';
import { type Severity, severities } from './settings.ts';

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

const urgencies = ['High', 'Low'] as const;
type Urgency = (typeof urgencies)[number];

export interface DayProps {
  userId: string;
  rules: RulesInput;
}

/** Shows what wakes the person when, by rules that are still being written. */
export function Day({ userId, rules }: DayProps) {
  const t = useTexts(rulesTexts);
  const { language } = useLanguage();
  const clear = useClear();
  const teams = useNames('Team');
  const schedules = useNames('OnCallSchedule');
  const { data: user } = api.useQuery('get', '/user/{id}', { params: { path: { id: userId } } });
  const zone = user?.timeZoneId ?? 'UTC';
  const [now] = useState(() => Date.now());
  const [place, setPlace] = useState(0);
  const [teamId, setTeamId] = useState<string | null>(null);
  const [scheduleId, setScheduleId] = useState<string | null>(null);
  const [time, setTime] = useState('03:00');
  const [severity, setSeverity] = useState<Severity>('Critical');
  const [urgency, setUrgency] = useState<Urgency>('High');
  const [settled] = useDebouncedValue(rules, 400);
  const days = daysFrom(dateOf(now, zone), 7, zone);
  const day = days[place] ?? { date: dateOf(now, zone), start: now };
  const of = { rules: settled, severity, urgency, teamId, scheduleId };
  const strip = usePreview(userId, { ...of, at: at(day.start) }, user !== undefined);
  const night = usePreview(
    userId,
    { ...of, at: at(instantOf(`${day.date}T${time}`, zone)) },
    user !== undefined,
  );
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t.day}>
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={3} size="h4">
            {t.day}
          </Title>
          <Text size="xs" c="dimmed">
            {t.dayHelp} {t.timesIn(zone)}
          </Text>
        </Stack>
        <Group gap="sm" align="flex-end">
          <Select
            w={180}
            label={t.weekday}
            allowDeselect={false}
            data={days.map(({ date }, index) => ({
              value: String(index),
              label: dayName(date, language, 'long'),
            }))}
            value={String(place)}
            onChange={(chosen) => setPlace(Number(chosen ?? 0))}
          />
          <Select
            flex="1 1 180px"
            maw={320}
            label={t.team}
            placeholder={t.anyTeam}
            data={[...(teams.data ?? [])].map(([value, label]) => ({ value, label }))}
            value={teamId}
            onChange={setTeamId}
            {...clear(t.team)}
          />
          {rules.rules.some((rule) => rule.scheduleIds) && (
            <Select
              flex="1 1 180px"
              maw={320}
              label={t.schedule}
              placeholder={t.noSchedule}
              data={[...(schedules.data ?? [])].map(([value, label]) => ({ value, label }))}
              value={scheduleId}
              onChange={setScheduleId}
              {...clear(t.schedule)}
            />
          )}
          <Select
            w={140}
            label={t.urgency}
            allowDeselect={false}
            data={urgencies.map((value) => ({ value, label: choiceOf(value, language) }))}
            value={urgency}
            onChange={(chosen) => setUrgency(urgencies.find((one) => one === chosen) ?? urgency)}
          />
        </Group>
        {Boolean(strip.error) && <ProblemNotice error={strip.error} isQuestion />}
        {strip.data && (
          <DayStrips start={day.start} {...{ zone }} stretches={strip.data.stretches} />
        )}
        <AlertChoices {...{ time, setTime, severity, setSeverity }} />
        {night.data && <RuledMessages zone={zone} messages={night.data.messages} />}
      </Stack>
    </Paper>
  );
}

interface AlertChoicesProps {
  time: string;
  setTime(time: string): void;
  severity: Severity;
  setSeverity(severity: Severity): void;
}

/** Which alert of the day is looked at message by message. */
function AlertChoices({ time, setTime, severity, setSeverity }: AlertChoicesProps) {
  const t = useTexts(rulesTexts);
  const severityTexts = useSeverityTexts();
  return (
    <Group gap="sm" align="flex-end">
      <Select
        w={120}
        label={t.at}
        allowDeselect={false}
        data={hours}
        value={time}
        onChange={(chosen) => setTime(chosen ?? time)}
      />
      <Select
        w={180}
        label={t.severity}
        allowDeselect={false}
        data={severities.map((value) => ({ value, label: severityTexts[value] }))}
        value={severity}
        onChange={(chosen) => setSeverity(severities.find((one) => one === chosen) ?? severity)}
      />
    </Group>
  );
}

interface Asked {
  rules: RulesInput;
  severity: Severity;
  urgency: Urgency;
  teamId: string | null;
  scheduleId: string | null;
  at: string;
}

/** The day and what one alert sends are two questions, as the day begins at midnight. */
function usePreview(userId: string, body: Asked, enabled: boolean) {
  return api.useQuery(
    'post',
    '/user/{userId}/notification-rules/preview',
    { params: { path: { userId } }, body },
    { enabled, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
}

function at(instant: number): string {
  return new Date(instant).toISOString();
}
