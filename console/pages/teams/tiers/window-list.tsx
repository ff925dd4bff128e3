import { ActionIcon, Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { dayName } from '../../../parts/duty-timeline/index.ts';
import { FieldError, useFieldErrors } from '../../../parts/field-errors.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useLanguage, useTexts } from '../../../parts/texts.tsx';
import { type TimeFilter, type Weekday, weekdays } from './draft.ts';
import { texts } from './texts.ts';

export interface WindowListProps {
  /** A member of the part around it. */
  member: string;
  label: string;
  windows: readonly TimeFilter[];
  onChange: (windows: TimeFilter[]) => void;
  isDisabled: boolean;
}

/** Windows of the week: days and times. No days are all days, no times midnight. */
export function WindowList({ member, label, windows, onChange, isDisabled }: WindowListProps) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const set = (place: number, changes: Partial<TimeFilter>) =>
    onChange(windows.map((window, at) => (at === place ? { ...window, ...changes } : window)));
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <FieldError error={errorOf(member)} />
      {windows.map((window, place) => {
        const name = `${label} ${place + 1}`;
        const wrong = errorOf(`${member}.${place}`) ?? errorOf(`${member}.${place}.selectedDays`);
        const isOvernight = window.from && window.until && window.until <= window.from;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a window
          <Group key={place} gap="xs" align="flex-end" className="tier-window">
            <Days
              label={`${name}: ${t.days}`}
              chosen={window.selectedDays ?? []}
              isDisabled={isDisabled}
              onChange={(selectedDays) => set(place, { selectedDays })}
            />
            <TextInput
              type="time"
              step={900}
              size="xs"
              label={t.from}
              error={errorOf(`${member}.${place}.from`)}
              value={window.from ?? ''}
              disabled={isDisabled}
              onChange={(event) => set(place, { from: event.currentTarget.value || null })}
            />
            <TextInput
              type="time"
              step={900}
              size="xs"
              label={t.until}
              error={errorOf(`${member}.${place}.until`)}
              value={window.until ?? ''}
              disabled={isDisabled}
              onChange={(event) => set(place, { until: event.currentTarget.value || null })}
            />
            {isOvernight && (
              <Text size="xs" c="dimmed" pb={6}>
                {t.nextDay}
              </Text>
            )}
            <FieldError error={wrong} />
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={2}
              aria-label={t.remove(name)}
              disabled={isDisabled}
              onClick={() => onChange(windows.toSpliced(place, 1))}
            >
              <Icon name="cross" />
            </ActionIcon>
          </Group>
        );
      })}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={isDisabled}
          onClick={() => onChange([...windows, { selectedDays: null, from: null, until: null }])}
        >
          {t.addWindow}
        </Button>
      </Group>
    </Stack>
  );
}

function Days({
  label,
  chosen,
  isDisabled,
  onChange,
}: {
  label: string;
  chosen: readonly Weekday[];
  isDisabled: boolean;
  onChange: (days: Weekday[] | null) => void;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <Chip.Group
      multiple
      value={[...chosen]}
      onChange={(days) =>
        onChange(days.length === 0 ? null : weekdays.filter((day) => days.includes(day)))
      }
    >
      <Group gap={4} role="group" aria-label={label}>
        {weekdays.map((day) => (
          <Chip key={day} value={day} size="xs" radius="sm" variant="outline" disabled={isDisabled}>
            {nameOfDay(day, language)}
          </Chip>
        ))}
        {chosen.length === 0 && (
          <Text size="xs" c="dimmed">
            {t.everyDay}
          </Text>
        )}
      </Group>
    </Chip.Group>
  );
}

export function nameOfDay(day: Weekday, language: string): string {
  // The 5th of January 2026 was a Monday.
  const date = `2026-01-${String(5 + weekdays.indexOf(day)).padStart(2, '0')}`;
  return dayName(date, language, 'short');
}
