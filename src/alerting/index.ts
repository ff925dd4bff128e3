/**
 * Alerting: from a changed incident to people who are told. Reads incidents that are due (each write of an incident
 * says so in the same write), decides with pure functions who is told what, and stores messages and progress. Called by
 * nobody.
 *
 * Design notes: the state says what is due and one reader looks for it, so no caller can forget to pass a change on and
 * no crash between the two can lose it (`decide.ts`). Messages have keys made of what they tell (`repeatableId`), so
 * deciding twice tells once. A plan follows the present settings, not those of the time when the incident opened: who
 * mends a schedule during an outage wants it to count. Assigning a person tells them and does not end the escalation;
 * only an acknowledgement does.
 */

export { circumstancesOf } from './advance-plans.ts';
export { intentOfTier } from './alert-tier.ts';
export { type Alerting, createAlerting } from './create-alerting.ts';
export { type Decision, decide } from './decide.ts';
export type { TakenStep } from './draft.ts';
export { followedFacts } from './followed-facts.ts';
export { alerting } from './module.ts';
export { stopOf } from './next-due.ts';
export { goesFurther } from './next-step.ts';
export { openIncidentsMax, WaitingList } from './open-incidents.ts';
export { knownPolicyOf, type PolicyFacts, policyNamedBy } from './policy-facts.ts';
export { turnsOf } from './round-robins.ts';
export { ruledIncident } from './ruled.ts';
export type { NamedPolicy, Scene } from './scene.ts';
export {
  integrationFactsOf,
  type OrganizationFacts,
  organizationFactsOf,
  type SceneFacts,
} from './scene-facts.ts';
export { type Asked, type OpenOthers, type SceneAt, sceneOf } from './scene-of.ts';
export type { UrgencyNow } from './urgency-now.ts';
export type { WhoIsNext } from './who-is-next.ts';
