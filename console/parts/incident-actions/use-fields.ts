import { useEffect, useRef } from 'react';
import { useKept } from '../draft/use-kept.ts';
import type { IncidentOperations } from './incident.ts';

export interface FieldsOptions<Value> {
  /** Tells the dialogs of one page apart. */
  name: string;
  initial: Value;
  /** The change that would be made; null while something is missing. */
  toOperations(value: Value): IncidentOperations | null;
  onChange(operations: IncidentOperations | null): void;
}

/** The content of the fields of a dialog, kept while somebody signs in again, and the change that they would make. */
export function useFields<Value>({ name, initial, toOperations, onChange }: FieldsOptions<Value>) {
  const { value, set, back } = useKept(`fields ${name}`, initial);
  const isBack = back !== null;
  const tell = useRef(() => onChange(toOperations(value)));
  useEffect(() => {
    if (isBack) tell.current();
  }, [isBack]);
  return {
    value,
    change(part: Partial<Value>): void {
      const next = { ...value, ...part };
      set(next);
      onChange(toOperations(next));
    },
  };
}
