/**
 * Shadow: teams whose people another product still tells. Owns the runs and what is kept of the other product's log,
 * and says whether a team is in shadow now. `incidents` marks what opens there, `alerting` keeps what would have been
 * sent, `calls` connects nobody.
 *
 * Design notes: one document and one member of it decide for all its teams, so nothing can be half in shadow. A caller
 * gets `no` if the answer is not known within a second, if the run is over, gone or not in shadow, and if one of
 * several teams is in none: rather a message too many. A run ends by its time, which every caller reads; the task only
 * writes down that it has.
 */
export { allRuns } from './all-runs.ts';
export {
  type Cause,
  compare,
  type Decider,
  type Difference,
  type MatchBy,
  type Side,
} from './compare.ts';
export { keptLog } from './kept-log.ts';
export { shadow } from './module.ts';
export type { LogPrecision } from './product-log.ts';
export { logOf } from './product-logs.ts';
export { logStates, readLogsTask } from './read-logs.ts';
export { type ShadowRun, type ShadowRunWire, shadowRunKind } from './shadow-run-kind.ts';
export {
  adoptsAt,
  isSilentAt,
  type TeamsInShadow,
  teamsInShadow,
  teamsOfRuns,
} from './teams-in-shadow.ts';
export { timesOfShadow } from './time-sources.ts';
