/**
 * Terraform values. Sets are arrays whose order means nothing; the schema says which arrays are.
 * Unknown ("known after apply") is one shared object, told apart by identity.
 */
import type { Numeric } from './number.ts';
import { Decimal, numberToText } from './number.ts';

class Unknown {
  /** Gives the class a shape of its own, so that no other object passes for it. */
  readonly unknown = true;
}

export const UNKNOWN = Object.freeze(new Unknown());

export type Value = null | boolean | string | Numeric | Unknown | readonly Value[] | ValueObject;
export type ValueObject = { readonly [name: string]: Value };

export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof Decimal;
}

export function isObject(value: unknown): value is ValueObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isUnknown(value) &&
    !(value instanceof Decimal)
  );
}

export function isList(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

/** True when the value, or anything inside it, is only known after apply. */
export function hasUnknown(value: Value): boolean {
  if (isUnknown(value)) return true;
  if (isList(value)) return value.some(hasUnknown);
  return isObject(value) && Object.values(value).some(hasUnknown);
}

/**
 * A text that is equal for equal values. Terraform normalises strings to NFC; so does this, because
 * an API may answer the same text in another normal form.
 */
export function fingerprint(value: Value): string {
  if (value === null) return 'null';
  if (isUnknown(value)) return '?';
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (isNumeric(value)) return numberToText(value);
  if (isList(value)) return `[${value.map(fingerprint).join()}]`;
  if (!isObject(value)) return String(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${fingerprint(value[name] ?? null)}`).join()}}`;
}

export function mapValues(value: ValueObject, each: (member: Value) => Value): ValueObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, each(member)]));
}

/** The value with null for everything unknown in it. */
export function knownPart(value: Value): Value {
  if (isUnknown(value)) return null;
  if (isList(value)) return value.map(knownPart);
  return isObject(value) ? mapValues(value, knownPart) : value;
}
