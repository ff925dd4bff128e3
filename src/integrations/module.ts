import type { Module } from '../kernel/index.ts';
import { followUse } from '../media/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { integrationKind, maintenanceWindowKind, mappingKind } from './model.ts';
import { promptsInUse } from './prompts-in-use.ts';
import { refusedRequestsModel } from './refused-requests.ts';

export const integrations = {
  name: 'integrations',
  kinds: [integrationKind, mappingKind, maintenanceWindowKind],
  models: [refusedRequestsModel],
  tasks: (world) => [
    {
      name: 'prompts-in-use',
      everySeconds: 3600,
      run: (stopping) => followUse(world, (ids) => promptsInUse(world, ids), stopping),
    },
  ],
  removeWith: {
    ...leavesWithOrganization(refusedRequestsModel),
    async InboundIntegration({ store }, { id }) {
      await refusedRequestsModel(store).deleteOne({ _id: id });
    },
  },
} satisfies Module;
