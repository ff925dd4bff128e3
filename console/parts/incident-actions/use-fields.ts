import { useEffect, useRef } from 'react';
import { useKept } from '../draft/use-kept.ts';
import type { IncidentOperations } from './incident.ts';

export interface FieldsOptions<Value> {
  /** Tells the dialogs of one page apart. */
  name: string;
  initial: Value;
  /** What would be done; null while something is missing. */
  toOperations(value: Value): IncidentOperations | null;
  onChange(operations: IncidentOperations | null): void;
}

/** What is in the fields of a dialog, there again after signing in again, and what would be done with it. */
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
