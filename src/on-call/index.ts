/**
 * On call: the tiers, schedules and rotations of teams, and overrides of them. Owns their documents and
 * computes who is on call; alerts nobody. Called by the API.
 *
 * Design notes: shifts are computed from what is stored, each time, by pure functions over (plan, from, until):
 * `tier-layer` makes a layer of `rota` of each schedule, which gives its `shifts`; `cover` applies overrides, `duty`
 * lays the tiers on top of each other. Wall-clock times are in the team's time zone; only `calendar` makes instants of
 * them. Round robin decides who gets an alert, not who is on call: `roster` gives the candidates, the one who alerts
 * takes a turn.
 *
 * Schedules of the organization (`schedule-kind`) are people over time without tiers, and `rota` computes them whole:
 * `scheduleRotas` loads what decides about them, for whoever alerts by them; `schedule-timeline` shows them.
 *
 * Escalation policies (`policy-kind`) say who is told after how long; `policy-plan` compiles them to the form in which
 * decisions know them, `policy-roster` says who the people of a step are at an instant.
 *
 * The past is told by its own settings. `versions` keeps what a team was set up like, a new one whenever that changes,
 * and `former-overrides` keeps overrides that were deleted or replaced, until that moment. `history` puts them
 * together. A version is derived from what is stored by a task within seconds, not written beside the change: nothing
 * that a crash could lose, and teams, memberships and escalations need not know of it. What changes twice within these
 * seconds counts as one change. Before the first version, which is that of the first tier, the present settings tell
 * the past.
 *
 * What people are told before their shifts (`look-ahead`) is stored before it is sent, with the shift it is about, so
 * that it is told once, and taken back once where the shift is no longer theirs (`shift-notices` decides).
 *
 * Who looks at all teams and schedules again and again looks at few of them: `hand-overs-since` remembers until when
 * nothing of each changes by itself, and `duty-changes` reads in the audit log what somebody has changed. What is known
 * so holds whoever is suspended, and whatever is taken back; it only has to learn what is new.
 *
 * Months are not sealed: no shift is stored when its month is over. Versions and former overrides are never changed and
 * stay as long as their team, and what is computed of them is the same each time. A stored result would be a second
 * truth beside them: it would keep a mistake of ours after it was mended, and have to be made again for every
 * organization that it was not made for in time.
 */
export {
  type CalendarFeed,
  calendarFeedKind,
  findCalendar,
  type PublishedCalendar,
  publishCalendar,
  tokenOfFeed,
} from './calendar-feeds.ts';
export { type CalendarText, calendarChanges, writeCalendar } from './calendar-text.ts';
export { convertedEscalations } from './convert-escalations.ts';
export { type CoverPlace, placeOfCover } from './cover-place.ts';
export { type CoverRequest, coverRequestKind } from './cover-request-kind.ts';
export {
  acceptCover,
  askedFor,
  declineCover,
  done,
  findCover,
  overNow,
  removeCover,
  tellingChats,
  withdrawCover,
} from './cover-requests.ts';
export { requestsWith } from './cover-task.ts';
export {
  type Duty,
  dutiesBetween,
  netMinutes,
  stretchesOf,
  type TeamPlan,
  timesWithout,
  withoutOverrides,
} from './duty.ts';
export { dutyPlans, followingOther } from './duty-plans.ts';
export {
  type EscalationPlan,
  type Passage,
  type PlanStep,
  planOfTiers,
  type Stop,
  type TierPlan,
} from './escalation-plan.ts';
export {
  type EscalationsWire,
  type EscalationTier,
  escalates,
  escalationsKind,
  tierSettingsOf,
} from './escalations.ts';
export type { HandOver, TeamHandOvers } from './hand-overs.ts';
export { handOversSince } from './hand-overs-since.ts';
export { teamHistories } from './history.ts';
export { type LeaveConflict, leaveConflicts, type StandIn, standIns } from './leave-conflicts.ts';
export { noLooks, shiftMessages } from './look-ahead.ts';
export { onCall } from './module.ts';
export { onDutyNow, type TierOnDuty } from './on-duty-now.ts';
export { overrideKind } from './overrides.ts';
export type { PeriodOf } from './periods.ts';
export { type EscalationPolicy, type PolicyWire, policyKind } from './policy-kind.ts';
export {
  namedBy,
  type PolicyPlan,
  type PolicyStep,
  type PolicyTarget,
  planOfPolicy,
} from './policy-plan.ts';
export { everybodyNamed, type StepRoster, sharedOut, stepRoster } from './policy-roster.ts';
export { nextDutyAt, rosterAt, type TierRoster, takeTurn } from './roster.ts';
export {
  calendarsFollowed,
  peopleNamedIn,
  rotaOfFacts,
  type ScheduleFacts,
  scheduleFactsIn,
} from './schedule-facts.ts';
export type { ScheduleHandOver, ScheduleHandOvers } from './schedule-hand-overs.ts';
export { dutyTimes, scheduleHistories } from './schedule-history.ts';
export { demandSchedule, type OnCallSchedule, scheduleKind } from './schedule-kind.ts';
export { scheduleRotas } from './schedule-rotas.ts';
export {
  type OnCallBySchedule,
  onCallBySchedule,
  onCallBySchedules,
  previewSchedule,
  type ScheduleTimeline,
  scheduleTimeline,
} from './schedule-timeline.ts';
export { removeOverride, takeShift } from './take-shift.ts';
export { administratorsOf, type PlannedTeam, plannedTeamsOf, teamPlans } from './team-plans.ts';
export { temporaryScheduleKind } from './temporary-schedule-kind.ts';
export {
  timesOfPolicy,
  timesOfSchedule,
  timesOfTeam,
  timesOfTiers,
} from './time-sources.ts';
export type { TimelineInterval } from './timeline.ts';
export {
  previewTimeline,
  type TeamTimeline,
  type Timelines,
  timelinesBetween,
} from './timelines.ts';
export { forgetBegun, noteSent, type ToldShifts } from './told-shifts.ts';
export { type OnCallHistoryItem, onCallBetween, whoIsOnCall } from './who.ts';
