import type { Module } from '../kernel/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { heartbeatModel, monitoringLog } from './monitoring.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [heartbeatModel, monitoringLog.model],
} satisfies Module;
