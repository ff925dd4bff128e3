/**
 * Public API rule 0.3 and 0.4: keys of a body match the document without regard to case, members the
 * document does not know are ignored, and `null`, `[]` and absent stay three different things.
 */
export interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  allOf?: SchemaNode[];
  readOnly?: boolean;
  'x-aliases'?: string[];
  'x-refuses-unknown'?: boolean;
}

type Names = Map<string, { name: string; schema: SchemaNode }>;
const namesBySchema = new WeakMap<SchemaNode, Names>();

/** A copy of `value` with the spelling of `schema`; the input is left alone. */
export function canonicaliseKeys(schema: SchemaNode | undefined, value: unknown): unknown {
  if (!schema || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = schemaOfItems(schema);
    return items ? value.map((item) => canonicaliseKeys(items, item)) : value;
  }
  const names = namesOf(schema);
  if (names.size === 0) return value;
  const result: Record<string, unknown> = {};
  const exact = new Set<string>();
  for (const [key, member] of Object.entries(value)) {
    const known = names.get(key.toLowerCase());
    if (!known || known.schema.readOnly) continue;
    // The exact spelling wins over another spelling of the same member.
    if (exact.has(known.name)) continue;
    if (key === known.name) exact.add(key);
    result[known.name] = canonicaliseKeys(known.schema, member);
  }
  return result;
}

/** Schema of the items of a list. */
export function schemaOfItems(schema: SchemaNode): SchemaNode | undefined {
  return schema.items ?? schema.allOf?.map(schemaOfItems).find((items) => items !== undefined);
}

/** Names of its members, by their small letters. */
export function namesOf(schema: SchemaNode): Names {
  const cached = namesBySchema.get(schema);
  if (cached) return cached;
  const names: Names = new Map();
  for (const part of schema.allOf ?? []) {
    for (const [key, known] of namesOf(part)) names.set(key, known);
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    names.set(name.toLowerCase(), { name, schema: member });
    for (const alias of member['x-aliases'] ?? [])
      names.set(alias.toLowerCase(), { name, schema: member });
  }
  namesBySchema.set(schema, names);
  return names;
}
