import { resolved, type Schema } from '../../../openapi/types/request-schemas.ts';

/** The written value, with secrets as they were `seen`: a browser keeps no secret for somebody else to find. */
export function withoutSecrets(schema: Schema, value: unknown, seen: unknown): unknown {
  const { properties, items, 'x-secret': isSecret } = resolved(schema);
  if (isSecret) return seen;
  if (Array.isArray(value) && items)
    return value.map((item, place) =>
      withoutSecrets(items, item, Array.isArray(seen) ? seen[place] : undefined),
    );
  if (!isMembers(value) || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const of = properties[name];
      const before = isMembers(seen) ? seen[name] : undefined;
      const kept = of ? withoutSecrets(of, member, before) : member;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
