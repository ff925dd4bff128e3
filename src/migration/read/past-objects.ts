import { isObject } from '../../kernel/index.ts';
import type { Json } from '../../mapping/index.ts';
import type { Results } from './read-all.ts';
import type { Attributes } from './state.ts';

/** All objects of a kind, as they were answered. */
export function objectsIn(results: Results, kind: string): Attributes[] {
  const result = results.get(kind);
  if (result?.state !== 'whole') return [];
  return result.answers.flatMap(({ objects }) => objects.filter(isObject));
}

/** Null where there is none. */
export function objectIn(object: Attributes, member: string): Attributes | null {
  const value = object[member];
  return isObject(value) ? value : null;
}

export function timeIn(object: Attributes, member: string): Date | null {
  const time = Date.parse(String(object[member]));
  return Number.isNaN(time) ? null : new Date(time);
}

/** A member that was read from JSON; null if there is none. */
export function jsonIn(object: Attributes, member: string): Json | null {
  // as: the whole answer was parsed from JSON.
  return (object[member] ?? null) as Json | null;
}
