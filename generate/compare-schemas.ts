import { dereference, type Json, type OpenApiDocument, type Schema } from './document.ts';
import type { Direction } from './examples.ts';

export interface Comparison {
  before: OpenApiDocument;
  after: OpenApiDocument;
  direction: Direction;
  /** What was found of pairs of schemas: most of them are part of many operations. */
  found: Map<Schema, Map<Schema, Change[]>>;
}

/** What changed at which member below a schema. */
interface Change {
  at: string;
  what: string;
}

/**
 * Incompatible differences between two versions of a schema. A request may be taken more freely than before, a response
 * may say more than before; everything else breaks somebody.
 */
export function compareSchemas(
  comparison: Comparison,
  old: Schema,
  now: Schema,
  where: string,
): string[] {
  return changesOf(comparison, old, now).map(({ at, what }) => `${where}${at} ${what}`);
}

function changesOf(comparison: Comparison, old: Schema, now: Schema): Change[] {
  const [earlier, later] = [
    dereference(comparison.before, old),
    dereference(comparison.after, now),
  ];
  const known = comparison.found.get(earlier) ?? new Map<Schema, Change[]>();
  comparison.found.set(earlier, known);
  const changes = known.get(later) ?? compare(comparison, earlier, later);
  known.set(later, changes);
  return changes;
}

function compare(comparison: Comparison, old: Schema, now: Schema): Change[] {
  const earlier = flatten(comparison.before, old);
  const later = flatten(comparison.after, now);
  const changes: Change[] = (
    comparison.direction === 'request' ? narrowed(earlier, later) : widened(earlier, later)
  ).map((what) => ({ at: '', what }));
  if (earlier.type !== later.type)
    return [
      ...changes,
      { at: '', what: `was ${earlier.type ?? 'anything'} and is ${later.type ?? 'anything'}` },
    ];
  const below = (name: string, before: Schema, after: Schema) => {
    for (const { at, what } of changesOf(comparison, before, after))
      changes.push({ at: `${name}${at}`, what });
  };
  for (const [name, property] of Object.entries(earlier.properties)) {
    const kept = later.properties[name];
    if (kept) below(`.${name}`, property, kept);
    else changes.push({ at: `.${name}`, what: 'is gone' });
  }
  if (earlier.items && later.items) below('[]', earlier.items, later.items);
  if (
    typeof earlier.additionalProperties === 'object' &&
    typeof later.additionalProperties === 'object'
  )
    below('.*', earlier.additionalProperties, later.additionalProperties);
  return changes;
}

interface Flat extends Omit<Schema, 'properties' | 'required' | 'allOf' | '$ref'> {
  properties: Record<string, Schema>;
  required: string[];
}

/** One schema with the members of all its `allOf` parts. */
function flatten(document: OpenApiDocument, schema: Schema): Flat {
  const { allOf = [], properties = {}, required = [], ...own } = dereference(document, schema);
  const flat: Flat = { properties: {}, required: [] };
  for (const part of allOf) {
    const { properties: more, required: names, ...rest } = flatten(document, part);
    Object.assign(flat, rest);
    Object.assign(flat.properties, more);
    flat.required.push(...names);
  }
  Object.assign(flat, own);
  Object.assign(flat.properties, properties);
  flat.required.push(...required);
  return flat;
}

const upperBounds = ['maxLength', 'maximum', 'maxItems', 'maxProperties'] as const;
const lowerBounds = ['minLength', 'minimum', 'minItems', 'minProperties'] as const;

/** What was allowed in a request and is not any more. */
function narrowed(old: Flat, now: Flat): string[] {
  const changes: string[] = [];
  for (const name of now.required) {
    if (!old.required.includes(name)) changes.push(`requires ${name} now`);
  }
  if (old.nullable && !now.nullable) changes.push('may not be null any more');
  for (const value of lost(old.enum, now.enum)) changes.push(`does not take ${value} any more`);
  if (!old.enum && now.enum) changes.push('takes only listed values now');
  if (now.pattern !== undefined && now.pattern !== old.pattern)
    changes.push(`must match ${now.pattern} now`);
  for (const bound of upperBounds) {
    const limit = now[bound];
    if (limit !== undefined && limit < (old[bound] ?? Number.POSITIVE_INFINITY))
      changes.push(`has a ${bound} of ${limit} now`);
  }
  for (const bound of lowerBounds) {
    const limit = now[bound];
    if (limit !== undefined && limit > (old[bound] ?? Number.NEGATIVE_INFINITY))
      changes.push(`has a ${bound} of ${limit} now`);
  }
  return changes;
}

/** What a response promised and does not any more. */
function widened(old: Flat, now: Flat): string[] {
  const changes: string[] = [];
  for (const name of old.required) {
    if (now.properties[name] && !now.required.includes(name)) changes.push(`may lack ${name} now`);
  }
  if (!old.nullable && now.nullable) changes.push('may be null now');
  for (const value of lost(old.enum, now.enum)) changes.push(`does not say ${value} any more`);
  if (old.enum && !now.enum) changes.push('is not one of listed values any more');
  return changes;
}

function lost(old: Json[] | undefined, now: Json[] | undefined): Json[] {
  return old && now ? old.filter((value) => value !== null && !now.includes(value)) : [];
}
