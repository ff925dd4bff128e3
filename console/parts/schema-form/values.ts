import { resolved, type Schema } from '../../../openapi/types/request-schemas.ts';

/**
 * A list as it is sent. An empty one and null are different to the API: what was null stays null until something is
 * chosen, and becomes it again where an empty one would match nothing and is refused.
 */
export function listAsSent(
  { nullable, minItems = 0 }: Schema,
  before: unknown,
  next: readonly unknown[],
): readonly unknown[] | null {
  const isNull = next.length === 0 && nullable && (minItems > 0 || !Array.isArray(before));
  return isNull ? null : next;
}

/** A new value of the schema: its required members, and nothing that is optional. */
export function emptyValue(schema: Schema): unknown {
  const { type, properties = {}, required = [], nullable } = resolved(schema);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties)
        .map(([name, member]): [string, Schema] => [name, resolved(member)])
        .filter(([name, member]) => required.includes(name) && !member.readOnly)
        .map(([name, member]) => [name, emptyValue(member)]),
    );
  if (nullable) return null;
  const [only, another] = resolved(schema).enum ?? [];
  if (only !== undefined && another === undefined) return only;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return resolved(schema).minimum ?? 0;
  return '';
}

/** Whether somebody has set it to something else than an absent member means. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '')
    return false;
  return !Array.isArray(value) || value.length > 0;
}
