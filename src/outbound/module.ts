import type { Module } from '../kernel/index.ts';
import { outboundIntegrationKind } from './integrations.ts';
import { outboundLog } from './log.ts';

export const outbound = {
  name: 'outbound',
  kinds: [outboundIntegrationKind],
  models: [outboundLog.model],
} satisfies Module;
