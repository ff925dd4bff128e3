import { createHash } from 'node:crypto';

/**
 * What makes two payloads the same problem, as one string per problem under a unique index. Hashed, as
 * values may be 64 KB; the integration comes first because correlation never crosses integrations.
 */
export function openKeyOf(
  integrationId: string,
  correlationId: string,
  groupingKey: string | null,
): string {
  // Spec 3.2 rule 1: grouping comes before correlation, so equal ids in two groups are two problems.
  return `${integrationId}|${digest(groupingKey === null ? correlationId : JSON.stringify([groupingKey, correlationId]))}`;
}

export function groupKeyOf(integrationId: string, groupingKey: string): string {
  return `${integrationId}|${digest(groupingKey)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
