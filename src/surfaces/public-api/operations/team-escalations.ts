import { escalationsKind } from '../../../on-call/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const teamEscalationsOperations = resourceOperations({
  kind: escalationsKind,
  name: 'TeamEscalations',
  list: 'TeamEscalations',
  items: 'teamEscalations',
});
