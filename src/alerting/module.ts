import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { roundRobinModel } from './round-robins.ts';

export const alerting = {
  name: 'alerting',
  models: [roundRobinModel],
  removeWith: leavesWithOrganization(roundRobinModel),
} satisfies Module;
