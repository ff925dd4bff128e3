import { changeGroup, type GroupOutcome } from '../../src/groups/index.ts';
import type { Ctx } from '../../src/kernel/index.ts';

/** Adding who is in the group, and removing who is not, changes nothing. */
export function changeGroupMembers(
  ctx: Ctx,
  groupId: string,
  members: { add: readonly string[]; remove: readonly string[] },
): Promise<GroupOutcome> {
  return changeGroup(ctx, groupId, null, { content: null, members });
}

/** From now on exactly these are its members. */
export function replaceGroupMembers(
  ctx: Ctx,
  groupId: string,
  userIds: readonly string[],
): Promise<GroupOutcome> {
  return changeGroup(ctx, groupId, null, { content: null, members: { replaceWith: userIds } });
}
