/** Secrets that were given without being stored, and are now left to the server: a replacement must repeat them. */
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject, isUnknown } from '../runtime/value.ts';
import type { WireShape, WireShapes } from './resolved.ts';

export function lacksSecret(attributes: WireShapes, planned: ValueObject): boolean {
  return Object.entries(attributes).some(([name, { variant, nested }]) => {
    const value = planned[name] ?? null;
    if (variant !== undefined) return isUnknown(value);
    const items = isList(value) ? value : [value];
    return (
      nested !== undefined &&
      items.some((item) => isObject(item) && lacksSecret(nested.attributes, item))
    );
  });
}

/** `planned` with the secrets of `current` where it leaves them open. */
export function withSecrets(
  attributes: WireShapes,
  planned: ValueObject,
  current: ValueObject,
): ValueObject {
  return Object.fromEntries(
    Object.entries(planned).map(([name, value]) => {
      const attribute = attributes[name];
      return [name, attribute ? withSecret(attribute, value, current[name] ?? null) : value];
    }),
  );
}

function withSecret({ variant, nested }: WireShape, planned: Value, current: Value): Value {
  if (variant !== undefined) return isUnknown(planned) ? current : planned;
  if (nested === undefined) return planned;
  const one = (item: Value, known: Value): Value =>
    isObject(item) && isObject(known) ? withSecrets(nested.attributes, item, known) : item;
  if (!isList(planned)) return one(planned, current);
  return planned.map((item, index) => one(item, isList(current) ? (current[index] ?? null) : null));
}
