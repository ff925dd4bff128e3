import { fromAnswer } from '../rest/objects.ts';
import { isSecret, type WireAttribute, type WireAttributes } from '../rest/resolved.ts';
import type { ValueType } from '../runtime/schema.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { fingerprint, isList, isObject } from '../runtime/value.ts';
import { providerNamespace, providerType } from '../version.ts';
import { alignedLines, Expression, type HclValue, hclText, hclValue } from './hcl.ts';
import type { ExportedType } from './read-organization.ts';

interface Block {
  /** `tocsin_team.shop` */
  address: string;
  type: string;
  name: string;
  id: string;
  values: ValueObject;
  attributes: WireAttributes;
}

export interface Configuration {
  /** Content by name. */
  files: ReadonlyMap<string, string>;
  /** Names of the variables that need a value. */
  secrets: readonly string[];
}

interface Variable {
  description: string;
  type: string;
}

/**
 * An organization as Terraform files by name: one file per type, each object as an import block and a
 * resource named after its display name, references instead of ids, secrets as sensitive variables.
 */
export function toConfiguration(types: readonly ExportedType[]): Configuration {
  const blocks: Block[] = [];
  const names = new Map<string, string>();
  for (const type of types) {
    const own = blocksOf(type, names);
    for (const { id, name } of own) if (!names.has(id)) names.set(id, name);
    blocks.push(...own);
  }
  const addresses = new Map<string, string>();
  // Some objects have the id of another one, whose turn is first: a team's escalations that of the team.
  for (const block of blocks) {
    if (!addresses.has(block.id.toLowerCase()))
      addresses.set(block.id.toLowerCase(), block.address);
  }
  const variables = new Map<string, Variable>();
  const files = new Map<string, string>([['main.tf', mainFile]]);
  for (const { type } of types) {
    const own = blocks.filter((block) => block.type === type);
    if (own.length === 0) continue;
    const text = own.map((block) => blockText(block, addresses, variables)).join('\n');
    files.set(fileOf(type), text);
  }
  if (variables.size > 0)
    files.set(
      'variables.tf',
      [...variables].map(([name, variable]) => variableText(name, variable)).join('\n'),
    );
  return { files, secrets: [...variables.keys()] };
}

const mainFile = `terraform {
  required_version = ">= 1.11"
  required_providers {
    tocsin = {
      source = "${providerNamespace}/${providerType}"
    }
  }
}

# Endpoint and key come from TOCSIN_ENDPOINT and TOCSIN_API_KEY.
provider "tocsin" {}
`;

/** In the plural: Terraform takes a file called `*_override.tf` for something else. */
function fileOf(type: string): string {
  return `${type.replace(/^tocsin_/, '').replace(/s?$/, 's')}.tf`;
}

function blocksOf(
  { type, resource, objects }: ExportedType,
  names: ReadonlyMap<string, string>,
): Block[] {
  const taken = new Set<string>();
  const { attributes } = resource.schema;
  return objects.map((object) => {
    const values = fromAnswer(attributes, object);
    const name = uniqueName(nameOf(object, names), taken);
    return { address: `${type}.${name}`, type, name, id: String(object.id), values, attributes };
  });
}

/** A name for people: what the object is called, else whom or what it is about. */
function nameOf(object: ValueObject, names: ReadonlyMap<string, string>): string {
  for (const member of ['displayName', 'email', 'slug', 'description']) {
    const value = object[member];
    const name = typeof value === 'string' ? identifier(value) : '';
    if (name !== '') return name;
  }
  for (const member of ['id', 'integrationId', 'teamId', 'userId']) {
    const name = names.get(String(object[member]));
    if (name !== undefined) return name;
  }
  return `o_${String(object.id).slice(-12)}`;
}

function identifier(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[0-9]/.test(plain) ? `_${plain}` : plain;
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
  taken.add(unique);
  return unique;
}

function blockText(
  block: Block,
  addresses: ReadonlyMap<string, string>,
  variables: Map<string, Variable>,
): string {
  const lines = Object.entries(block.attributes).flatMap(([name, attribute]) => {
    const value = configured(
      block,
      name,
      attribute,
      block.values[name] ?? null,
      [name],
      addresses,
      variables,
    );
    return value === undefined ? [] : [[name, hclValue(value, 2)] as const];
  });
  const opening = `import {\n  to = ${block.address}\n  id = ${hclText(block.id)}\n}\n`;
  return `${opening}\nresource "${block.type}" "${block.name}" {\n${alignedLines(lines, '  ')}}\n`;
}

/** What the configuration says of an attribute; undefined for what it leaves to the server. */
function configured(
  block: Block,
  name: string,
  attribute: WireAttribute,
  value: Value,
  path: readonly string[],
  addresses: ReadonlyMap<string, string>,
  variables: Map<string, Variable>,
): HclValue | undefined {
  if (value === null || attribute.presence === 'computed' || attribute.writeOnly) return undefined;
  // An id that goes into the path of the requests is configured though it is in no body.
  if (!attribute.sent && attribute.presence !== 'required') return undefined;
  if (attribute.default !== undefined && fingerprint(value) === fingerprint(attribute.default))
    return undefined;
  if (attribute.equivalent === 'empty-is-null' && isList(value) && value.length === 0)
    return undefined;
  if (isSecret(attribute)) return variableFor(block, path, attribute, variables);
  const { nested } = attribute;
  if (nested) {
    const inside = (object: ValueObject, at: readonly string[]): HclValue =>
      Object.fromEntries(
        Object.entries(nested.attributes).flatMap(([member, inner]) => {
          const given = configured(
            block,
            member,
            inner,
            object[member] ?? null,
            [...at, member],
            addresses,
            variables,
          );
          return given === undefined ? [] : [[member, given]];
        }),
      );
    if (isList(value))
      return value.map((item, index) =>
        isObject(item) ? inside(item, [...path, String(index)]) : item,
      );
    if (nested.nesting === 'map' && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          isObject(item) ? inside(item, [...path, key]) : item,
        ]),
      );
    return isObject(value) ? inside(value, path) : undefined;
  }
  return withReferences(block, name, value, addresses);
}

function withReferences(
  block: Block,
  name: string,
  value: Value,
  addresses: ReadonlyMap<string, string>,
): HclValue {
  if (isList(value)) return value.map((item) => withReferences(block, name, item, addresses));
  if (typeof value !== 'string' || name === 'id') return value;
  const address = addresses.get(value.toLowerCase());
  return address === undefined || address === block.address
    ? value
    : new Expression(`${address}.id`);
}

/** A secret is asked for when the configuration is applied; the export never holds it. */
function variableFor(
  block: Block,
  path: readonly string[],
  { type = 'string' }: WireAttribute,
  variables: Map<string, Variable>,
): Expression {
  const name = [block.type.replace(/^tocsin_/, ''), block.name, ...path]
    .join('_')
    .replaceAll(/\W/g, '_');
  variables.set(name, {
    description: `${path.join('.')} of ${block.address}`,
    type: typeText(type),
  });
  return new Expression(`var.${name}`);
}

/** Named in full: of `any` Terraform would read a value in the environment as an expression. */
function typeText(type: ValueType): string {
  if (typeof type === 'string') return type;
  if ('map' in type) return `map(${typeText(type.map)})`;
  return 'set' in type ? `set(${typeText(type.set)})` : `list(${typeText(type.list)})`;
}

function variableText(name: string, { description, type }: Variable): string {
  return `variable "${name}" {\n  description = ${hclText(description)}\n  type        = ${type}\n  sensitive   = true\n}\n`;
}
