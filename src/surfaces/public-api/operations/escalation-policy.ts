import { policyKind } from '../../../on-call/index.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const escalationPolicyOperations = {
  ...resourceOperations({
    kind: policyKind,
    name: 'EscalationPolicy',
    list: 'EscalationPolicies',
    items: 'escalationPolicies',
  }),
} satisfies Handlers;
