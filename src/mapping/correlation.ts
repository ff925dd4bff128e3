import { hash } from 'node:crypto';

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
