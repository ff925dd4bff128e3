import { Select } from '@mantine/core';
import { createContext, useContext } from 'react';
import { useClear } from '../use-clear.ts';

/** A choice for a text that is no reference to a stored object: a part of the page knows the choices. */
export interface FieldChoice {
  value: string;
  label: string;
  /** Only where the members beside it are these. */
  beside?: Readonly<Record<string, unknown>>;
}

const choices = createContext<Readonly<Record<string, readonly FieldChoice[]>>>({});

/** Gives choices to the fields of these names. */
export const FieldChoices = choices.Provider;

export interface ChosenFieldProps {
  shared: { label: string; required: boolean; disabled: boolean; error?: string };
  placeholder: string;
  choices: readonly FieldChoice[];
  beside: Readonly<Record<string, unknown>>;
  value: string;
  onChange(value: string | null): void;
}

/** The choices of the field with this name; undefined: it is written. */
export function useFieldChoices(name: string): readonly FieldChoice[] | undefined {
  return useContext(choices)[name];
}

/** A choice by what stands beside it. One that fits no more is shown as it is, and a field without any is not there. */
export function ChosenField(props: ChosenFieldProps) {
  const { shared, placeholder, beside, value, onChange } = props;
  const clear = useClear();
  const fitting = props.choices.filter((one) =>
    Object.entries(one.beside ?? {}).every(([name, wanted]) => beside[name] === wanted),
  );
  if (fitting.length === 0 && value === '') return null;
  const other = fitting.some((one) => one.value === value) || value === '' ? [] : [value];
  return (
    <Select
      {...shared}
      {...clear(shared.label)}
      placeholder={placeholder}
      data={[
        ...fitting.map((one) => ({ value: one.value, label: one.label })),
        ...other.map((one) => ({ value: one, label: one })),
      ]}
      value={value === '' ? null : value}
      onChange={onChange}
    />
  );
}
