/**
 * On call: the tiers, schedules and rotations of teams, and overrides of them. Owns their documents and
 * computes who is on call; alerts nobody. Called by the API.
 *
 * Design notes: shifts are computed from what is stored, each time, by pure functions over (plan, from,
 * until): `windows` and `rotation` make the `shifts` of a schedule, `cover` applies overrides, `duty` lays
 * the tiers on top of each other. Wall-clock times are in the team's time zone; only `calendar` makes instants of them.
 * Round robin decides who gets an alert, not who is on call: `roster` gives the candidates, the one who alerts takes a turn.
 *
 * Limit: former escalations and deleted overrides are not kept, so a report computes the past from the present
 * settings.
 */
export { type Availability, type Duty, dutiesBetween, netMinutes, type TeamPlan } from './duty.ts';
export {
  type Escalations,
  type EscalationsWire,
  type EscalationTier,
  escalates,
  escalationsKind,
  tierSettingsOf,
} from './escalations.ts';
export { onCall } from './module.ts';
export { type Override, type OverrideWire, overrideKind } from './overrides.ts';
export {
  nextDutyAt,
  type RoundRobin,
  rosterAt,
  type TierRoster,
  takeTurn,
} from './roster.ts';
export {
  type OnCallHistoryItem,
  type OnCallMember,
  onCallBetween,
  type PlannedTeam,
  teamPlans,
  whoIsOnCall,
} from './who.ts';
