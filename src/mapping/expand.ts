import { isObject, jsonToText } from './json-text.ts';
import type { Json } from './types.ts';

export interface Child {
  readonly name: string;
  readonly value: string;
}

/**
 * The children of an `expand` attribute (spec 2.5): `Name.key` per own key of an object, `Name[i]` per item of an
 * array. Nested values become compact JSON, null becomes the empty string. A scalar has no children. `dropped`
 * counts children beyond `max`.
 */
export function expandValue(
  name: string,
  value: Json,
  max: number,
): { children: Child[]; dropped: number } {
  // Names are made for the children that are kept: a value has room for thousands.
  if (Array.isArray(value)) {
    const kept = value.slice(0, max);
    const children = kept.map((item, at) => childOf(`${name}[${at}]`, item));
    return { children, dropped: value.length - kept.length };
  }
  if (!isObject(value)) return { children: [], dropped: 0 };
  const keys = Object.keys(value);
  const kept = keys.slice(0, max);
  const children = kept.map((key) => childOf(`${name}.${key}`, value[key] ?? null));
  return { children, dropped: keys.length - kept.length };
}

function childOf(name: string, value: Json): Child {
  return { name, value: jsonToText(value) };
}
