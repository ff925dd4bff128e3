/** When two values are the same to a person, although they are not the same bytes. */
import type { Attribute, Attributes, Equivalence, ValueType } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { fingerprint, isList, isObject, mapValues } from './value.ts';

/** Equality as Terraform sees it: the order of sets means nothing. */
export function sameValue(attribute: Attribute, left: Value, right: Value): boolean {
  return fingerprint(ordered(attribute, left)) === fingerprint(ordered(attribute, right));
}

export function sameObject(attributes: Attributes, left: ValueObject, right: ValueObject): boolean {
  return Object.entries(attributes).every(([name, attribute]) =>
    sameValue(attribute, left[name] ?? null, right[name] ?? null),
  );
}

/** `sameValue`, or the same in the other words the attribute allows a server to use. */
export function equivalentValue(attribute: Attribute, left: Value, right: Value): boolean {
  if (sameValue(attribute, left, right)) return true;
  return attribute.equivalent !== undefined && equivalences[attribute.equivalent](left, right);
}

const equivalences: Record<Equivalence, (left: Value, right: Value) => boolean> = {
  'letter-case': (left, right) =>
    typeof left === 'string' &&
    typeof right === 'string' &&
    left.toLowerCase() === right.toLowerCase(),
  instant: (left, right) =>
    typeof left === 'string' && typeof right === 'string' && Date.parse(left) === Date.parse(right),
  order: (left, right) =>
    isList(left) && isList(right) && fingerprint(sorted(left)) === fingerprint(sorted(right)),
  'empty-is-null': (left, right) => isEmpty(left) && isEmpty(right),
  'false-is-null': (left, right) => (left ?? false) === (right ?? false),
};

/** Null, no elements, or an object of nothing but such values. */
function isEmpty(value: Value): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return (
    isObject(value) && Object.values(value).every((member) => isEmpty(member) || member === false)
  );
}

/** The value with every set inside it in one fixed order. */
function ordered(attribute: Attribute, value: Value): Value {
  const { nested } = attribute;
  if (nested === undefined) return orderedTyped(attribute.type ?? 'string', value);
  const one = (item: Value): Value =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(nested.attributes).map(([name, child]) => [
            name,
            ordered(child, item[name] ?? null),
          ]),
        )
      : item;
  if (isList(value)) return nested.nesting === 'set' ? sorted(value.map(one)) : value.map(one);
  if (nested.nesting === 'map' && isObject(value)) return mapValues(value, one);
  return one(value);
}

function orderedTyped(type: ValueType, value: Value): Value {
  if (typeof type === 'string') return value;
  if ('map' in type) {
    return isObject(value) ? mapValues(value, (item) => orderedTyped(type.map, item)) : value;
  }
  if (!isList(value)) return value;
  const items = value.map((item) => orderedTyped('list' in type ? type.list : type.set, item));
  return 'set' in type ? sorted(items) : items;
}

function sorted(items: readonly Value[]): Value[] {
  return [...items].sort((left, right) => (fingerprint(left) < fingerprint(right) ? -1 : 1));
}
