import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { fromLocalField } from './local-field.ts';
import { useFields } from './use-fields.ts';

type Choice = keyof typeof ends | 'untilResolved' | 'custom';

interface Chosen {
  choice: Choice | null;
  until: string | null;
  custom: string;
}

const hour = 3_600_000;

/** When each would end. */
const ends = {
  halfHour: (now: Date) => new Date(now.getTime() + hour / 2),
  oneHour: (now: Date) => new Date(now.getTime() + hour),
  fourHours: (now: Date) => new Date(now.getTime() + 4 * hour),
  morning: (now: Date) => {
    const morning = new Date(now);
    morning.setHours(9, 0, 0, 0);
    if (morning <= now) morning.setDate(morning.getDate() + 1);
    return morning;
  },
  nextWeek: (now: Date) => {
    const monday = new Date(now);
    monday.setHours(9, 0, 0, 0);
    monday.setDate(monday.getDate() + ((8 - monday.getDay()) % 7 || 7));
    return monday;
  },
} as const;

export function SnoozeFields({ onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const { value, change } = useFields<Chosen>({
    name: 'snooze',
    initial: { choice: null, until: null, custom: '' },
    toOperations({ choice, until }) {
      if (choice === null) return null;
      const intentOptions = { snoozingOptions: { snoozedUntil: until } };
      return { appendIntent: { intent: 'Snoozed', intentOptions } };
    },
    onChange,
  });
  const { choice, custom } = value;
  const choose = (next: Choice, until: string | null) => change({ choice: next, until });
  const button = (name: Choice, label: string, onClick: () => void) => (
    <Button
      key={name}
      px="xs"
      variant={choice === name ? 'filled' : 'default'}
      aria-pressed={choice === name}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="xs">
        {(Object.keys(ends) as (keyof typeof ends)[]).map((name) =>
          button(name, d.snooze[name], () => choose(name, ends[name](new Date()).toISOString())),
        )}
        {button('untilResolved', d.snooze.untilResolved, () => choose('untilResolved', null))}
      </SimpleGrid>
      <TextInput
        type="datetime-local"
        label={d.snooze.custom}
        value={custom}
        onChange={({ currentTarget }) => {
          const until = fromLocalField(currentTarget.value);
          change({
            choice: until === null ? null : 'custom',
            until,
            custom: currentTarget.value,
          });
        }}
      />
    </Stack>
  );
}
