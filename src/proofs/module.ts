import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { driverCollection } from '../store/index.ts';
import { guaranteeKind } from './guarantee-kind.ts';
import { guaranteeStateModel } from './guarantee-states.ts';

export const proofs = {
  name: 'proofs',
  kinds: [guaranteeKind],
  models: [guaranteeStateModel],
  removeWith: {
    ...leavesWithOrganization(guaranteeStateModel),
    async Guarantee({ store }, { id }) {
      await driverCollection(guaranteeStateModel(store)).deleteOne({ _id: id });
    },
  },
} satisfies Module;
