/**
 * Urgency: whether somebody has to act at once. Owns support hours, and what integrations and services say of the
 * urgency of their incidents. Nothing of it is stored with an incident: it is derived, by a pure function, from the
 * settings, the severity and an instant, so whoever asks again for the same instant gets the same answer.
 *
 * Design notes: what cannot be decided is urgent, for example by support hours that were deleted. Who alerts whom is up
 * to `alerting`; this module knows no incident.
 */
export { type HoursInForce, hoursInForce, hoursOf } from './hours-in-force.ts';
export { urgencies } from './module.ts';
export { type SupportHours, supportHoursKind } from './support-hours-kind.ts';
export { timesOfHours } from './time-sources.ts';
export {
  type Urgency,
  type UrgencySettings,
  type UrgencySources,
  urgencyAt,
  urgencyBegins,
} from './urgency-at.ts';
export { demandUrgencySettings } from './urgency-settings.ts';
