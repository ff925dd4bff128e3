import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeInSteps } from '../store/index.ts';
import { replayDifferenceModel, replayRunModel } from './model.ts';

const keptDays = 30;

export const replays = {
  name: 'replays',
  models: [replayRunModel, replayDifferenceModel],
  removeWith: leavesWithOrganization(replayRunModel, replayDifferenceModel),
  tasks: (world) => [
    {
      name: 'replay-retention',
      everySeconds: 3600,
      async run(stopping) {
        const horizon = new Date(world.clock.now().getTime() - keptDays * 86_400_000);
        const old = { createdAt: { $lt: horizon } };
        await removeInSteps(replayDifferenceModel(world.store), old, { stopping });
        await removeInSteps(replayRunModel(world.store), old, { stopping });
      },
    },
  ],
} satisfies Module;
