import { patterns } from '../openapi/texts/english/patterns.ts';
import type { Schema } from './document.ts';

const typeless = ['$ref', 'allOf'] as const;

/**
 * What is wrong with a schema and everything inside it, without following references. Each rule has one reason: a
 * server that cannot be flooded, generated types that say what is meant, a Terraform type that can express it, or people
 * who are told what to write.
 */
export function lintSchema(schema: Schema, where: string): string[] {
  const findings: string[] = [];
  const add = (text: string) => findings.push(`${where}: ${text}`);
  if ('oneOf' in schema || 'anyOf' in schema)
    add('has a oneOf or anyOf, for which Terraform has no type');
  if (schema.$ref !== undefined && Object.keys(schema).length > 1)
    add('has members beside $ref, which readers ignore');
  if (schema.nullable && schema.type === undefined) add('is nullable without a type');
  if (schema.nullable && schema.enum && !schema.enum.includes(null))
    add('is nullable, but its enum does not list null');
  if (schema.additionalProperties === false) add('refuses unknown members');
  if (schema.type === 'string' && !isBounded(schema))
    add('a string without maxLength, enum or pattern');
  if (schema.pattern !== undefined && !Object.hasOwn(patterns, schema['x-says'] ?? ''))
    add(
      'a pattern without x-says, or with one that openapi/texts/english/patterns.ts does not have',
    );
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) add('an array without maxItems');
    if (!schema.items) add('an array without items');
  }
  if (schema.type === undefined && schema.description === undefined && !isReference(schema))
    add('has neither a type nor a description of what it may hold');
  for (const name of schema.required ?? []) {
    if (schema.properties && !schema.allOf && !where.includes('allOf') && !schema.properties[name])
      add(`requires ${name}, which it does not have`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    findings.push(...lintSchema(property, `${where}.${name}`));
  for (const [index, part] of (schema.allOf ?? []).entries())
    findings.push(...lintSchema(part, `${where}.allOf[${index}]`));
  if (schema.items) findings.push(...lintSchema(schema.items, `${where}[]`));
  if (typeof schema.additionalProperties === 'object')
    findings.push(...lintSchema(schema.additionalProperties, `${where}.*`));
  return findings;
}

function isBounded(schema: Schema): boolean {
  return (schema.maxLength ?? schema.enum ?? schema.pattern) !== undefined;
}

function isReference(schema: Schema): boolean {
  return typeless.some((key) => schema[key] !== undefined);
}
