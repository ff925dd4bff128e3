import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { chatAccountKind } from './chat-accounts.ts';
import { chatCodeModel } from './chat-codes.ts';
import { notificationRulesKind } from './notification-rules.ts';
import { pushSubscriptionKind } from './push-subscriptions.ts';

export const contacts = {
  name: 'contacts',
  kinds: [pushSubscriptionKind, notificationRulesKind, chatAccountKind],
  models: [chatCodeModel],
  removeWith: {
    ...leavesWithOrganization(chatCodeModel),
    async User(world, { id, organizationId }, stopping) {
      await removeInSteps(world, chatCodeModel, { organizationId, userId: id }, { stopping });
    },
    async OutboundIntegration(world, { id }, stopping) {
      await removeInSteps(world, chatCodeModel, { integrationId: id }, { stopping });
    },
  },
} satisfies Module;
