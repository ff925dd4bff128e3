/**
 * Routing: rules of a team that decide what happens to its incidents. Owns routings and the log of what
 * their rules did. Rules decide on a change and never write one. Called by the API.
 */
export { type RuleExecution, ruleExecutionLog } from './execution-log.ts';
export { routing } from './module.ts';
export { type Routing, type RoutingRule, type RoutingWire, routingKind } from './routings.ts';
