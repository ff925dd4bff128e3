import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { refusedRequestsModel } from './refused-requests.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [refusedRequestsModel],
  removeWith: {
    ...leavesWithOrganization(refusedRequestsModel),
    async InboundIntegration({ store }, { id }) {
      await refusedRequestsModel(store).deleteOne({ _id: id });
    },
  },
} satisfies Module;
