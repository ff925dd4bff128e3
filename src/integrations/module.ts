import type { Module } from '../kernel/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { heartbeatModel, monitoringLog } from './monitoring.ts';
import { refusedRequestsModel } from './refused-requests.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [heartbeatModel, monitoringLog.model, refusedRequestsModel],
} satisfies Module;
