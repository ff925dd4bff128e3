/**
 * Routing: rules of a team that decide what happens to its incidents. Owns routings and the log of what
 * their rules did. Rules decide on a change and never write one: they give operations of `incidents`, which their
 * caller applies. Called by the API.
 *
 * Design notes: everything a rule may look at is read before the rules run (`RuleSurroundings`), so a run is a pure
 * function and a simulation is a run like any other. What a run compares is bounded (`attribute-conditions.ts`).
 */

export {
  type AttributeCondition,
  ComparedAttributes,
  Comparisons,
  judgeAttribute,
} from './attribute-conditions.ts';
export { chosenPolicy } from './chosen-policy.ts';
export { goneFrom, isTimeOf, matcherOf, runsOn } from './conditions.ts';
export type { RuleEffects } from './effects.ts';
export { type RuleExecution, ruleExecutionLog } from './execution-log.ts';
export { executionOfDelayed, executionsOf, recordExecutions } from './executions.ts';
export { routing } from './module.ts';
export { type Routing, type RoutingRule, type RoutingWire, routingKind } from './routings.ts';
export {
  beginRules,
  type FiredRule,
  type RuleKey,
  type RulesRun,
  routingsFor,
  runRules,
  settleDelayed,
  situationOfRules,
  sourceOfRule,
  stepRule,
  teamsOfRouting,
} from './run-rules.ts';
export { simulateRules } from './simulate.ts';
export { loadSurroundings, type RuleSurroundings, surroundingsIn } from './surroundings.ts';
export { timesOfConditions, timesOfRule } from './time-sources.ts';
