import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeEndedLeases } from './engagements.ts';
import { callEngagementModel, callSessionModel } from './model.ts';
import { removeCalls, removeExpiredCalls } from './retention.ts';

export const calls = {
  name: 'calls',
  models: [callSessionModel, callEngagementModel],
  tasks: (world, settings) => [
    {
      name: 'call-retention',
      everySeconds: 3600,
      async run(stopping) {
        await removeEndedLeases(world);
        await removeExpiredCalls(world, settings, stopping);
      },
    },
  ],
  removeWith: {
    ...leavesWithOrganization(callEngagementModel, callSessionModel),
    /** What is still going on goes on, and leads to its incident: somebody is calling. */
    InboundIntegration: (world, { id }, stopping) =>
      removeCalls(world, { integrationId: id, isSettled: true }, stopping),
  },
} satisfies Module;
