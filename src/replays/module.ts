import type { Module } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import { retentionTask } from '../runs/index.ts';
import { replayDifferenceModel, replayRunModel, replayRuns } from './model.ts';

export const replays = {
  name: 'replays',
  models: [replayRunModel, replayDifferenceModel],
  forgetPeople: forgetIn({ model: replayRunModel }, { model: replayDifferenceModel }),
  mayYetName: replayRuns.runsSince,
  removeWith: leavesWithOrganization(replayRunModel, replayDifferenceModel),
  tasks: (world) => [
    retentionTask(world, 'replay-retention', [replayDifferenceModel, replayRunModel]),
  ],
} satisfies Module;
