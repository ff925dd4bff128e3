import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeInSteps } from '../store/index.ts';
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
    async User({ store }, { id, organizationId }, stopping) {
      await removeInSteps(chatCodeModel(store), { organizationId, userId: id }, { stopping });
    },
    async OutboundIntegration({ store }, { id }, stopping) {
      await removeInSteps(chatCodeModel(store), { integrationId: id }, { stopping });
    },
  },
} satisfies Module;
