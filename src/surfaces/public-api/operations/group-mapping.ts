import {
  createGroupMapping,
  groupMappingKind,
  previewGroupMapping,
  removeGroupMapping,
  replaceGroupMapping,
} from '../../../groups/index.ts';
import { answered } from '../../../sentences/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const groupMappingOperations = {
  ...resourceOperations({
    kind: groupMappingKind,
    create: createGroupMapping,
    replace: replaceGroupMapping,
    remove: removeGroupMapping,
    name: 'GroupMapping',
    list: 'GroupMappings',
    items: 'groupMappings',
    derivedMembers: () => (mapping) => ({ createdTeamId: mapping.internal.createdTeamId }),
  }),
  previewGroupMapping: async (caller, { body }) => {
    const { changes, ...counted } = await previewGroupMapping(caller, body);
    const shown = changes.map((change) => ({ ...change, ...answered('reason', change.reason) }));
    return ok({ ...counted, changes: shown });
  },
} satisfies Handlers;
