import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { retentionTask } from '../runs/index.ts';
import { driverCollection } from '../store/index.ts';
import { guaranteeKind } from './guarantee-kind.ts';
import { guaranteeStateModel } from './guarantee-states.ts';
import { proofRunModel, proofRuns } from './proof-run-model.ts';

export const proofs = {
  name: 'proofs',
  kinds: [guaranteeKind],
  models: [guaranteeStateModel, proofRunModel],
  tasks: (world) => [retentionTask(world, 'proof-retention', [proofRunModel])],
  /** Findings name people in many places, also within sentences, and can be asked for again. */
  async forgetPeople({ store, organizationId }, people) {
    // Nobody else is on call.
    if (people.every(({ entityType }) => entityType !== 'User')) return;
    await driverCollection(proofRunModel(store)).deleteMany({
      organizationId,
      state: { $in: ['Done', 'Stopped', 'Cancelled'] },
    });
  },
  mayYetName: proofRuns.runsSince,
  removeWith: {
    ...leavesWithOrganization(guaranteeStateModel, proofRunModel),
    async Guarantee({ store }, { id }) {
      await driverCollection(guaranteeStateModel(store)).deleteOne({ _id: id });
    },
  },
} satisfies Module;
