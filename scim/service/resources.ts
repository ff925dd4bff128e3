import type { Attributes } from '../attributes.ts';
import type { Change, DirectoryRecord, GroupChange } from '../directory.ts';
import { ScimError } from '../errors.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { MemberPlan } from '../patch/member-plan.ts';
import { readPatch } from '../patch/read-patch.ts';
import { readProjection } from '../resources/projection.ts';
import { type GivenResource, readResource } from '../resources/read-resource.ts';
import { type ResourceType, userType } from '../schemas/resource-types.ts';
import { isSame } from '../values.ts';
import { presentOne, readAnswer, resourceAnswer } from './answers.ts';
import type { ScimAnswer, ScimCall, ScimRequest } from './call.ts';
import { changedMeanwhile, demandRevision, expectedRevisions } from './versions.ts';

/**
 * Each lost race is a change of somebody else: so many at once send no provider, and a client that asked for no
 * revision has no conflict.
 */
const attemptsMax = 100;

export async function getResource(
  call: ScimCall,
  type: ResourceType,
  id: string,
  { query = {}, ifNoneMatch }: ScimRequest,
): Promise<ScimAnswer> {
  const projection = readProjection(type, query);
  const record = await findRecord(call, type, id);
  return readAnswer(await presentOne(call, type, record, projection), ifNoneMatch);
}

export async function createResource(
  call: ScimCall,
  type: ResourceType,
  { query = {}, body }: ScimRequest,
): Promise<ScimAnswer> {
  const projection = readProjection(type, query);
  const { attributes, memberIds } = readResource(type, body);
  const { users, groups } = call.directory;
  const record =
    type === userType
      ? await users.create({ active: true, ...attributes })
      : await groups.create(attributes, memberIds);
  return resourceAnswer(201, await presentOne(call, type, record, projection));
}

/**
 * PUT. Attributes that the client leaves out are cleared; only `active` stays, so that nobody is resumed by omission.
 */
export async function replaceResource(
  call: ScimCall,
  type: ResourceType,
  id: string,
  { query = {}, body, ifMatch }: ScimRequest,
): Promise<ScimAnswer> {
  const projection = readProjection(type, query);
  const given = readResource(type, body);
  const record = await changeRecord(call, type, id, ifMatch, async (current) =>
    type === userType
      ? { attributes: withActive(given, current), members: null }
      : { attributes: given.attributes, members: { replaceWith: given.memberIds } },
  );
  return resourceAnswer(200, await presentOne(call, type, record, projection));
}

/** PATCH: all operations or none. Groups answer 204, because their members may be very many. */
export async function patchResource(
  call: ScimCall,
  type: ResourceType,
  id: string,
  { query = {}, body, ifMatch }: ScimRequest,
): Promise<ScimAnswer> {
  const projection = readProjection(type, query);
  const operations = readPatch(type, body);
  const record = await changeRecord(call, type, id, ifMatch, async (current) => {
    const members =
      type === userType
        ? null
        : new MemberPlan(async () => (await call.directory.groups.membersOf([id])).get(id) ?? []);
    const attributes = await applyPatch(type, current.attributes, operations, members);
    return {
      attributes,
      members: members?.change() ?? null,
      hasReadMembers: members?.hasRead ?? false,
    };
  });
  if (type === userType || projection.isChosen)
    return resourceAnswer(200, await presentOne(call, type, record, projection));
  return { status: 204, headers: { ETag: `W/"${record.revision}"` } };
}

export async function removeResource(
  call: ScimCall,
  type: ResourceType,
  id: string,
  { ifMatch }: ScimRequest,
): Promise<ScimAnswer> {
  const expected = expectedRevisions(ifMatch);
  let revision: number | null = null;
  if (expected) {
    const record = await findRecord(call, type, id);
    demandRevision(expected, record.revision);
    revision = record.revision;
  }
  const { outcome } = await repositoryOf(call, type).remove(id, revision);
  if (outcome === 'missing') throw missing(type, id);
  if (outcome === 'changed') throw changedMeanwhile();
  return { status: 204 };
}

interface Decision extends GroupChange {
  attributes: Attributes;
  /** Who was a member decides, so nothing may have happened meanwhile. */
  hasReadMembers?: boolean;
}

/**
 * Reads, decides, and writes on the condition that nobody else has written meanwhile; otherwise again, unless the
 * client said which version it has seen. A change that changes nothing is not written.
 */
async function changeRecord(
  call: ScimCall,
  type: ResourceType,
  id: string,
  ifMatch: string | undefined,
  decide: (current: DirectoryRecord) => Promise<Decision>,
): Promise<DirectoryRecord> {
  const expected = expectedRevisions(ifMatch);
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await findRecord(call, type, id);
    demandRevision(expected, current.revision);
    const decision = await decide(current);
    const change = await write(call, type, current, decision, expected !== null);
    if (change.outcome === 'written') return change.record;
    if (change.outcome === 'missing') throw missing(type, id);
    if (expected) throw changedMeanwhile();
  }
  throw new ScimError(503, 'Others change this resource all the time; try again.');
}

async function write(
  { directory }: ScimCall,
  type: ResourceType,
  current: DirectoryRecord,
  { attributes, members, hasReadMembers }: Decision,
  isConditional: boolean,
): Promise<Change> {
  const isChanged = !isSame(attributes, current.attributes);
  if (!isChanged && !members) return { outcome: 'written', record: current };
  const { id, revision } = current;
  if (type === userType) return directory.users.replace(id, revision, attributes);
  const needsRevision = isConditional || isChanged || hasReadMembers === true;
  return directory.groups.change(id, needsRevision ? revision : null, {
    attributes: isChanged ? attributes : null,
    members,
  });
}

function withActive({ attributes }: GivenResource, { attributes: current }: DirectoryRecord) {
  const { active } = current;
  return active === undefined || Object.hasOwn(attributes, 'active')
    ? attributes
    : { ...attributes, active };
}

async function findRecord(
  call: ScimCall,
  type: ResourceType,
  id: string,
): Promise<DirectoryRecord> {
  const record = await repositoryOf(call, type).find(id);
  if (!record) throw missing(type, id);
  return record;
}

function repositoryOf({ directory }: ScimCall, type: ResourceType) {
  return type === userType ? directory.users : directory.groups;
}

function missing(type: ResourceType, id: string): ScimError {
  return new ScimError(404, `There is no ${type.name} ${id.slice(0, 100)}.`);
}
