import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { outboundIntegrationKind } from './integrations.ts';
import { outboundLog } from './log.ts';

export const outbound = {
  name: 'outbound',
  kinds: [outboundIntegrationKind],
  models: [outboundLog.model],
  tasks: (world, settings) => [logTask(world, outboundLog, settings)],
  removeWith: leavesWithOrganization(outboundLog.model),
} satisfies Module;
