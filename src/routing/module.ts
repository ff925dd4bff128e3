import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { ruleExecutionLog } from './execution-log.ts';
import { routingKind } from './routings.ts';

export const routing = {
  name: 'routing',
  kinds: [routingKind],
  models: [ruleExecutionLog.model],
  tasks: (world, settings) => [logTask(world, ruleExecutionLog, settings)],
  removeWith: {
    ...leavesWithOrganization(ruleExecutionLog.model),
    /** Its log is read through it alone. */
    async Routing(world, { id, organizationId }, stopping) {
      const ofRouting = { organizationId, ownerId: id };
      await removeInSteps(world, ruleExecutionLog.model, ofRouting, { stopping });
    },
  },
} satisfies Module;
