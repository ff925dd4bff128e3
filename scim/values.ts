import type { Attributes, AttributeValue } from './attributes.ts';

/** Attributes while they are being made. Names come out of schemas only, so none can be `__proto__`. */
export type Draft = { [name: string]: AttributeValue };

/** Whether a value of an attribute is complex: an object with members. */
export function isAttributes(value: AttributeValue | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: AttributeValue | undefined): value is readonly AttributeValue[] {
  return Array.isArray(value);
}

/** Whether JSON from outside is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Same values; the order of members does not count, that of elements does. */
export function isSame(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  if (!isAttributes(a) || !isAttributes(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}
