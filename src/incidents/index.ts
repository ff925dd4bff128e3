/**
 * Incidents: open, updated, resolved, grouped, snoozed (spec 3). Owns the incident documents and every
 * rule about them as pure functions. Returns the change and notifies nobody; the caller passes it on.
 *
 * Design notes: one incident is one document, its subincidents and events inside, so each change is one
 * conditional write. Which payloads belong together is a unique index over `openKeys`, so two processes
 * cannot open one problem twice; the process that loses decides again.
 */
export { acknowledgement, isAcknowledged } from './acknowledged.ts';
export { addRemark } from './add-remark.ts';
export {
  type AffectingIncident,
  earlierIncidentsAffecting,
  idsChangedSince,
  incidentsAffecting,
  incidentsThere,
  openIncidentsAffecting,
  type ServiceIncidentFilter,
  type TitledIncident,
  titledIncidents,
} from './affecting.ts';
export { afterHold } from './after-hold.ts';
export {
  type AlertingState,
  alertingOf,
  type ChosenPolicy,
  type LastResort,
  type TeamPlanState,
} from './alerting-state.ts';
export { type AlertResult, decideAlerts, rehearseAlerts } from './apply-alerts.ts';
export { asksForAction } from './asks-for-action.ts';
export { toAttribute } from './attributes.ts';
export {
  afterSnooze,
  createIncident,
  deleteIncident,
  draftIncident,
  getIncident,
  patchIncident,
  plainIncident,
  removeIncident,
} from './change.ts';
export { type IncidentChange, incidentsChangedSince } from './changed-since.ts';
export {
  allowsChannel,
  allowsOutbound,
  type ChannelLimit,
  type ChannelLimits,
} from './channel-limits.ts';
export { onIncidentDue } from './due.ts';
export {
  type AlertingWrite,
  dueIncidents,
  keepTurn,
  lookAgainAt,
  lookAtAwaitingDuty,
  lookAtHeld,
  lookAtMerged,
  lookAtShadows,
  nextDueAt,
  noteFailing,
  noteUnreached,
  postponeDue,
  takeDue,
  writeAlerting,
} from './due-incidents.ts';
export { withAllEvents, withAllEventsOfEach } from './earlier-events.ts';
export { afterSilence, silencesInUse, unmuteSilenced } from './end-silence.ts';
export {
  appliedPayloads,
  findOpenIncident,
  incidentsById,
  openAmong,
  openIncidentExists,
  unreadableIncidents,
} from './find-open.ts';
export {
  type AwaitedIncident,
  type HoldSettings,
  heldInWords,
  heldMillisecondsMax,
  holdBehind,
  holdFor,
  holdForSource,
  holdsOthers,
  type IncidentHold,
  inGrace,
  isForgotten,
  isReached,
} from './hold.ts';
export {
  actsOn,
  asOpened,
  openAt,
  type PastAct,
  payloadThatOpened,
} from './in-the-past.ts';
export {
  type AppendIntent,
  allowedIntents,
  applyOperations,
  type IncidentOperations,
  type IntentOptions,
  withEvent,
} from './intents.ts';
export { listClassesOf, listingOf, urgenciesOf } from './listing.ts';
export {
  afterMerge,
  intoLeader,
  type Leader,
  leadersOf,
  mergeIncident,
  outOfLeader,
  unmergeIncident,
} from './merge.ts';
export {
  byIntegration,
  byReader,
  type EventSource,
  type IncidentAttribute,
  type IncidentDocument,
  type IncidentEvent,
  type Intent,
  incidentModel,
  incidentsOf,
  intents,
  type Severity,
  type Status,
  type SubIncident,
  severities,
  statuses,
} from './model.ts';
export { incidents } from './module.ts';
export { movingTaskName, onLongHistory, recentEvents } from './move-events.ts';
export {
  type HoldKind,
  type OpenIncidentCount,
  openIncidentCounts,
  openTeamsOf,
} from './open-counts.ts';
export { type OpenIncident, openIncidents } from './open-incidents.ts';
export { openKeyOf } from './open-keys.ts';
export { type OpenedIncident, openedInTeams } from './opened-in-teams.ts';
export { portionMax, type RunPortion } from './portions.ts';
export {
  type ChangedVersion,
  type CountedIncident,
  changedVersions,
  countChanges,
  countedIncident,
  countedIncidents,
  openIncidentsOf,
  pageOfChanges,
} from './read-changes.ts';
export { readersOfIncidents, readsAs, sees } from './readers.ts';
export { recentProblems } from './recent-problems.ts';
export { RememberedIncidents } from './remembered-incidents.ts';
export { resolveLater } from './resolve-later.ts';
export { tellLater } from './tell-later.ts';
export { type Alert, type AlertInput, type Circumstances, transition } from './transition.ts';
