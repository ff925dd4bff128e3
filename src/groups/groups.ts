import { auditEntry, fieldChanges, settleEntry } from '../audit/index.ts';
import { scimOrigin } from '../identity/index.ts';
import { AppError, type Ctx, isNotFound, orderedId } from '../kernel/index.ts';
import {
  countChange,
  createResource,
  type ResourceDocument,
  removeResource,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { type Scope, withEffect } from './effects.ts';
import { findGroup, findGroups, toGroup } from './find-groups.ts';
import { giveRoles, peopleAtOnce } from './give-roles.ts';
import { type Group, type GroupInternal, type GroupWire, groupKind } from './group-kind.ts';
import {
  applyDelta,
  groupIdsOf,
  type MemberChange,
  type MemberDelta,
  memberDelta,
  membersAfter,
  membershipsIn,
} from './members.ts';

/** The attributes that a SCIM client gives a group, without its members. */
export interface GroupContent {
  displayName: string;
  externalId: string | null;
  attributes: Record<string, unknown>;
}

export interface GroupChange {
  /** Null: stays. */
  content: GroupContent | null;
  /** Null: stay. */
  members: MemberChange | null;
}

export type GroupOutcome =
  | { outcome: 'written'; group: Group }
  /** The revision is another one. */
  | { outcome: 'changed' }
  | { outcome: 'missing' };

/** A group of a SCIM client. Throws 400 when a member is no user of the organization. */
export async function createGroup(
  ctx: Ctx,
  content: GroupContent,
  memberIds: readonly string[] = [],
): Promise<Group> {
  const { displayName, externalId, attributes } = content;
  // Nothing is stored when a member is unknown.
  const { added } = await memberDelta(ctx, '', { add: memberIds, remove: [] });
  const id = orderedId(ctx.clock.now().getTime());
  const group = await withEffect(ctx, { groupIds: [id] }, () =>
    createResource(
      ctx,
      groupKind,
      { origin: scimOrigin, displayName, externalId },
      { id, internal: { attributes } },
    ),
  );
  if (added.length === 0) return group;
  const changed = await changeGroup(ctx, group.id, null, {
    content: null,
    members: { add: added, remove: [] },
  });
  return changed.outcome === 'written' ? changed.group : group;
}

const attemptsMax = 5;

/**
 * Changes the content, the members, or both of a group of a SCIM client. A change of content needs the revision; one of
 * members without it holds whatever happened meanwhile. Nothing is written when nothing would change. Throws 400 for
 * unknown members.
 */
export async function changeGroup(
  ctx: Ctx,
  id: string,
  revision: number | null,
  { content, members }: GroupChange,
): Promise<GroupOutcome> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const group = await findGroup(ctx, id);
    if (!group) return { outcome: 'missing' };
    if (revision !== null && group.version !== revision) return { outcome: 'changed' };
    const delta = members ? await memberDelta(ctx, group.id, members) : noDelta;
    const next = content ? withContent(group, content) : group;
    const changes = changesOf(group, next, delta);
    if (changes.length === 0) return { outcome: 'written', group };
    const isFree = content === null && revision === null;
    const written = await withEffect(ctx, scopeOf(group, next, delta), async () => {
      const changed = await writeGroup(ctx, group, isFree ? null : next, changes);
      if (changed) await applyDelta(ctx, group.id, delta);
      return changed;
    });
    if (written) return { outcome: 'written', group: written };
    if (revision !== null) return { outcome: 'changed' };
  }
  throw new AppError('conflict', say('changingNow', { what: 'Group', id }));
}

/** Whom a change of the group gives or takes roles: under another name, other mappings apply to it. */
function scopeOf(before: Group, after: Group, { added, removed }: MemberDelta): Scope {
  const isRenamed = before.wire.displayName !== after.wire.displayName;
  return { userIds: [...added, ...removed], groupIds: isRenamed ? [before.id] : [] };
}

/** Also takes the roles that only this group gave its members. */
export async function removeGroup(
  ctx: Ctx,
  id: string,
  revision: number | null,
): Promise<'removed' | 'changed' | 'missing'> {
  const group = await findGroup(ctx, id);
  if (!group) return 'missing';
  try {
    await removeResource(ctx, groupKind, group.id, (current) => {
      if (revision !== null && current.version !== revision) throw new RevisionChanged();
    });
    await takeRolesOf(ctx, group.id).catch((error: unknown) =>
      ctx.log.warn({ err: error, groupId: group.id }, 'roles of a deleted group are taken later'),
    );
    return 'removed';
  } catch (error) {
    if (error instanceof RevisionChanged) return 'changed';
    if (isNotFound(error)) return 'missing';
    throw error;
  }
}

