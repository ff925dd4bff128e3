import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { heartbeatModel, monitoringLog } from './monitoring.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [heartbeatModel, monitoringLog.model],
  tasks: (world, settings) => [logTask(world, monitoringLog, settings)],
  removeWith: {
    ...leavesWithOrganization(monitoringLog.model),
    InboundIntegration: async ({ store }, { id }) =>
      void (await heartbeatModel(store).deleteOne({ _id: id })),
  },
} satisfies Module;
