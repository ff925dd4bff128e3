/**
 * On call: the tiers, schedules and rotations of teams, and overrides of them. Owns what is stored about
 * it and says who is on call; escalates nothing. Called by the API.
 *
 * Design notes: shifts are computed from what is stored, each time, by pure functions over (plan, from,
 * until): `windows` and `rotation` make the `shifts` of a schedule, `cover` applies overrides, `duty` lays
 * the tiers over each other. Wall-clock times are the team's, instants come from `calendar` alone.
 * Round robin decides whom an alert goes to, not who is on call, so it has no part here.
 *
 * Limit: former escalations and deleted overrides are not kept, so a report tells the past as the present
 * settings would have had it.
 */
export { type Availability, type Duty, netMinutes } from './duty.ts';
export {
  type Escalations,
  type EscalationsWire,
  type EscalationTier,
  escalationsKind,
  tierSettingsOf,
} from './escalations.ts';
export { onCall } from './module.ts';
export { type Override, type OverrideWire, overrideKind } from './overrides.ts';
export { type OnCallHistoryItem, type OnCallMember, onCallBetween, whoIsOnCall } from './who.ts';
