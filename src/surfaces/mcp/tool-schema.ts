import { isObject } from '../../kernel/index.ts';

/** JSON Schema as tools declare it. */
export type ToolSchema = { [member: string]: unknown };

/** Members of the document's schemas that help a model to write a value; what is too much is refused with its place. */
const kept = ['type', 'format', 'enum', 'minimum', 'maximum', 'default'] as const;

export interface SchemaDetail {
  /** How far down members are described. */
  depth: number;
  /** How far down they have descriptions. */
  described: number;
}

/**
 * A schema of the document as a tool declares it: inlined, compositions joined, without examples, members that only
 * answers have, and whatever lies deeper than asked for.
 */
export function toolSchema(schema: unknown, { depth, described }: SchemaDetail): ToolSchema {
  const joined = joinedSchema(schema);
  const shown: ToolSchema = {};
  for (const name of kept) if (joined[name] !== undefined) shown[name] = joined[name];
  if (Array.isArray(shown.enum)) shown.enum = shown.enum.filter((value) => value !== null);
  if (shown.format === 'uuid' || shown.format === 'password') delete shown.format;
  if (described > 0 && typeof joined.description === 'string')
    shown.description = firstSentence(joined.description);
  const deeper = { depth: depth - 1, described: described - 1 };
  if (isObject(joined.properties)) {
    shown.type = 'object';
    const members = Object.entries(joined.properties).filter(
      ([, member]) => !(isObject(member) && joinedSchema(member).readOnly === true),
    );
    if (depth > 0) {
      shown.properties = Object.fromEntries(
        members.map(([name, member]) => [name, toolSchema(member, deeper)]),
      );
      const required = textsOf(joined.required).filter((name) =>
        members.some(([known]) => known === name),
      );
      if (required.length > 0) shown.required = required;
    }
  } else if (joined.items !== undefined) {
    shown.type = 'array';
    if (depth > 0) shown.items = toolSchema(joined.items, deeper);
  }
  return shown;
}

/** The schema with its `allOf` folded in; of alternatives, all members that one of them has. */
export function joinedSchema(schema: unknown): ToolSchema {
  if (!isObject(schema)) return {};
  const { allOf, oneOf, anyOf, ...own } = schema;
  const parts = listOf(allOf).map(joinedSchema);
  for (const part of [...listOf(oneOf), ...listOf(anyOf)].map(joinedSchema)) {
    // An alternative demands nothing of the others.
    delete part.required;
    parts.push(part);
  }
  let joined: ToolSchema = own;
  for (const part of parts.toReversed())
    joined = {
      ...part,
      ...joined,
      ...propertiesOfBoth(part, joined),
      ...requiredOfBoth(part, joined),
    };
  return joined;
}

function propertiesOfBoth(a: ToolSchema, b: ToolSchema): ToolSchema {
  if (!isObject(a.properties) && !isObject(b.properties)) return {};
  return {
    properties: {
      ...(isObject(a.properties) && a.properties),
      ...(isObject(b.properties) && b.properties),
    },
  };
}

function requiredOfBoth(a: ToolSchema, b: ToolSchema): ToolSchema {
  const required = [...new Set([...textsOf(a.required), ...textsOf(b.required)])];
  return required.length > 0 ? { required } : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}

/** Up to the first full stop that ends a sentence. */
export function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=[.!?])\s+(?=[A-Z`])/);
  return first.replaceAll(/\s+/g, ' ').trim();
}
