import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { retentionTask } from '../runs/index.ts';
import { replayDifferenceModel, replayRunModel } from './model.ts';

export const replays = {
  name: 'replays',
  models: [replayRunModel, replayDifferenceModel],
  removeWith: leavesWithOrganization(replayRunModel, replayDifferenceModel),
  tasks: (world) => [
    retentionTask(world, 'replay-retention', [replayDifferenceModel, replayRunModel]),
  ],
} satisfies Module;
