import { getResource } from '../../../resources/index.ts';
import { type RuleExecution, routingKind, ruleExecutionLog } from '../../../routing/index.ts';
import { answered } from '../../../sentences/index.ts';
import { logOperations } from '../log-operations.ts';
import { resourceOperations } from '../resource-operations.ts';
import { simulateRoutingOperations } from './simulate-routing.ts';

export const routingOperations = {
  ...simulateRoutingOperations,
  ...resourceOperations({
    kind: routingKind,
    name: 'Routing',
    list: 'Routings',
    items: 'routings',
  }),
  ...logOperations({
    log: ruleExecutionLog,
    one: 'getRoutingRuleExecutionLog',
    many: 'listRoutingRuleExecutionLogs',
    items: 'routingRuleExecutionLogs',
    demandOwner: async (caller, id) => void (await getResource(caller, routingKind, id)),
    view: (execution: RuleExecution) => ({
      routingId: execution.ownerId,
      routingRuleId: execution.routingRuleId,
      incidentEventId: execution.incidentEventId,
      outcome: execution.outcome,
      delayInMinutes: execution.delayInMinutes,
      routingDisplayName: execution.routingDisplayName,
      ruleDisplayName: execution.ruleDisplayName,
      ...answered('effectSummary', execution.effectSummary),
    }),
  }),
};
