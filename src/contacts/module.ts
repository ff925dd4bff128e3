import type { Module } from '../kernel/index.ts';
import { notificationRulesKind } from './notification-rules.ts';
import { pushSubscriptionKind } from './push-subscriptions.ts';

export const contacts = {
  name: 'contacts',
  kinds: [pushSubscriptionKind, notificationRulesKind],
} satisfies Module;
