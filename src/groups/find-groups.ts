import { scimOrigin } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { findResource, type ResourceDocument, storedFilter } from '../resources/index.ts';
import type { PathFilter } from '../store/index.ts';
import { type Group, type GroupInternal, type GroupWire, groupKind } from './group-kind.ts';
import type { GroupName } from './model.ts';

type GroupFilter = PathFilter<ResourceDocument<GroupWire, GroupInternal>>;

/** Null for an id that is unknown, deleted, of another organization, or of a group that no SCIM client made. */
export function findGroup(ctx: Ctx, id: string): Promise<Group | null> {
  return findResource(ctx, groupKind, { _id: id.toLowerCase(), 'lookup.origin': scimOrigin });
}

/** Groups of any origin that match, in this order; the id decides between equals. */
export async function findGroups(
  ctx: Ctx,
  filter: GroupFilter,
  page: { sort?: Readonly<Record<string, 1 | -1>>; skip?: number; limit?: number } = {},
): Promise<Group[]> {
  const query = groupKind
    .model(ctx.store)
    .find(storedFilter(groupKind, within(ctx, filter)))
    .sort({ ...(page.sort ?? { createdAt: 1 }), _id: page.sort?._id ?? 1 })
    .skip(page.skip ?? 0);
  if (page.limit !== undefined) query.limit(page.limit);
  const found = await query.lean<ResourceDocument<GroupWire, GroupInternal>[]>();
  return found.map((document) => toGroup(ctx, document));
}

export function countGroups(ctx: Ctx, filter: GroupFilter): Promise<number> {
  return groupKind.model(ctx.store).countDocuments(storedFilter(groupKind, within(ctx, filter)));
}

/** The groups that mappings name so. */
export async function findGroupsNamed(
  ctx: Ctx,
  names: readonly GroupName[],
  limit?: number,
): Promise<Group[]> {
  if (names.length === 0) return [];
  const $or = names.map(({ origin, groupId, displayName }) => ({
    'lookup.origin': origin,
    ...(groupId === null ? { 'lookup.displayName': displayName ?? '' } : { _id: groupId }),
  }));
  return findGroups(ctx, { $or }, limit === undefined ? {} : { limit });
}

export function toGroup(ctx: Ctx, document: ResourceDocument<GroupWire, GroupInternal>): Group {
  const { _id, outbox: _outbox, lookup: _lookup, ...rest } = document;
  return { ...rest, id: _id, organizationId: ctx.organizationId };
}

function within({ organizationId }: Ctx, filter: GroupFilter): GroupFilter {
  return { ...filter, organizationId };
}
