import { isSecret, type WireShape } from '../rest/resolved.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { fingerprint, isList, isObject } from '../runtime/value.ts';
import type { Addresses, Block } from './blocks.ts';
import { AttributeValues, type CodeValue, Reference, Secret } from './code-value.ts';

/**
 * The configuration of an object, in no language yet: references instead of ids, secrets as values that are asked for,
 * and no attributes that are left to the server.
 */
export function configuredAttributes(block: Block, addresses: Addresses): AttributeValues {
  const values = block.values();
  return inside(block.resource.attributes, values, { block, addresses, path: [] });
}

interface Place {
  readonly block: Block;
  readonly addresses: Addresses;
  readonly path: readonly string[];
}

function inside(
  attributes: Readonly<Record<string, WireShape>>,
  object: ValueObject,
  place: Place,
): AttributeValues {
  return new AttributeValues(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const path = [...place.path, name];
      return configured(name, attribute, object[name] ?? null, { ...place, path });
    }),
  );
}

/** The attribute with its value; nothing for what is left to the server. */
function configured(
  name: string,
  attribute: WireShape,
  value: Value,
  place: Place,
): (readonly [string, CodeValue])[] {
  if (value === null || attribute.presence === 'computed') return [];
  // An id that goes into the path of the requests is configured though it is in no body.
  if (!attribute.sent && attribute.presence !== 'required') return [];
  if (attribute.default !== undefined && fingerprint(value) === fingerprint(attribute.default))
    return [];
  if (attribute.equivalent === 'empty-is-null' && isList(value) && value.length === 0) return [];
  if (isSecret(attribute)) return secretMembers(name, attribute, value, place);
  return [
    [
      name,
      attribute.nested
        ? nestedValue(attribute.nested, value, place)
        : withReferences(name, value, place),
    ],
  ];
}

function nestedValue(
  { nesting, attributes }: NonNullable<WireShape['nested']>,
  value: Value,
  place: Place,
): CodeValue {
  const one = (item: Value, ...at: string[]): CodeValue =>
    isObject(item) ? inside(attributes, item, { ...place, path: [...place.path, ...at] }) : item;
  if (isList(value)) return value.map((item, index) => one(item, String(index)));
  if (nesting === 'map' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, one(item, key)]));
  return one(value);
}

function withReferences(name: string, value: Value, place: Place): CodeValue {
  if (isList(value)) return value.map((item) => withReferences(name, item, place));
  if (typeof value !== 'string' || name === 'id') return value;
  const found = place.addresses.get(value.toLowerCase());
  return found === undefined || found.address === place.block.address
    ? value
    : new Reference(found.type, found.name, value);
}

/**
 * A server never answers what is write-only: it is known only while it is about to be saved, and a version says to send
 * it.
 */
function secretMembers(
  name: string,
  { type = 'string', writeOnly }: WireShape,
  value: Value,
  { block, path }: Place,
): (readonly [string, CodeValue])[] {
  const variable = [block.type.replace(/^tocsin_/, ''), block.name, ...path]
    .join('_')
    .replaceAll(/\W/g, '_');
  const secret = new Secret(variable, `${path.join('.')} of ${block.address}`, type, value);
  return writeOnly === true
    ? [
        [name, secret],
        [`${name}_version`, 1],
      ]
    : [[name, secret]];
}
