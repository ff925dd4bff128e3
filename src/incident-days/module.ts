import { organizationPlans } from '../identity/index.ts';
import { horizonOf, type Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeInSteps } from '../store/index.ts';
import { keepFactOf } from './keep-facts.ts';
import { blockModel, factModel, positionModel, positionsOf } from './model.ts';
import { blockPrefix, dayOf } from './pack.ts';

export const incidentDays = {
  name: 'incident-days',
  models: [factModel, positionModel, blockModel],
  tasks: (world, { retention, onExpired }) => [
    {
      name: 'incident-fact-retention',
      everySeconds: 3600,
      async run(stopping) {
        // By days, as blocks are.
        const day = dayOf(horizonOf(retention, 'reports', world.clock.now()));
        const keptSince = new Date(day);
        for await (const { id: organizationId } of organizationPlans(world)) {
          if (stopping.aborted) return;
          await positionsOf(world).updateOne({ _id: organizationId }, { $max: { keptSince } });
          const expired = { organizationId, createdAt: { $lt: keptSince } };
          onExpired('reports', await removeInSteps(factModel(world.store), expired, { stopping }));
          const _id = { $gte: `${organizationId} `, $lt: blockPrefix(organizationId, day) };
          // as never: the driver takes ids for its own unless it knows the documents.
          await removeInSteps(blockModel(world.store), { _id } as never, { stopping });
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
