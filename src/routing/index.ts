/**
 * Routing: rules of a team that decide what becomes of its incidents. Owns routings and the log of what
 * their rules did; running rules decides on a change and never makes one. Called by the API.
 */
export { type RuleExecution, ruleExecutionLog } from './execution-log.ts';
export { routing } from './module.ts';
export { type Routing, type RoutingRule, type RoutingWire, routingKind } from './routings.ts';
