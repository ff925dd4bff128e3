import { userKind } from '../identity/index.ts';
import { type Ctx, invalidField, portionsOf } from '../kernel/index.ts';
import { storedFilter, withIds } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { driverCollection, insertMissing, pathFilter } from '../store/index.ts';
import { type GroupMembershipDocument, groupMembershipModel } from './model.ts';

/** A change of the members of a group. Adding a present member, or removing an absent one, changes nothing. */
export type MemberChange =
  | { readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly replaceWith: readonly string[] };

/** Who really comes and goes. */
export interface MemberDelta {
  added: string[];
  removed: string[];
}

const stepSize = 1000;

/**
 * The members that the change would add and remove now. Throws 400 when somebody to add is no user of the organization;
 * those to remove may be unknown.
 */
export async function memberDelta(
  ctx: Ctx,
  groupId: string,
  change: MemberChange,
): Promise<MemberDelta> {
  const delta =
    'replaceWith' in change
      ? await deltaTo(ctx, groupId, lowered(change.replaceWith))
      : await deltaOf(ctx, groupId, lowered(change.add), lowered(change.remove));
  await demandUsers(ctx, delta.added);
  return delta;
}

/** Writes it; who is in the group already, or not any more, does no harm. */
export async function applyDelta(ctx: Ctx, groupId: string, delta: MemberDelta): Promise<void> {
  const { organizationId } = ctx;
  for (const userIds of portionsOf(delta.removed, stepSize))
    await membershipsIn(ctx).deleteMany({ organizationId, groupId, userId: { $in: userIds } });
  for (const userIds of portionsOf(delta.added, stepSize))
    await insertMissing(
      membershipsIn(ctx),
      userIds.map((userId) => membershipOf(ctx, groupId, userId)),
    );
}

export async function joinGroups(
  ctx: Ctx,
  groupIds: readonly string[],
  userId: string,
): Promise<void> {
  if (groupIds.length > 0)
    await insertMissing(
      membershipsIn(ctx),
      groupIds.map((groupId) => membershipOf(ctx, groupId, userId)),
    );
}

export async function leaveGroups(
  ctx: Ctx,
  groupIds: readonly string[],
  userId: string,
): Promise<void> {
  const { organizationId } = ctx;
  if (groupIds.length > 0)
    await membershipsIn(ctx).deleteMany({
      organizationId,
      userId,
      groupId: { $in: [...groupIds] },
    });
}

function membershipOf(
  { organizationId }: Ctx,
  groupId: string,
  userId: string,
): GroupMembershipDocument {
  return { _id: `${groupId}/${userId}`, organizationId, groupId, userId };
}

/**
 * The members of each group, by user id, in a stable order. A person whose user was deleted a moment ago may still be
 * among them.
 */
export async function membersOf(
  ctx: Ctx,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>(groupIds.map((id) => [id, []]));
  const rows = groupMembershipModel(ctx.store)
    .find(rowFilter(ctx, { groupId: { $in: [...groupIds] } }), { groupId: 1, userId: 1 })
    .sort({ groupId: 1, userId: 1 })
    .lean<Pick<GroupMembershipDocument, 'groupId' | 'userId'>[]>();
  for (const { groupId, userId } of await rows) members.get(groupId)?.push(userId);
  return members;
}

/** The ids of all groups that anybody is in. */
export function groupsWithMembers(ctx: Ctx): Promise<string[]> {
  return membershipsIn(ctx).distinct('groupId', { organizationId: ctx.organizationId });
}

export async function countMembers(ctx: Ctx, groupId: string): Promise<number> {
  return membershipsIn(ctx).countDocuments({ organizationId: ctx.organizationId, groupId });
}

/** The ids of the groups that each person is in; people without a group are left out. */
export async function groupIdsOf(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await groupMembershipModel(ctx.store)
    .find(rowFilter(ctx, { userId: { $in: lowered(userIds) } }), { groupId: 1, userId: 1 })
    .sort({ userId: 1, groupId: 1 })
    .lean<Pick<GroupMembershipDocument, 'groupId' | 'userId'>[]>();
  const groups = new Map<string, string[]>();
  for (const { groupId, userId } of rows)
    groups.set(userId, [...(groups.get(userId) ?? []), groupId]);
  return groups;
}

/** Up to `limit` members of a group after the given one. */
export async function membersAfter(
  ctx: Ctx,
  groupId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await groupMembershipModel(ctx.store)
    .find(rowFilter(ctx, { groupId, userId: { $gt: after } }), { userId: 1 })
    .sort({ userId: 1 })
    .limit(limit)
    .lean<Pick<GroupMembershipDocument, 'userId'>[]>();
  return rows.map(({ userId }) => userId);
}

async function deltaTo(ctx: Ctx, groupId: string, wanted: string[]): Promise<MemberDelta> {
  const present = new Set((await membersOf(ctx, [groupId])).get(groupId));
  const kept = new Set(wanted);
  return {
    added: wanted.filter((id) => !present.has(id)),
    removed: [...present].filter((id) => !kept.has(id)),
  };
}

/** Who is both added and removed ends up outside, as when the two are done in this order. */
async function deltaOf(
  ctx: Ctx,
  groupId: string,
  add: string[],
  remove: string[],
): Promise<MemberDelta> {
  const leaving = new Set(remove);
  const present = new Set<string>();
  for (const userIds of portionsOf([...new Set([...add, ...remove])], stepSize)) {
    const rows = await groupMembershipModel(ctx.store)
      .find(rowFilter(ctx, { groupId, userId: { $in: userIds } }), { userId: 1 })
      .lean<Pick<GroupMembershipDocument, 'userId'>[]>();
    for (const { userId } of rows) present.add(userId);
  }
  return {
    added: add.filter((id) => !present.has(id) && !leaving.has(id)),
    removed: remove.filter((id) => present.has(id)),
  };
}

async function demandUsers(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  const unknown: string[] = [];
  for (const ids of portionsOf(userIds, stepSize)) {
    const found = await userKind
      .model(ctx.store)
      .find(storedFilter(userKind, { ...withIds(ids), organizationId: ctx.organizationId }), {
        _id: 1,
      })
      .lean<{ _id: string }[]>();
    const known = new Set(found.map(({ _id }) => _id));
    unknown.push(...ids.filter((id) => !known.has(id)));
  }
  if (unknown.length > 0)
    throw invalidField('members', say('noSuchUsers', { ids: unknown.slice(0, 5) }));
}

function lowered(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

function rowFilter(ctx: Ctx, filter: Record<string, unknown>) {
  const model = groupMembershipModel(ctx.store);
  return pathFilter(model, { ...filter, organizationId: ctx.organizationId });
}

export function membershipsIn({ store }: Pick<Ctx, 'store'>) {
  return driverCollection(groupMembershipModel(store));
}