class RevisionChanged extends Error {}

/**
 * Takes what a deleted group gave from some of its members at a time, who are not in it any more then. Tells whether
 * some are left. The group has to be gone.
 */
export async function takeRolesOf(ctx: Ctx, groupId: string): Promise<boolean> {
  const { organizationId } = ctx;
  const userIds = await membersAfter(ctx, groupId, '', peopleAtOnce);
  await giveRoles(ctx, userIds);
  await membershipsIn(ctx).deleteMany({ organizationId, groupId, userId: { $in: userIds } });
  return userIds.length === peopleAtOnce;
}

/** The groups of each person, by name; people without one are left out. */
export async function groupsOf(
  ctx: Ctx,
  userIds: readonly string[],
  origin = scimOrigin,
): Promise<Map<string, { id: string; displayName: string }[]>> {
  const idsByUser = await groupIdsOf(ctx, userIds);
  const ids = [...new Set([...idsByUser.values()].flat())];
  const groups = await findGroups(ctx, { _id: { $in: ids }, 'lookup.origin': origin });
  const byId = new Map(groups.map((group) => [group.id, group]));
  return new Map(
    [...idsByUser].map(([userId, groupIds]) => [
      userId,
      groupIds.flatMap((id) => {
        const group = byId.get(id);
        return group ? [{ id, displayName: group.wire.displayName }] : [];
      }),
    ]),
  );
}

/** Takes a person out of all groups, before or after their user is deleted; harmless when called again. */
export async function leaveAllGroups(ctx: Ctx, userId: string): Promise<void> {
  const { organizationId } = ctx;
  const [groupIds] = (await groupIdsOf(ctx, [userId])).values();
  if (!groupIds) return;
  // The members of these groups that a SCIM client has read are out of date: the version changes.
  await plainCollection(groupKind.model(ctx.store)).updateMany(
    { _id: { $in: groupIds }, organizationId },
    { $inc: { version: 1 }, $set: { updatedAt: ctx.clock.now() } },
  );
  await withEffect(ctx, { userIds: [userId.toLowerCase()] }, () =>
    membershipsIn(ctx).deleteMany({ organizationId, userId: userId.toLowerCase() }),
  );
}

const noDelta: MemberDelta = { added: [], removed: [] };

function withContent(group: Group, { displayName, externalId, attributes }: GroupContent): Group {
  return { ...group, wire: { ...group.wire, displayName, externalId }, internal: { attributes } };
}

/** Named in the audit entry; of more, it says how many. */
const namedMax = 100;

function changesOf(before: Group, after: Group, { added, removed }: MemberDelta) {
  const changes = fieldChanges(
    { ...before.wire, attributes: before.internal.attributes },
    { ...after.wire, attributes: after.internal.attributes },
  );
  for (const [path, ids] of [
    ['members.added', added],
    ['members.removed', removed],
  ] as const)
    if (ids.length > 0)
      changes.push({ path, after: { count: ids.length, userIds: ids.slice(0, namedMax) } });
  return changes;
}

/**
 * Null when the group was changed meanwhile; without a next state, it only counts the revision, whatever happened. The
 * entry comes before the members: no change is without one.
 */
async function writeGroup(
  ctx: Ctx,
  group: Group,
  next: Group | null,
  changes: ReturnType<typeof changesOf>,
): Promise<Group | null> {
  const entry = auditEntry(ctx, {
    action: `${groupKind.noun}.update`,
    entityType: groupKind.entityType,
    entityId: group.id,
    entityDisplayName: (next ?? group).wire.displayName,
    changes,
  });
  const groups = plainCollection(groupKind.model(ctx.store));
  const written = await groups.findOneAndUpdate(
    {
      _id: group.id,
      organizationId: ctx.organizationId,
      ...(next ? { version: group.version } : {}),
    },
    {
      $set: {
        updatedAt: ctx.clock.now(),
        ...(next
          ? {
              wire: next.wire,
              internal: next.internal,
              'lookup.displayName': next.wire.displayName.toLowerCase(),
            }
          : {}),
      },
      $inc: { version: 1 },
      $push: { outbox: entry },
    },
    { returnDocument: 'after' },
  );
  if (!written) return null;
  countChange(ctx, groupKind.entityType);
  await settleEntry(ctx, groups, group.id, entry);
  // as: the driver returns the document that was found, which has all members of a group.
  return toGroup(ctx, written as ResourceDocument<GroupWire, GroupInternal>);
}
