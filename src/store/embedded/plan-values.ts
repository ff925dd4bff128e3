import { Binary, BsonRegExp, isNumeric, ObjectId, type Value } from './semantics/values.ts';

/** Kinds of values that bounds can be made of. */

/** Values whose equality is equality of keys. A whole array is not: its entries are its elements. */
export function isPoint(value: Value): boolean {
  return !Array.isArray(value) && !(value instanceof BsonRegExp) && !isUndefined(value);
}

export function isUndefined(value: Value): boolean {
  return typeof value === 'object' && value !== null && 'bsonType' in value && value.bsonType === 6;
}

export function isOrdered(value: Value): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value instanceof Date ||
    value instanceof ObjectId ||
    value instanceof Binary ||
    isNumeric(value)
  );
}

export function sameClass(a: Value, b: Value): boolean {
  if (isNumeric(a)) return isNumeric(b);
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    return a.constructor === b.constructor;
  }
  return typeof a === typeof b;
}
