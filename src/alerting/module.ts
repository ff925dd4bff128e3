import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { forgetTurnsOf, roundRobinModel } from './round-robins.ts';
import { toldWindowModel } from './told-windows.ts';

export const alerting = {
  name: 'alerting',
  models: [roundRobinModel, toldWindowModel],
  removeWith: {
    ...leavesWithOrganization(roundRobinModel, toldWindowModel),
    Team: (world, { id }, stopping) => forgetTurnsOf(world, id, stopping),
    EscalationPolicy: (world, { id }, stopping) => forgetTurnsOf(world, id, stopping),
  },
} satisfies Module;
