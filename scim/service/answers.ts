import type { Attributes } from '../attributes.ts';
import type { DirectoryRecord, Reference } from '../directory.ts';
import { locationOf, presentRecord, versionOf } from '../resources/present.ts';
import type { Projection } from '../resources/projection.ts';
import { coreAttribute } from '../schemas/attribute-target.ts';
import { type ResourceType, userType } from '../schemas/resource-types.ts';
import type { ScimAnswer, ScimCall } from './call.ts';
import { isKnown } from './versions.ts';

export interface Presented {
  readonly resource: Attributes;
  readonly version: string;
  readonly location: string;
}

/** Records as an answer shows them, with one question to the directory about all their groups or members. */
export async function presentAll(
  { directory, baseUrl }: ScimCall,
  type: ResourceType,
  records: readonly DirectoryRecord[],
  projection: Projection,
): Promise<Presented[]> {
  const relation = coreAttribute(type, type.relation);
  const isShown = relation !== undefined && projection.shows(relation);
  const ids = records.map(({ id }) => id);
  let related: ReadonlyMap<string, readonly Reference[]> | null = null;
  if (ids.length > 0) {
    // Groups are part of a user's version, so they are always needed; members only where they are shown.
    if (type === userType) related = await directory.users.groupsOf(ids);
    else if (isShown) related = await directory.groups.membersOf(ids);
  }
  return records.map((record) => {
    const references = related?.get(record.id) ?? null;
    const version = versionOf(record, references);
    const resource = presentRecord(type, record, isShown ? references : null, version, baseUrl);
    return {
      resource: projection.apply(resource),
      version,
      location: locationOf(type, record.id, baseUrl),
    };
  });
}

export async function presentOne(
  call: ScimCall,
  type: ResourceType,
  record: DirectoryRecord,
  projection: Projection,
): Promise<Presented> {
  const [presented] = await presentAll(call, type, [record], projection);
  if (!presented) throw new Error('A record was not presented.');
  return presented;
}

/** The answer of a request about one resource. */
export function resourceAnswer(
  status: number,
  { resource, version, location }: Presented,
): ScimAnswer {
  return { status, headers: { ETag: version, Location: location }, body: resource };
}

/** 304 when the client has this version already. */
export function readAnswer(presented: Presented, ifNoneMatch: string | undefined): ScimAnswer {
  if (isKnown(ifNoneMatch, presented.version))
    return { status: 304, headers: { ETag: presented.version } };
  return resourceAnswer(200, presented);
}
