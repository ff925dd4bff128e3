/** Terraform objects to request bodies and back, by the resolved schema. */
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject, isUnknown } from '../runtime/value.ts';
import type { WireShape, WireShapes } from './resolved.ts';

/**
 * The body of a create or a replace. Attributes that are null are left out: the Public API reads an
 * absent member as null. Where absence means "as it is", null is sent, unless the attribute is left to the
 * server, which is then not told the value it had at the last read.
 */
export function toBody(
  attributes: WireShapes,
  planned: ValueObject,
  config: ValueObject,
): ValueObject {
  const members: [string, Value][] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!attribute.sent || attribute.wire === undefined) continue;
    const value =
      attribute.writeOnly === true ? config[name] : (secretOf(attribute, config) ?? planned[name]);
    if (attribute.keptWhenAbsent === true && (config[name] ?? null) === null) {
      if (attribute.presence === 'optional') members.push([attribute.wire, null]);
      continue;
    }
    if (value === undefined || value === null || isUnknown(value)) continue;
    members.push([attribute.wire, memberValue(attribute, value, config[name] ?? null)]);
  }
  return Object.fromEntries(members);
}

/** The write-only value of a secret: it is sent and not stored. */
function secretOf({ variant }: WireShape, config: ValueObject): Value {
  return variant === undefined ? null : (config[variant.name] ?? null);
}

function memberValue(attribute: WireShape, value: Value, config: Value): Value {
  const { nested } = attribute;
  if (nested === undefined) return value;
  const one = (item: Value, configured: Value): Value =>
    isObject(item) ? toBody(nested.attributes, item, isObject(configured) ? configured : {}) : item;
  if (isList(value)) {
    return value.map((item, index) => one(item, isList(config) ? (config[index] ?? null) : null));
  }
  if (nested.nesting === 'map' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        one(item, isObject(config) ? (config[key] ?? null) : null),
      ]),
    );
  }
  return one(value, config);
}

/** An answer as attributes. Members nobody mapped are left out, absent ones are null. */
export function fromAnswer(attributes: WireShapes, answer: ValueObject): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attribute.wire === undefined
        ? null
        : attributeValue(attribute, answer[attribute.wire] ?? attribute.nullMeans ?? null),
    ]),
  );
}

function attributeValue(attribute: WireShape, value: Value): Value {
  const { nested } = attribute;
  if (nested === undefined || value === null) return value;
  const one = (item: Value): Value => (isObject(item) ? fromAnswer(nested.attributes, item) : null);
  if (isList(value)) return value.map(one);
  if (nested.nesting === 'map' && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, one(item)]));
  }
  return one(value);
}
