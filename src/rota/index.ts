/**
 * Rota: who is on duty when, and why. Layers of people who take turns, temporary schedules in their place, overrides
 * and leave, as pure functions of settings and an instant. Stores nothing, knows no team and no policy, and runs in the
 * server, in a browser and in importers alike.
 *
 * Design notes: there is one computation, `peopleAt`, which also says until when its answer holds; `stretches` walks
 * from one such instant to the next, so a calendar and an alert can never disagree. Local times are whole numbers on
 * the zone's own clock (`calendar/local-clock`), which alone makes instants of them. Turns are computed from the first
 * one each time, never counted on from the last: nothing drifts, and the year 2500 costs as much as tomorrow. Only what
 * comes again by a rule of iCalendar is counted, by years that are remembered.
 */
export { type PersonOnDuty, peopleAt, type Reason, unchangedUntil } from './at.ts';
export { groupOf, type Layer, layerAt } from './layer.ts';
export { type Hours, weeklyOpenings } from './openings.ts';
export {
  type LayerSettings,
  type OnLeave,
  type Rota,
  type RotaOverride,
  type RotaSettings,
  rotaOf,
  rotaWith,
  type Temporary,
} from './rota.ts';
export {
  everybodyIn,
  neighbourShift,
  nextGap,
  type RotaStretch,
  stretches,
  stretchesFrom,
} from './stretches.ts';
export { localStart, monthlyTurns, type Turns } from './turns.ts';
