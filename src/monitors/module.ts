import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { onClockBack } from './clock-went-back.ts';
import { monitorResults, monitorStateModel, monitorWatchModel } from './model.ts';

export const monitors = {
  name: 'monitors',
  models: [monitorStateModel, monitorResults.model, monitorWatchModel],
  tasks: (world, settings) => [logTask(world, monitorResults, settings)],
  clockWentBack: onClockBack,
  removeWith: {
    ...leavesWithOrganization(monitorStateModel, monitorResults.model),
    async InboundIntegration(world, { id, organizationId }, stopping) {
      await monitorStateModel(world.store).deleteOne({ _id: id });
      const ofMonitor = { organizationId, ownerId: id };
      await removeInSteps(world, monitorResults.model, ofMonitor, { stopping });
    },
  },
} satisfies Module;
