/**
 * Suppression: rules by which an open incident holds others back. Owns their documents and says, purely, by what an
 * incident is found that holds others back, and what one waits for; `alerting` asks both, and keeps who is open.
 *
 * Design notes: the sides of a rule are conditions as in rules of routings, so the module lies above `routing`. Times
 * of day are looked at when somebody asks; all else is known of an incident since its last change. What cannot be
 * compared neither holds back nor is held back.
 */
export { suppression } from './module.ts';
export {
  type SuppressionRule,
  type SuppressionRuleWire,
  suppressionRuleKind,
} from './suppression-rule-kind.ts';
export {
  loadSuppressions,
  type Patience,
  type RuleWait,
  type Suppressions,
  suppressionsIn,
  suppressionsOf,
} from './suppressions.ts';
