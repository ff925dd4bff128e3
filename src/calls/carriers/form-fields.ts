import { parseForm } from '../../kernel/index.ts';
import type { CarrierFields } from './carrier.ts';

/** The fields of a form; a repeated one counts as its first. Null: more fields than any carrier sends. */
export function fieldsOf(body: Buffer): CarrierFields | null {
  const pairs = parseForm(body.toString('utf8'));
  if (pairs === null) return null;
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** Every value of every field, as they are signed. */
export function signedFieldsOf(body: Buffer): Record<string, string | string[]> | null {
  const pairs = parseForm(body.toString('utf8'));
  if (pairs === null) return null;
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const present = fields.get(name);
    fields.set(name, present === undefined ? value : [present, value].flat());
  }
  return Object.assign(Object.create(null), Object.fromEntries(fields));
}
