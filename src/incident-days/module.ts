import { organizationPlans } from '../identity/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import { horizonOf, type Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { keepFactOf } from './keep-facts.ts';
import { blockModel, factModel, positionModel, positionsOf } from './model.ts';
import { removeRows } from './remove-rows.ts';

export const incidentDays = {
  name: 'incident-days',
  models: [factModel, positionModel, blockModel],
  tasks: (world, { retention, onExpired }) => [
    {
      name: 'incident-fact-retention',
      everySeconds: 3600,
      async run(stopping) {
        const keptSince = horizonOf(retention, 'reports', world.clock.now());
        for await (const { id: organizationId } of organizationPlans(world)) {
          if (stopping.aborted) return;
          await positionsOf(world).updateOne({ _id: organizationId }, { $max: { keptSince } });
          const expired = { organizationId, createdAt: { $lt: keptSince } };
          onExpired('reports', await removeInSteps(world, factModel, expired, { stopping }));
          // After the facts: none of them is packed again.
          await removeRows(world, organizationId, keptSince, stopping);
        }
      },
    },
  ],
  keepOf: { Incident: keepFactOf },
  removeWith: {
    async Organization(world, removed, stopping) {
      await leavesWithOrganization(factModel, blockModel).Organization?.(world, removed, stopping);
      await positionModel(world.store).deleteOne({ _id: removed.id });
    },
  },
} satisfies Module;
