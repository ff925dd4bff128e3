import { MultiSelect } from '@mantine/core';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { texts } from './texts.ts';

interface TeamsFieldProps {
  names: ReadonlyMap<string, string> | undefined;
  /** Undefined: all of them. */
  value: readonly string[] | undefined;
  onChange(chosen: string[] | undefined): void;
}

/** The teams that a report is about. */
export function TeamsField({ names, value = [], onChange }: TeamsFieldProps) {
  const t = useTexts(texts);
  const clear = useClear();
  return (
    <MultiSelect
      label={t.teams}
      w={{ base: 'auto', sm: 260 }}
      searchable
      {...clear(t.teams)}
      placeholder={value.length === 0 ? t.allTeams : undefined}
      data={[...(names ?? [])].map(([id, label]) => ({ value: id, label }))}
      value={[...value]}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
    />
  );
}
