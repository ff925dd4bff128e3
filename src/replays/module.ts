import type { Module } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import { retentionTask } from '../runs/index.ts';
import { replayDifferenceModel, replayRunModel } from './model.ts';

export const replays = {
  name: 'replays',
  models: [replayRunModel, replayDifferenceModel],
  forgetPeople: forgetIn({ model: replayRunModel }, { model: replayDifferenceModel }),
  removeWith: leavesWithOrganization(replayRunModel, replayDifferenceModel),
  tasks: (world) => [
    retentionTask(world, 'replay-retention', [replayDifferenceModel, replayRunModel]),
  ],
} satisfies Module;
