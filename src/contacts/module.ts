import type { Module } from '../kernel/index.ts';
import { pushSubscriptionKind } from './push-subscriptions.ts';

export const contacts = {
  name: 'contacts',
  kinds: [pushSubscriptionKind],
} satisfies Module;
