import type { Json } from '../mapping/index.ts';

export type FormFields = { [key: string]: Json };

/** Without a prototype, so that a field named `__proto__` is a field. */
export function createFormFields(): FormFields {
  return Object.create(null);
}

/** Repeated fields become lists. */
export function appendField(fields: FormFields, name: string, value: Json): void {
  const present = fields[name];
  if (present === undefined) fields[name] = value;
  else if (Array.isArray(present)) present.push(value);
  else fields[name] = [present, value];
}
