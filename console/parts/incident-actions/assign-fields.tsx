import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import type { IncidentOperations } from './incident.ts';
import { useFields } from './use-fields.ts';

interface Chosen {
  teams: string[];
  people: string[];
  repeat: boolean;
}

export function AssignFields({ onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const teams = useNames('Team');
  const people = useNames('User');
  const { value: chosen, change } = useFields<Chosen>({
    name: 'assign',
    initial: { teams: [], people: [], repeat: false },
    toOperations: assignmentOf,
    onChange,
  });
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

function assignmentOf({ teams, people, repeat: repeatAlerts }: Chosen): IncidentOperations | null {
  if (teams.length === 0 && people.length === 0) return null;
  return {
    appendIntent: {
      intent: 'Assigned',
      intentOptions: {
        ...(teams.length > 0 && {
          assigningOptions: { teams: teams.map((id) => ({ id })), repeatAlerts },
        }),
        ...(people.length > 0 && {
          userAssigningOptions: {
            userAssignments: people.map((userId) => ({ userId })),
            repeatAlerts,
          },
        }),
      },
    },
  };
}
