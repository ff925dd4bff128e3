import type { Module } from '../kernel/index.ts';
import { statusPageKind } from './status-pages.ts';
import { emailSubscriberKind, smsSubscriberKind } from './subscribers.ts';

export const statusPages = {
  name: 'status-pages',
  kinds: [statusPageKind, emailSubscriberKind, smsSubscriberKind],
} satisfies Module;
