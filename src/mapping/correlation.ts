import { hash } from 'node:crypto';
import type { Json } from './types.ts';

/** Name in lower case and value of an attribute that takes part. */
export type NamedValue = readonly [key: string, value: string];

/**
 * One text per set of named values (spec 2.5, CorrelationId): `v1:` and the SHA-256 of the JSON text of the pairs,
 * sorted by name. JSON quoting keeps the bounds of names and values apart; a missing attribute differs from an
 * empty one.
 */
export function hashOf(values: readonly NamedValue[]): string {
  const sorted = values.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `v1:${hash('sha256', JSON.stringify(sorted), 'hex')}`;
}

/** The id for a text that is too long to be one. */
export function hashOfText(text: string): string {
  return `v1:${hash('sha256', text, 'hex')}`;
}

/** Where the wrapped payload has what its sender wrote, in the order in which it is looked for. */
export const contentMembers = [
  'jsonBody',
  'formBody',
  'textBody',
  'xmlBody',
  'base64Body',
  'query',
] as const;

/**
 * The hash of a payload in which no attribute has a value: of its content, so that two alerts that the mapping does not
 * know never become one incident. Null when its JSON is nested deeper than the stack.
 */
export function hashOfContent(
  payload: { [key: string]: Json },
  textOf: (value: Json) => string,
): string | null {
  try {
    return hashOf(
      contentMembers.flatMap((member): NamedValue[] => {
        const value = payload[member];
        return value === undefined ? [] : [[member, textOf(value)]];
      }),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
