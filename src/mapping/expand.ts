import { isObject, jsonToText } from './json-text.ts';
import { limits } from './limits.ts';
import type { Json } from './types.ts';

export interface Child {
  readonly name: string;
  readonly value: string;
}

/**
 * The children of an `expand` attribute (spec 2.5): `Name.key` per own key of an object, `Name[i]` per item of an
 * array. Nested values become compact JSON, null becomes the empty string. A scalar has no children. `dropped`
 * counts children beyond the cap.
 */
export function expandValue(name: string, value: Json): { children: Child[]; dropped: number } {
  const named: Array<[string, Json]> = Array.isArray(value)
    ? value.map((item, index) => [`${name}[${index}]`, item])
    : isObject(value)
      ? Object.entries(value).map(([key, item]) => [`${name}.${key}`, item])
      : [];
  const kept = named.slice(0, limits.expandedChildrenMax);
  return {
    children: kept.map(([childName, item]) => ({ name: childName, value: jsonToText(item) })),
    dropped: named.length - kept.length,
  };
}
