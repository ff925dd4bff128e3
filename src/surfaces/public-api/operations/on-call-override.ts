import { overrideKind } from '../../../on-call/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const onCallOverrideOperations = resourceOperations({
  kind: overrideKind,
  name: 'OnCallOverride',
  list: 'OnCallOverrides',
  items: 'onCallOverrides',
  filters: {
    UserId: (id) => ({ 'lookup.userId': id.toLowerCase() }),
    TeamId: (id) => ({ 'lookup.teamId': id.toLowerCase() }),
  },
  ownerOf: (override) => override.userId ?? '',
});
