import { suppressionRuleKind } from '../../../suppression/index.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const suppressionRuleOperations = {
  ...resourceOperations({
    kind: suppressionRuleKind,
    name: 'SuppressionRule',
    list: 'SuppressionRules',
    items: 'suppressionRules',
  }),
} satisfies Handlers;
