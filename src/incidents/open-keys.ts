import { hash } from 'node:crypto';

/**
 * The key of a problem: payloads with the same key belong to it. One short text per problem under a unique index:
 * hashed, as values may be 64 KB and as each byte of a key in a random place of an index is written again and again.
 * The integration takes part because correlation never crosses integrations.
 */
export function openKeyOf(
  integrationId: string,
  correlationId: string,
  groupingKey: string | null,
): string {
  // Spec 3.2 rule 1: grouping comes before correlation, so equal ids in two groups are two problems.
  return digest(['problem', integrationId, correlationId, groupingKey]);
}

export function groupKeyOf(integrationId: string, groupingKey: string): string {
  return digest(['group', integrationId, groupingKey]);
}

/** 132 bits of SHA-256: no two problems of any installation will ever share a key by chance. */
function digest(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
