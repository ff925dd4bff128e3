import type { Ctx, Module } from '../kernel/index.ts';
import { leavesWithOrganization, removeResource } from '../resources/index.ts';
import { finishEffects } from './effects.ts';
import { findGroups } from './find-groups.ts';
import { groupKind } from './group-kind.ts';
import { leaveAllGroups, takeRolesOf } from './groups.ts';
import { groupMappingKind } from './mapping-kind.ts';
import { groupEffectModel, groupMembershipModel } from './model.ts';

export const groups = {
  name: 'groups',
  kinds: [groupKind, groupMappingKind],
  models: [groupMembershipModel, groupEffectModel],
  tasks: (world) => [
    {
      name: 'group-effects',
      everySeconds: 2,
      run: (stopping) => finishEffects(world, stopping),
    },
  ],
  removeWith: {
    ...leavesWithOrganization(groupMembershipModel, groupEffectModel),
    User: (ctx, { id }) => leaveAllGroups(ctx, id),
    Group: (ctx, { id }, stopping) => takeAllRolesOf(ctx, id, stopping),
    OidcConnection: (ctx, { id }, stopping) => removeGroupsOf(ctx, id, stopping),
  },
} satisfies Module;

/** Removes all groups of an origin, and the roles that each of them gave. */
async function removeGroupsOf(ctx: Ctx, origin: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const [group] = await findGroups(ctx, { 'lookup.origin': origin }, { limit: 1 });
    if (!group) return;
    await removeResource(ctx, groupKind, group.id);
    await takeAllRolesOf(ctx, group.id, stopping);
  }
}

async function takeAllRolesOf(ctx: Ctx, groupId: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await takeRolesOf(ctx, groupId)));
}
