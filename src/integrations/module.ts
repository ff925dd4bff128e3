import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { heartbeatModel, monitoringLog } from './monitoring.ts';
import { refusedRequestsModel } from './refused-requests.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [heartbeatModel, monitoringLog.model, refusedRequestsModel],
  tasks: (world, settings) => [logTask(world, monitoringLog, settings)],
  removeWith: {
    ...leavesWithOrganization(monitoringLog.model, refusedRequestsModel),
    async InboundIntegration({ store }, { id }) {
      await heartbeatModel(store).deleteOne({ _id: id });
      await refusedRequestsModel(store).deleteOne({ _id: id });
    },
  },
} satisfies Module;
