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

/** The number that was called, as both carriers name it; null: they did not say. */
export function calledOf(fields: CarrierFields | null): string | null {
  return fields?.get('To') ?? null;
}
