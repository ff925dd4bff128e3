import type { Ctx } from '../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  demandTeamEdit,
  findResource,
  getResource,
  type ReplaceOptions,
  removeResource,
  replaceResource,
} from '../resources/index.ts';
import { withEffect } from './effects.ts';
import {
  type GroupMapping,
  type GroupMappingInternal,
  type GroupMappingWire,
  groupMappingKind,
  nameOf,
} from './mapping-kind.ts';

/** Throws 403, and 400 when it names no group, gives nothing, or names what is not there. */
export async function createGroupMapping(
  ctx: Ctx,
  given: Partial<GroupMappingWire>,
  options: CreateOptions<GroupMappingInternal> = {},
): Promise<GroupMapping> {
  demandTeamEdit(ctx, null);
  const created = await withEffect(ctx, { names: [nameOf(given)] }, () =>
    createResource(ctx, groupMappingKind, given, options),
  );
  return withItsTeam(ctx, created);
}

/** Throws 404, 403, and 400 as `createGroupMapping` does. */
export async function replaceGroupMapping(
  ctx: Ctx,
  id: string,
  given: Partial<GroupMappingWire>,
  options: ReplaceOptions = {},
): Promise<GroupMapping> {
  const before = await getResource(ctx, groupMappingKind, id);
  demandTeamEdit(ctx, null);
  const replaced = await withEffect(ctx, { names: [nameOf(before.wire), nameOf(given)] }, () =>
    replaceResource(ctx, groupMappingKind, id, given, options),
  );
  return withItsTeam(ctx, replaced);
}

/** People lose the roles that only this mapping gave them. Throws 404 and 403. */
export async function removeGroupMapping(ctx: Ctx, id: string): Promise<void> {
  const before = await getResource(ctx, groupMappingKind, id);
  demandTeamEdit(ctx, null);
  await withEffect(ctx, { names: [nameOf(before.wire)] }, () =>
    removeResource(ctx, groupMappingKind, id),
  );
}

/** The effect may have made its team. */
async function withItsTeam(ctx: Ctx, mapping: GroupMapping): Promise<GroupMapping> {
  if (!mapping.wire.createTeam) return mapping;
  return (await findResource(ctx, groupMappingKind, { _id: mapping.id })) ?? mapping;
}
