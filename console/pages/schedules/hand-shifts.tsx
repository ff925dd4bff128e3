import { Button, Group, MultiSelect, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { MomentField } from '../../parts/moment-field.tsx';
import { useNames } from '../../parts/names.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { byHandTexts } from './by-hand-texts.ts';

type Days = components['schemas']['TemporaryScheduleInput'];
type Shift = Days['shifts'][number];

export interface HandShiftsProps {
  days: Days;
  zone: string;
  errors: Record<string, unknown>;
  onChange: (shifts: Shift[]) => void;
}

/** The shifts of days that are planned by hand, one below the other. */
export function HandShifts({ days, zone, errors, onChange }: HandShiftsProps) {
  const t = useTexts(byHandTexts);
  const shared = useTexts(sharedTexts);
  const names = useNames('User');
  const { shifts } = days;
  const present = useMutation({
    mutationFn: () => plannedShifts(days),
    onSuccess: onChange,
  });
  const people = [...(names.data ?? [])].map(([value, label]) => ({ value, label }));
  const set = (place: number, changes: Partial<Shift>) =>
    onChange(shifts.map((shift, index) => (index === place ? { ...shift, ...changes } : shift)));
  const errorOf = (name: string) => errors[name] as string | undefined;
  return (
    <Stack gap="sm">
      {shifts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noShifts}
        </Text>
      )}
      {shifts.map((shift, place) => (
        <Paper
          withBorder
          p="sm"
          radius="md"
          component="fieldset"
          aria-label={t.shift(place + 1)}
          // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no names, and stay in their order
          key={place}
        >
          <Stack gap="xs">
            <MultiSelect
              label={t.who}
              data={people}
              value={shift.userIds}
              searchable
              error={errorOf(`shifts[${place}].userIds`)}
              onChange={(userIds) => set(place, { userIds })}
            />
            <Group grow align="flex-start">
              {(['start', 'end'] as const).map((name) => (
                <MomentField
                  key={name}
                  label={t[name]}
                  zone={zone}
                  value={shift[name] || null}
                  error={errorOf(`shifts[${place}].${name}`)}
                  onChange={(value) => set(place, { [name]: value ?? '' })}
                />
              ))}
            </Group>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`${shared.remove}: ${t.shift(place + 1)}`}
              onClick={() => onChange(shifts.filter((_, index) => index !== place))}
            >
              {shared.remove}
            </Button>
          </Stack>
        </Paper>
      ))}
      {present.error && <ProblemNotice error={present.error} isQuestion />}
      <Group>
        <Button
          variant="default"
          onClick={() => onChange([...shifts, { ...nextTime(days), userIds: [] }])}
        >
          {t.addShift}
        </Button>
        {shifts.length === 0 && (
          <Button variant="default" loading={present.isPending} onClick={() => present.mutate()}>
            {t.takeOver}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** From where the shifts so far end. */
function nextTime({ start, end, shifts }: Days): Pick<Shift, 'start' | 'end'> {
  const last = shifts.at(-1)?.end ?? start;
  return { start: Date.parse(last) < Date.parse(end) ? last : start, end };
}

/** The shifts that are planned at present, to begin with; people with the same times share a shift. */
async function plannedShifts({ scheduleId, start, end }: Days): Promise<Shift[]> {
  const { data, error } = await publicApi.GET('/on-call-schedule/{id}/timeline', {
    params: { path: { id: scheduleId }, query: { Start: start, End: end } },
  });
  if (error) throw error;
  const times = Map.groupBy(data.shifts, (shift) => `${shift.start} ${shift.end}`);
  return [...times.values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const userIds = [...new Set(together.map(({ userId }) => userId))];
    return [{ userIds, start: first.start, end: first.end }];
  });
}
