import { overrideKind } from '../../../on-call/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const onCallOverrideOperations = resourceOperations({
  kind: overrideKind,
  name: 'OnCallOverride',
  list: 'OnCallOverrides',
  items: 'onCallOverrides',
  ownerOf: (override) => override.userId ?? '',
});
