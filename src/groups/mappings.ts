import type { Ctx } from '../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  demandTeamEdit,
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
export function createGroupMapping(
  ctx: Ctx,
  given: Partial<GroupMappingWire>,
  options: CreateOptions<GroupMappingInternal> = {},
): Promise<GroupMapping> {
  demandTeamEdit(ctx, null);
  return withEffect(ctx, { names: [nameOf(given)] }, () =>
    createResource(ctx, groupMappingKind, given, options),
  );
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
  return withEffect(ctx, { names: [nameOf(before.wire), nameOf(given)] }, () =>
    replaceResource(ctx, groupMappingKind, id, given, options),
  );
}

/** What it alone gave people, they lose. Throws 404 and 403. */
export async function removeGroupMapping(ctx: Ctx, id: string): Promise<void> {
  const before = await getResource(ctx, groupMappingKind, id);
  demandTeamEdit(ctx, null);
  await withEffect(ctx, { names: [nameOf(before.wire)] }, () =>
    removeResource(ctx, groupMappingKind, id),
  );
}
