import { Schema } from 'mongoose';
import { defineLog, type LogDocument } from '../resources/index.ts';
import type { Sentence } from '../sentences/index.ts';

/**
 * `Delayed`: its actions wait; another record follows. `Skipped`: none of them was possible, or its conditions held no
 * longer.
 */
export type RuleOutcome = 'Applied' | 'Delayed' | 'Skipped';

/** The result of a rule for an incident; `ownerId` is the routing. Names are kept as they were then. */
export interface RuleExecution extends LogDocument {
  routingRuleId: string | null;
  incidentEventId: string | null;
  outcome: RuleOutcome;
  delayInMinutes: number | null;
  routingDisplayName: string | null;
  ruleDisplayName: string | null;
  effectSummary: Sentence | null;
}

export const ruleExecutionLog = defineLog<RuleExecution>(
  'routing_rule_execution_logs',
  {
    routingRuleId: String,
    incidentEventId: String,
    outcome: String,
    delayInMinutes: Number,
    routingDisplayName: String,
    ruleDisplayName: String,
    effectSummary: Schema.Types.Mixed,
  },
  'executions',
);
