import { guaranteeKind } from '../../../proofs/index.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const guaranteeOperations = {
  ...resourceOperations({
    kind: guaranteeKind,
    name: 'Guarantee',
    list: 'Guarantees',
    items: 'guarantees',
  }),
} satisfies Handlers;
