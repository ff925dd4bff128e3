import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { forgetTurnsOf, roundRobinModel } from './round-robins.ts';

export const alerting = {
  name: 'alerting',
  models: [roundRobinModel],
  removeWith: {
    ...leavesWithOrganization(roundRobinModel),
    Team: (world, { id }, stopping) => forgetTurnsOf(world, id, stopping),
    EscalationPolicy: (world, { id }, stopping) => forgetTurnsOf(world, id, stopping),
  },
} satisfies Module;
