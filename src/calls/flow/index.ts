/**
 * What happens in a call: `transition(session, event, facts)` gives the session as it goes on, what the carrier is told, and what the log
 * says. Pure: no clock, no store, no carrier. `needsOf` says which facts to look up before.
 */
export { ended } from './end.ts';
export { type IncidentPlan, incidentPlanOf } from './incident-plan.ts';
export { needsOf } from './needs.ts';
export { newSession } from './new-session.ts';
export { routeOf } from './session-reads.ts';
export {
  type DialChain,
  type Facts,
  type Need,
  type NeedsOf,
  type Transition,
  type TransitionOf,
  transition,
} from './transition.ts';
