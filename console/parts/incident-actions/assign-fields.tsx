import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';

interface Chosen {
  teams: string[];
  people: string[];
  repeat: boolean;
}

export function AssignFields({ onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const teams = useNames('Team');
  const people = useNames('User');
  const [chosen, setChosen] = useState<Chosen>({ teams: [], people: [], repeat: false });
  function change(part: Partial<Chosen>): void {
    const next = { ...chosen, ...part };
    setChosen(next);
    if (next.teams.length === 0 && next.people.length === 0) {
      onChange(null);
      return;
    }
    const repeatAlerts = next.repeat;
    onChange({
      appendIntent: {
        intent: 'Assigned',
        intentOptions: {
          ...(next.teams.length > 0 && {
            assigningOptions: { teams: next.teams.map((id) => ({ id })), repeatAlerts },
          }),
          ...(next.people.length > 0 && {
            userAssigningOptions: {
              userAssignments: next.people.map((userId) => ({ userId })),
              repeatAlerts,
            },
          }),
        },
      },
    });
  }
  const choices = (names: typeof teams) => ({
    searchable: true,
    limit: 100,
    data: [...(names.data ?? [])].map(([value, label]) => ({ value, label })),
    nothingFoundMessage: names.isPending ? d.searching : d.nothingFound,
  });
  return (
    <Stack gap="xs">
      <MultiSelect
        data-autofocus
        label={d.people}
        {...choices(people)}
        value={chosen.people}
        onChange={(ids) => change({ people: ids })}
      />
      <MultiSelect
        label={d.teams}
        {...choices(teams)}
        value={chosen.teams}
        onChange={(ids) => change({ teams: ids })}
      />
      <Checkbox
        label={d.repeat}
        description={d.repeatHelp}
        checked={chosen.repeat}
        onChange={({ currentTarget }) => change({ repeat: currentTarget.checked })}
      />
    </Stack>
  );
}
