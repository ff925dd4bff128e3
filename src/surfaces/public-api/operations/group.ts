import {
  appliesTo,
  countMembers,
  type Group,
  groupKind,
  groupMappingKind,
} from '../../../groups/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { filterOf, findResource, getResource, listResources } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { originShown } from '../origin-shown.ts';
import { pageOf } from '../resource-operations.ts';

export const groupOperations = {
  getGroup: async (caller, { params }) => {
    const view = await viewOf(caller);
    return ok(await view(await getResource(caller, groupKind, params.id)));
  },

  searchGroup: async (caller, { query }) => {
    const found = await findResource(caller, groupKind, filterOf(groupKind, query, 'whole'));
    if (!found) throw new AppError('not-found', say('noMatch', { what: 'Group' }));
    const view = await viewOf(caller);
    return ok(await view(found));
  },

  listGroups: async (caller, { query }) => {
    const filter = filterOf(groupKind, query, 'part');
    const { items, hasMore } = await listResources(caller, groupKind, filter, pageOf(query));
    const view = await viewOf(caller);
    return ok({ groups: await Promise.all(items.map(view)), hasMore });
  },
} satisfies Handlers;

/** All mappings are read once, whatever the number of groups. */
async function viewOf(caller: ApiCaller) {
  const { items: mappings } = await listResources(caller, groupMappingKind);
  return async (group: Group) => ({
    id: group.id,
    origin: originShown(group.wire.origin),
    displayName: group.wire.displayName,
    externalId: group.wire.externalId,
    memberCount: await countMembers(caller, group.id),
    groupMappingIds: mappings.filter((mapping) => appliesTo(mapping, group)).map(({ id }) => id),
    createdAt: group.createdAt.toISOString(),
    lastModifiedAt: group.updatedAt.toISOString(),
  });
}
