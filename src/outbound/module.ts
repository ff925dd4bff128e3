import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { outboundIntegrationKind } from './integrations.ts';
import { failureCountModel, forgetFailures } from './pauses.ts';
import { sentMessageModel } from './sent-messages.ts';

export const outbound = {
  name: 'outbound',
  kinds: [outboundIntegrationKind],
  models: [sentMessageModel, failureCountModel],
  removeWith: {
    ...leavesWithOrganization(sentMessageModel, failureCountModel),
    async OutboundIntegration(world, { id }, stopping) {
      await removeInSteps(world, sentMessageModel, { integrationId: id }, { stopping });
      await forgetFailures(world, id);
    },
  },
} satisfies Module;
