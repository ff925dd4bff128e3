import { MultiSelect, Select } from '@mantine/core';
import { isKind, useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import { useClear } from '../use-clear.ts';
import { formTexts } from './texts.ts';
import { listAsSent } from './values.ts';

export interface ReferenceFieldProps {
  label: string;
  description?: string;
  error?: string;
  required: boolean;
  disabled: boolean;
  /** The value of `x-references`. */
  kind: string;
  /** The value of `x-reference-types`. */
  types?: readonly string[] | undefined;
  isList: boolean;
  isNullable: boolean;
  /** Only for a list. */
  minItems?: number | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Chooses objects by their names. One that the person may not see keeps its place under its id. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { kind, types, isList, isNullable, minItems = 0, value, onChange, ...shared } = props;
  const t = useTexts(formTexts);
  const clear = useClear();
  const names = useNames(isKind(kind) ? kind : null, types);
  const chosen = (Array.isArray(value) ? value : [value]).filter(
    (id): id is string => typeof id === 'string' && id !== '',
  );
  const known = names.data ?? new Map<string, string>();
  const data = [
    ...[...known].map(([id, label]) => ({ value: id, label })),
    ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: t.gone(id) })),
  ];
  const common = {
    ...shared,
    data,
    searchable: true,
    limit: 100,
    nothingFoundMessage: names.isPending ? t.searching : undefined,
    placeholder: chosen.length === 0 ? t.notSet : undefined,
  };
  if (isList)
    return (
      <MultiSelect
        {...common}
        {...clear(shared.label)}
        value={chosen}
        onChange={(next) => onChange(listAsSent({ nullable: isNullable, minItems }, value, next))}
      />
    );
  return (
    <Select
      {...common}
      {...(isNullable ? clear(shared.label) : { allowDeselect: false })}
      value={chosen[0] ?? null}
      onChange={(next) => onChange(next)}
    />
  );
}
