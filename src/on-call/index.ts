/**
 * On call: the tiers, schedules and rotations of teams, and overrides of them. Owns what is stored about
 * it and says who is on call as far as that goes; escalates nothing. Called by the API.
 *
 * Design notes: shifts are not computed yet. `availability.ts` knows overrides and schedules around the
 * clock, and says so at its head; everything else here goes by its answers.
 */
export { type Availability, netMinutes } from './availability.ts';
export {
  type Escalations,
  type EscalationsWire,
  type EscalationTier,
  escalationsKind,
  tierSettingsOf,
} from './escalations.ts';
export { isActive, type Override, type OverrideWire, overrideKind } from './overrides.ts';
export { type OnCallHistoryItem, type OnCallMember, onCallBetween, whoIsOnCall } from './who.ts';
