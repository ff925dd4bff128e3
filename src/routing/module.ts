import type { Module } from '../kernel/index.ts';
import { ruleExecutionLog } from './execution-log.ts';
import { routingKind } from './routings.ts';

export const routing = {
  name: 'routing',
  kinds: [routingKind],
  models: [ruleExecutionLog.model],
} satisfies Module;
