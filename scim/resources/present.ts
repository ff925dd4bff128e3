import { createHash } from 'node:crypto';
import type { Attributes, AttributeValue } from '../attributes.ts';
import type { DirectoryRecord, Reference } from '../directory.ts';
import { groupType, type ResourceType, userType } from '../schemas/resource-types.ts';

/** A record as clients see it. Without `related` the attribute `groups` or `members` is left out. */
export function presentRecord(
  type: ResourceType,
  record: DirectoryRecord,
  related: readonly Reference[] | null,
  version: string,
  baseUrl: string,
): Attributes {
  const { id, created, lastModified, attributes } = record;
  const extensions = type.extensions.map((schema) => schema.id);
  const used = extensions.filter((urn) => Object.hasOwn(attributes, urn));
  const { externalId, ...rest } = attributes;
  const core = Object.entries(rest).filter(([name]) => !extensions.includes(name));
  return {
    schemas: [type.schema.id, ...used],
    id,
    ...(externalId !== undefined && { externalId }),
    ...Object.fromEntries(core),
    ...(related !== null &&
      related.length > 0 && {
        [type.relation]: related.map((one) => presentReference(type, one, baseUrl)),
      }),
    ...Object.fromEntries(used.map((urn) => [urn, attributes[urn] ?? {}])),
    meta: {
      resourceType: type.name,
      created: created.toISOString(),
      lastModified: lastModified.toISOString(),
      location: locationOf(type, id, baseUrl),
      version,
    },
  };
}

export function locationOf({ endpoint }: ResourceType, id: string, baseUrl: string): string {
  return `${baseUrl}${endpoint}/${encodeURIComponent(id)}`;
}

/**
 * The revision, and what is shown of others: the groups of a user and the names of a group's members change without it,
 * and a client must not be told that what it has is still true.
 */
export function versionOf(
  { revision }: DirectoryRecord,
  related: readonly Reference[] | null,
): string {
  if (!related || related.length === 0) return `W/"${revision}"`;
  const names = related.map(({ id, display }) => `${id} ${display}`).toSorted();
  const digest = createHash('sha256').update(names.join('\n')).digest('base64url');
  return `W/"${revision}.${digest.slice(0, 10)}"`;
}

function presentReference(
  type: ResourceType,
  { id, display }: Reference,
  baseUrl: string,
): AttributeValue {
  const isUser = type === userType;
  return {
    value: id,
    $ref: locationOf(isUser ? groupType : userType, id, baseUrl),
    display,
    type: isUser ? 'direct' : 'User',
  };
}
