import type { AttributeDefinition, Attributes } from '../attributes.ts';
import { badRequest } from '../errors.ts';
import { attributeNamed, coreAttribute } from '../schemas/attribute-target.ts';
import type { ResourceType, Schema } from '../schemas/resource-types.ts';
import { type Draft, isList, isObject } from '../values.ts';
import { coerce, demandOnePrimary } from './coerce.ts';
import { readMemberIds } from './members.ts';

export interface GivenResource {
  readonly attributes: Attributes;
  /** The members of a group; empty if the client sent none. */
  readonly memberIds: readonly string[];
}

/**
 * Reads the body of POST and PUT. Unknown attributes and schemas, read-only attributes, `id` and `meta` are
 * ignored. Throws `invalidSyntax` and `invalidValue`.
 */
export function readResource(type: ResourceType, body: unknown): GivenResource {
  if (!isObject(body)) throw badRequest('invalidSyntax', `Send a ${type.name} as a JSON object.`);
  demandSchemas(body, type.schema.id);
  const draft: Draft = {};
  let memberIds: readonly string[] = [];
  for (const [key, given] of Object.entries(body)) {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === key.toLowerCase());
    const attribute = coreAttribute(type, key);
    if (extension) readExtension(draft, extension, given);
    else if (attribute?.name === 'members') memberIds = readMemberIds(given);
    else if (attribute && attribute.mutability !== 'readOnly') put(draft, attribute, given);
  }
  demandRequired(type, draft);
  return { attributes: draft, memberIds };
}

/** Clients have to say what they send, in any letter case. Throws `invalidValue`. */
export function demandSchemas(body: Readonly<Record<string, unknown>>, urn: string): void {
  const key = Object.keys(body).find((name) => name.toLowerCase() === 'schemas');
  const given = key === undefined ? undefined : body[key];
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (!list.some((one) => typeof one === 'string' && one.toLowerCase() === urn.toLowerCase()))
    throw badRequest('invalidValue', `Send "schemas": ["${urn}"].`);
}

/** Throws `invalidValue` when a required attribute is missing or blank. */
export function demandRequired(type: ResourceType, attributes: Attributes): void {
  for (const { name, required } of type.schema.attributes) {
    if (!required) continue;
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (typeof value !== 'string' || value.trim() === '')
      throw badRequest('invalidValue', `A ${type.name} needs a ${name}.`);
  }
}

function readExtension(draft: Draft, { id, attributes }: Schema, given: unknown): void {
  if (given === null) return;
  if (!isObject(given)) throw badRequest('invalidValue', `${id} must be an object.`);
  const inner: Draft = {};
  for (const [key, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, key);
    if (attribute && attribute.mutability !== 'readOnly') put(inner, attribute, value);
  }
  if (Object.keys(inner).length > 0) draft[id] = inner;
}

function put(draft: Draft, attribute: AttributeDefinition, given: unknown): void {
  const value = coerce(attribute, given);
  if (value === undefined) return;
  if (isList(value)) demandOnePrimary(attribute.name, value);
  draft[attribute.name] = value;
}
