import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeInSteps } from '../store/index.ts';
import { groupKind } from './group-kind.ts';
import { leaveAllGroups } from './groups.ts';
import { groupMembershipModel } from './model.ts';

export const groups = {
  name: 'groups',
  kinds: [groupKind],
  models: [groupMembershipModel],
  removeWith: {
    ...leavesWithOrganization(groupMembershipModel),
    User: (ctx, { id }) => leaveAllGroups(ctx, id),
    async Group(ctx, { id, organizationId }, stopping) {
      const filter = { organizationId, groupId: id };
      await removeInSteps(groupMembershipModel(ctx.store), filter, { stopping });
    },
  },
} satisfies Module;
